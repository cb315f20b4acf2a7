import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemRandom } from '#system/random.ts';
import {
  InvalidSecretError,
  KEY_BYTES,
  KeyMismatchError,
  SEALED_PREFIX,
  createSecretBox,
  isSealed,
} from './secret-box.ts';

const box = createSecretBox(Buffer.alloc(KEY_BYTES, 7), systemRandom);

function opens(sealed: string): boolean {
  try {
    return box.open(sealed, 'x') !== '';
  } catch {
    return false;
  }
}

describe('a sealed secret', () => {
  it('opens to what it was, and is written differently each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 256 }), (secret) => {
        const sealed = box.seal(secret, 'webhook consulta-recibida');
        expect(box.open(sealed, 'webhook consulta-recibida')).toBe(Buffer.from(secret).toString());
        expect(box.seal(secret, 'webhook consulta-recibida')).not.toBe(sealed);
      }),
    );
  });

  it('does not show the secret', () => {
    expect(box.seal('96d0300081d644d3bdceae8fbfc77955', 'x')).not.toContain('96d0300081d6');
  });

  it('opens for its own use alone', () => {
    expect(() => box.open(box.seal('a', 'webhook a'), 'webhook b')).toThrow(InvalidSecretError);
  });

  it('tells another key from a text that was changed', () => {
    const other = createSecretBox(randomBytes(KEY_BYTES), systemRandom);
    expect(() => other.open(box.seal('a', 'x'), 'x')).toThrow(KeyMismatchError);
  });

  it('does not open once a character of it was changed', () => {
    const sealed = box.seal('96d0300081d644d3bdceae8fbfc77955', 'x');
    const changed = Array.from(
      sealed,
      (character, at) => sealed.slice(0, at) + (character === '0' ? '1' : '0') + sealed.slice(at + 1),
    );
    const opened = changed.filter((text) => opens(text));
    // The last base64url character has unused bits.
    const parts = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
    for (const text of opened)
      expect(text.split('.').map((part) => Buffer.from(part, 'base64url'))).toEqual(parts);
    expect(opened.length).toBeLessThan(3);
  });

  it.each(['', 'v1', 'v1.a.b', 'v2.a.b.c.d', `${box.seal('a', 'x')}.e`, box.seal('a', 'x').slice(0, -4)])(
    'is not %j',
    (text) => {
      expect(() => box.open(text, 'x')).toThrow(InvalidSecretError);
    },
  );

  it('needs its whole tag', () => {
    const parts = box.seal('a', 'x').split('.');
    parts[3] = Buffer.from(parts[3] ?? '', 'base64url')
      .subarray(0, 4)
      .toString('base64url');
    expect(() => box.open(parts.join('.'), 'x')).toThrow(InvalidSecretError);
  });
});

/** The secret `a`, sealed for the use `x` with the key of this file. */
const KEPT = 'v1.f7f1e618b19b25ca.mVVT2gczOdegt5_r.06wNG2Lypb_Nr0rHSZ-a1g.-g';

describe('the form of a sealed secret', () => {
  it('is that of databases: what was sealed earlier opens', () => {
    expect(box.open(KEPT, 'x')).toBe('a');
    expect(KEPT.startsWith(box.prefix)).toBe(true);
    expect(box.seal('a', 'x').slice(0, box.prefix.length)).toBe(box.prefix);
    expect(box.prefix.startsWith(SEALED_PREFIX)).toBe(true);
  });

  it('is known', () => {
    expect(isSealed(KEPT)).toBe(true);
    expect(isSealed(box.seal('', 'x'))).toBe(true);
    const parts = KEPT.split('.');
    const longer = parts.map((part, at) => parts.with(at, `${part}+`).join('.'));
    // The text has any length.
    const shorter = parts.slice(0, -1).map((part, at) => parts.with(at, part.slice(1)).join('.'));
    const others = ['', 'a', `${KEPT} `, ` ${KEPT}`, KEPT.replaceAll('.', '-'), ...longer, ...shorter];
    expect(others.filter(isSealed)).toEqual([]);
  });

  it('is the text itself without a key, which opens nothing', () => {
    const plain = createSecretBox(undefined, systemRandom);
    expect(plain.prefix).toBe('');
    expect(plain.seal('a', 'x')).toBe('a');
    expect(isSealed('a')).toBe(false);
    expect(() => plain.open(KEPT, 'x')).toThrow(KeyMismatchError);
  });

  it('tells its errors by name', () => {
    expect(new KeyMismatchError().name).toBe('KeyMismatchError');
    expect(new InvalidSecretError().name).toBe('InvalidSecretError');
  });
});
