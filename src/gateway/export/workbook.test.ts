import { strFromU8, unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/universal';
import { expect, it } from 'vitest';
import { type Sheet, formatWorkbook } from './workbook.ts';
import { zipTexts } from './zip.ts';

async function pack(...sheets: Sheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const chunks = await Array.fromAsync(zipTexts(formatWorkbook(sheets), Date.parse('2026-03-05T12:00:00Z')));
  return Uint8Array.from(Buffer.concat(chunks));
}

const toSheet = (rows: Sheet['batches']): Sheet => ({
  name: 'Consultas',
  columnTypes: ['text', 'time', 'amount', 'number'],
  batches: rows,
});

it('a workbook is read back with the types of its cells, in any number of batches', async () => {
  const bytes = await pack(
    toSheet([
      [['Teléfono', 'Momento', 'Importe', 'Año']],
      [
        ['+54 11 5555', 46086.5, 10.5, 2019],
        ['0123', null, null, 0],
      ],
      [['=1+1', 'ayer', -1, null]],
    ]),
    { name: 'Exportación', columnTypes: ['text'], batches: [[['PARCIAL']]] },
  );
  expect(await readWorkbook(bytes.buffer)).toEqual([
    {
      sheet: 'Consultas',
      data: [
        ['Teléfono', 'Momento', 'Importe', 'Año'],
        ['+54 11 5555', new Date('2026-03-05T12:00:00Z'), 10.5, 2019],
        ['0123', null, null, 0],
        ['=1+1', 'ayer', -1, null],
      ],
    },
    { sheet: 'Exportación', data: [['PARCIAL']] },
  ]);
});

it('texts are strings, whatever they look like, and valid XML', async () => {
  const long = 'x'.repeat(40_000);
  const texts = ['=HYPERLINK("http://x")', '<b>&"', ' a\r\nb\rc ', 'a\u0001\uFFFF\uD800b', '_x0041_', long];
  const files = unzipSync(await pack(toSheet([texts.map((text) => [text])])));
  const xml = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(xml).not.toMatch(/<f[ />]/);
  const cells = [...xml.matchAll(/<c r="A\d+" s="\d" t="inlineStr"><is><t xml:space="preserve">([^<]*)</g)];
  expect(cells.map(([, text]) => text)).toEqual([
    '=HYPERLINK(&quot;http://x&quot;)',
    '&lt;b&gt;&amp;&quot;',
    ' a\nb\nc ',
    'a\uFFFD\uFFFD\uFFFDb',
    '_x005F_x0041_',
    `${'x'.repeat(32_766)}…`,
  ]);
});

it('columns beyond Z have two letters', async () => {
  const columnTypes = Array.from({ length: 54 }, () => 'text' as const);
  const row = columnTypes.map((_, at) => String(at));
  const [sheet] = await readWorkbook((await pack({ name: 'x', columnTypes, batches: [[row]] })).buffer);
  expect(sheet?.data).toEqual([row]);
});

it('an error of the rows ends the file with that error', async () => {
  async function* fail() {
    yield [['a']];
    await Promise.resolve();
    throw new Error('rights were taken away');
  }
  await expect(pack(toSheet(fail()))).rejects.toThrow('rights were taken away');
});
