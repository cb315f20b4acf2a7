import { expect, it } from 'vitest';
import { parseExactJson } from './exact-json.ts';

it.each([
  '12345678901234567890',
  '[-9007199254740993,9007199254740991]',
  '{"a":{"b":0.1234567890123456789}}',
  '[1e400,1e-400]',
])('%s is written again as it was read', (text) => {
  expect(JSON.stringify(parseExactJson(text))).toBe(text);
});

it('numbers that a double holds stay numbers, however they are written', () => {
  expect(parseExactJson('[1.0000000000000000,1e3,-0.5,100000000000000000000,12.50,0.000]')).toEqual([
    1, 1000, -0.5, 1e20, 12.5, 0,
  ]);
});

it('texts with many digits stay as they are', () => {
  expect(parseExactJson('{"DocIdentidad":"12345678901234567890"}')).toEqual({
    DocIdentidad: '12345678901234567890',
  });
});
