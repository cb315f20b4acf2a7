import { expect, it } from 'vitest';
import { formatCsv } from './csv.ts';

it('is in the format of spreadsheets of the language', async () => {
  const records = [
    ['Día', 'Parte'],
    ['lun', 12.5],
    ['mar', null],
  ] as const;
  expect(await formatCsv(records, 'es')).toBe('Día;Parte\nlun;12,5\nmar;\n');
  expect(await formatCsv(records, 'en')).toBe('Día,Parte\nlun,12.5\nmar,\n');
});

it.each(['=1+1', '@x', '-1', '+1', 'a;=1', 'a,=1', 'a\r\n=1', '\t=1'])(
  'leaves no cell that a spreadsheet runs: %j',
  async (text) => {
    for (const language of ['es', 'en'])
      for (const cell of (await formatCsv([['x', text]], language)).trim().split(/[;,\r\n]/))
        expect(cell).not.toMatch(/^["\s]*[=+\-@]/);
  },
);
