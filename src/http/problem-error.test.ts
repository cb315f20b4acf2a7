import { expect, it } from 'vitest';
import { collectErrors } from './problem-error.ts';

it('a problem names at most a thousand faults, and reads no more', () => {
  let read = 0;
  function* faults(): Generator<[string, string]> {
    for (; read < 200_000; read++) yield [`member${read}`, 'unknown'];
  }
  expect(Object.keys(collectErrors(faults()))).toHaveLength(1000);
  expect(read).toBe(1000);
});

it('a problem cuts names of members, and stops at a number of characters', () => {
  const long = (name: string): [string, string] => [name + 'x'.repeat(5000), 'f'.repeat(40_000)];
  const errors = Object.keys(collectErrors([long('a'), long('b'), long('c')]));
  expect(errors).toEqual(['a', 'b'].map((name) => `${name}${'x'.repeat(199)}…`));
});

it('a member may have any name, and several faults', () => {
  const errors = collectErrors([
    ['__proto__', 'a'],
    ['__proto__', 'b'],
  ]);
  expect(Object.entries(errors)).toEqual([['__proto__', ['a', 'b']]]);
});
