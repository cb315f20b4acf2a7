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

it.each([
  [100_000, 2],
  [100_001, 1],
])('of two faults of %i characters together a problem names %i', (characters, count) => {
  const fault = 'f'.repeat(characters / 2 - 1);
  const rest = 'f'.repeat(characters - 2 - fault.length);
  expect(
    Object.keys(
      collectErrors([
        ['a', fault],
        ['b', rest],
      ]),
    ),
  ).toHaveLength(count);
});

it.each([
  [200, 'x'.repeat(200)],
  [201, `${'x'.repeat(200)}…`],
])('a name of %i characters is %j', (length, name) => {
  expect(Object.keys(collectErrors([['x'.repeat(length), 'f']]))).toEqual([name]);
});

it('a member may have any name, and several faults', () => {
  const errors = collectErrors([
    ['__proto__', 'a'],
    ['__proto__', 'b'],
  ]);
  expect(Object.entries(errors)).toEqual([['__proto__', ['a', 'b']]]);
});
