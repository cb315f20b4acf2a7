import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

const CHARACTERS = ['=', '+', '-', '@', '＝', ';', ',', '\t', '\r', '\n', '"', "'", ' ', 'a', '1', '('];
const FORMULA = /^"*[=+\-@＝＋－＠]/;
const text = fc.string({ unit: fc.constantFrom(...CHARACTERS) });
const records = fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { minLength: 1 });

/** By RFC 4180, which is how the spreadsheet it is meant for reads it. */
function readCsv(file: string, delimiter: string): string[][] {
  const rows: string[][] = [[]];
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"|([^${delimiter}\\n"]*))([${delimiter}\\n])`, 'gy');
  for (const [, quoted, plain = '', end] of file.matchAll(cells)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

it.each([';', ','] as const)('begins no formula, at whichever separator a cell is begun: %s', (delimiter) => {
  fc.assert(
    fc.property(records, (rows) => {
      const cells = csvOf(rows, delimiter).split(/[;,\t\r\n]/);
      expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([]);
    }),
  );
});

it.each([';', ','] as const)('loses nothing, and adds but what makes text of a formula: %s', (delimiter) => {
  fc.assert(
    fc.property(records, (rows) => {
      const read = readCsv(csvOf(rows, delimiter), delimiter);
      const plain = (all: readonly (readonly string[])[]) =>
        all.map((row) => row.map((cell) => cell.replaceAll("'", '')));
      expect(plain(read)).toEqual(plain(rows));
    }),
  );
});

it.each([
  ['hola, -5 y 3,5', 'hola, -5 y 3,5'],
  ['a;=1', "a;'=1"],
  ['a,"=1', 'a,"\'=1'],
  ['a\n- b', "a\n'- b"],
  ['=1', "'=1"],
  ['+54 11', "'+54 11"],
])('%j becomes %j', (given, written) => {
  expect(readCsv(csvOf([[given, 'x']], ';'), ';')).toEqual([[written, 'x']]);
});
