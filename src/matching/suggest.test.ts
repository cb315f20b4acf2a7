import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldForMatching } from './normalize.ts';
import { rankMatch, suggest } from './suggest.ts';

const PROVINCES = ['Buenos Aires', 'Entre Ríos', 'La Rioja', 'Río Negro', 'San Juan', 'Santa Cruz'];
const found = (typed: string, options = PROVINCES) => suggest(options, typed, (name) => [name]);

it.each([
  ['Río', ['Río Negro', 'Entre Ríos', 'La Rioja']],
  ['rio', ['Río Negro', 'Entre Ríos', 'La Rioja']],
  ['san', ['San Juan', 'Santa Cruz']],
  ['san juan', ['San Juan']],
  ['negro río', ['Río Negro']],
  ['  ', PROVINCES],
  ['xyz', []],
  ['?', []],
])('%j suggests, best first, %j', (typed, options) => {
  // Equal ranks keep their order.
  expect(found(typed)).toEqual(options);
});

it('begins with the whole text, also after one that begins with it', () => {
  expect(found('rosario', ['Rosario de Lerma', 'Rosario'])).toEqual(['Rosario', 'Rosario de Lerma']);
});

it('takes the best of several texts', () => {
  const agencies = [
    { mail: 'ventas@rosario.example', name: 'Automotores Sur' },
    { mail: 'sur@a.example', name: 'Rosario Motor' },
  ];
  const textsOf = ({ mail, name }: (typeof agencies)[number]) => [mail, name];
  expect(suggest(agencies, 'rosario', textsOf).map(({ name }) => name)).toEqual([
    'Rosario Motor',
    'Automotores Sur',
  ]);
});

it('makes nothing up, and finds whatever contains the text', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 8 });
  fc.assert(
    fc.property(fc.array(text), text, (options, typed) => {
      const suggested = found(typed, options);
      expect(options).toEqual(expect.arrayContaining(suggested));
      const containing = options.filter((option) =>
        foldForMatching(option).includes(foldForMatching(typed.trim())),
      );
      expect(suggested).toEqual(expect.arrayContaining(containing));
    }),
  );
});

it.each([
  ['Río Negro', 0],
  ['Río Negro Sur', 1],
  ['Al Río Negro', 2],
  ['xRío Negrox', 3],
  ['Negro y río', 4],
  ['Río', Infinity],
  ['', Infinity],
])('%j has the rank %d for a text', (text, rank) => {
  expect(rankMatch([text], ' rio negro ')).toBe(rank);
  expect(rankMatch(['x', text], 'RÍO NEGRO')).toBe(rank);
});

it('the beginning of a later word counts, also behind a part of one', () => {
  expect(found('rio', ['Barrio Norte', 'Barrio Río', 'Entre Ríos'])).toEqual([
    'Barrio Río',
    'Entre Ríos',
    'Barrio Norte',
  ]);
});

it('words are parted by what is neither letter, digit nor sign', () => {
  expect(rankMatch(['b a'], 'a, b')).toBe(4);
  expect(rankMatch(['b a'], 'a-b')).toBe(Infinity);
  expect(rankMatch(['x'], ',')).toBe(Infinity);
});
