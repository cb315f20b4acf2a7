import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Bytes of CONSOLE_KEY. */
export const KEY_BYTES = 32;

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';

/** It was encrypted with another CONSOLE_KEY than the present one. */
export class OtherKey extends Error {
  constructor() {
    super('A kept secret was encrypted with another CONSOLE_KEY');
    this.name = 'OtherKey';
  }
}

/** It is not what was written here, or not for this use. */
export class BrokenSecret extends Error {
  constructor() {
    super('A kept secret cannot be read');
    this.name = 'BrokenSecret';
  }
}

/** Keeps secrets in the database as nobody without CONSOLE_KEY can read them. */
export interface SecretBox {
  /** `use` says what the secret is for: sealed for one use it cannot be opened for another. */
  seal(secret: string, use: string): string;
  /** @throws OtherKey, BrokenSecret */
  open(sealed: string, use: string): string;
}

/** Whether a text is a sealed secret, rather than one that is as it was. */
export function isSealed(text: string): boolean {
  return text.startsWith(`${VERSION}.`);
}

/** AES-256-GCM; a sealed secret is `v1.{key id}.{nonce}.{tag}.{text}`, the last three base64url. */
export function secretBox(key: Uint8Array): SecretBox {
  const keyId = createHash('sha256').update('console-key\n').update(key).digest('hex').slice(0, 16);
  const bound = (use: string) => Buffer.from(`${VERSION}.${keyId}.${use}`);
  return {
    seal(secret, use) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(bound(use));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      const parts = [nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64url'));
      return [VERSION, keyId, ...parts].join('.');
    },
    open(sealed, use) {
      const [version, sealedWith, ...parts] = sealed.split('.');
      const [nonce, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'));
      if (version !== VERSION || !nonce || !tag || !text || parts.length !== 3) throw new BrokenSecret();
      if (sealedWith !== keyId) throw new OtherKey();
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: 16 });
        decipher.setAAD(bound(use)).setAuthTag(tag);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch {
        throw new BrokenSecret();
      }
    },
  };
}
