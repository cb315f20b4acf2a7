import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldForMatching } from './normalize.ts';
import { listReadings } from './readings.ts';

const VOCABULARY = new Map([
  ['dark', 'oscuro'],
  ['blue', 'azul'],
  ['sky blue', 'celeste'],
]);

it.each([
  ['B.M.W. 320', ['bmw 320']],
  ['b mw', []],
  ['alfaromeo147', ['alfaromeo 147']],
  ['x35', []],
  ['f1at', ['fiat']],
  ['negr0', ['negr 0', 'negro']],
  ['0pel', ['opel']],
  ['mazda3', ['mazda 3']],
  ['208', []],
  ['Dark Blue', ['oscuro azul', 'azul oscuro']],
  ['dark azul', ['oscuro azul']],
  ['sky blue', ['celeste']],
  ['azul', []],
  ['', []],
])('%j has the readings %j', (text, readings) => expect(listReadings(text, VOCABULARY)).toEqual(readings));

it('no reading is the value itself, and none comes twice', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const readings = listReadings(text, VOCABULARY);
      expect(new Set(readings).size).toBe(readings.length);
      expect(readings).not.toContain(foldForMatching(text));
    }),
  );
});
