import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitAtMatches, formatPayload } from './payload.ts';

it.each([
  ['{"a":"Ñandú ñ"}', 'ñ', ['Ñ', 'ñ']],
  ['a.b*c', '.b*', ['.b*']],
  ['aXa', 'x', ['X']],
  ['abc', '', []],
  ['abc', 'zz', []],
])('a search in %j finds every %j', (text, wanted, found) => {
  expect(splitAtMatches(text, wanted).filter((_, at) => at % 2 === 1)).toEqual(found);
});

it('a search keeps the whole text, whatever is searched', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, (all, wanted) => {
      expect(splitAtMatches(all, wanted).join('')).toBe(all);
    }),
  );
});

it('JSON is indented, and any other text is unchanged', () => {
  expect(formatPayload('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(formatPayload('{"a":')).toBe('{"a":');
});
