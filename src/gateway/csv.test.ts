import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCsvRecords } from './csv.ts';

const BLANKS = [
  ' ',
  '\v',
  '\f',
  '\0',
  '\x1f',
  '\x85',
  '\xa0',
  '\xad',
  '\u200b',
  '\u200f',
  '\u2028',
  '\u2029',
];
const MORE_BLANKS = ['\u202e', '\u2060', '\u2066', '\u2800', '\u3000', '\u3164', '\ufeff', '\u{e0020}'];
const FORMULAS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹣'];
const SEPARATORS = [';', ',', '\t', '\r', '\n'];
const CHARACTERS = [...FORMULAS, ...SEPARATORS, ...BLANKS, ...MORE_BLANKS, '"', "'", 'a', '1', '('];
const FORMULA = new RegExp(
  `^["${[...BLANKS, ...MORE_BLANKS].join('')}]*[${FORMULAS.join('')}]`.replace('-', String.raw`\-`),
  'u',
);
const text = fc.string({ unit: fc.constantFrom(...CHARACTERS) });
const records = fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { minLength: 1 });

/** Parses CSV by RFC 4180, like the intended spreadsheet. */
function readCsv(file: string, delimiter: string): string[][] {
  const rows: string[][] = [[]];
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"|([^${delimiter}\\n"]*))([${delimiter}\\n])`, 'gy');
  for (const [, quoted, plain = '', end] of file.matchAll(cells)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

it.each([';', ','] as const)(
  'a CSV file begins no formula, at whichever separator a cell is begun: %s',
  (delimiter) => {
    fc.assert(
      fc.property(records, (rows) => {
        const cells = formatCsvRecords(rows, delimiter).split(/[;,\t\r\n\v\f\x85\u2028\u2029]/);
        expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([]);
      }),
    );
  },
);

it.each([';', ','] as const)(
  'a CSV file loses nothing, and adds but what makes text of a formula: %s',
  (delimiter) => {
    fc.assert(
      fc.property(records, (rows) => {
        const read = readCsv(formatCsvRecords(rows, delimiter), delimiter);
        const plain = (all: readonly (readonly string[])[]) =>
          all.map((row) => row.map((cell) => cell.replaceAll("'", '')));
        expect(plain(read)).toEqual(plain(rows));
      }),
    );
  },
);

it.each([...BLANKS, ...MORE_BLANKS])('a CSV file begins no formula after a blank either: %j', (blank) => {
  for (const formula of FORMULAS) {
    const given = `${blank}${formula}HYPERLINK("//evil.example")`;
    const [[read = ''] = []] = readCsv(formatCsvRecords([[given, 'x']], ';'), ';');
    expect(read).toBe(`${blank}'${given.slice(blank.length)}`);
  }
});

it('a CSV file takes as long for a long run of blanks as for as many letters', () => {
  const run = '\n '.repeat(200_000);
  const start = performance.now();
  formatCsvRecords([[`${run}a`, `${run}=1`]], ';');
  expect(performance.now() - start).toBeLessThan(2000);
});

it.each([
  ['hola, no -5 y 3,5', 'hola, no -5 y 3,5'],
  ['hola, -5', "hola, '-5"],
  ['a;=1', "a;'=1"],
  ['a,"=1', 'a,"\'=1'],
  ['a\n- b', "a\n'- b"],
  ['=1', "'=1"],
  ['+54 11', "'+54 11"],
])('%j becomes %j', (given, written) => {
  expect(readCsv(formatCsvRecords([[given, 'x']], ';'), ';')).toEqual([[written, 'x']]);
});
