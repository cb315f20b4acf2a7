import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitAtMatches, formatPayload } from './payload.ts';

it.each([
  ['{"a":"Ñandú ñ"}', 'ñ', ['Ñ', 'ñ']],
  ['a.b*c', '.b*', ['.b*']],
  ['aXa', 'x', ['X']],
  ['abc', '', []],
  ['abc', 'zz', []],
])('finds in %j every %j', (text, wanted, found) => {
  expect(splitAtMatches(text, wanted).filter((_, at) => at % 2 === 1)).toEqual(found);
});

it('loses nothing, whatever is looked for', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, (all, wanted) => {
      expect(splitAtMatches(all, wanted).join('')).toBe(all);
    }),
  );
});

it('indents JSON and leaves anything else', () => {
  expect(formatPayload('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(formatPayload('{"a":')).toBe('{"a":');
});
