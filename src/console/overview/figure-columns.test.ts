import { expect, it } from 'vitest';
import { formatFiguresCsv } from './figure-columns.tsx';

it('a file is in the format of the language’s spreadsheets', () => {
  const records = [
    ['Día', 'Parte'],
    ['lun', 12.5],
    ['mar', null],
  ] as const;
  expect(formatFiguresCsv(records, 'es')).toBe('Día;Parte\nlun;12,5\nmar;\n');
  expect(formatFiguresCsv(records, 'en')).toBe('Día,Parte\nlun,12.5\nmar,\n');
});

it.each(['=1+1', '@x', '-1', '+1', 'a;=1', 'a,=1', 'a\r\n=1', '\t=1'])(
  'a spreadsheet runs no cell: %j',
  (text) => {
    for (const language of ['es', 'en'])
      for (const cell of formatFiguresCsv([['x', text]], language)
        .trim()
        .split(/[;,\r\n]/))
        expect(cell).not.toMatch(/^["\s]*[=+\-@]/);
  },
);
