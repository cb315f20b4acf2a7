import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type Separator, parseTable } from './parse-table.ts';
import { MAX_BYTES } from './table-problem.ts';

const bytesOf = (bytes: Uint8Array | number[]) => new Uint8Array(bytes).buffer;
const parse = (content: string | ArrayBuffer, separator: Separator = 'auto') =>
  parseTable({ content, separator });

function workbook(sheets: (string | number | null | { date: number })[][][]): ArrayBuffer {
  const cell = (value: string | number | { date: number }, at: string) =>
    typeof value === 'string'
      ? `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
      : typeof value === 'number'
        ? `<c r="${at}"><v>${value}</v></c>`
        : `<c r="${at}" s="1"><v>${value.date}</v></c>`;
  const sheet = (rows: (typeof sheets)[number]) =>
    `<worksheet><sheetData>${rows
      .map(
        (row, y) =>
          `<row r="${y + 1}">${row.map((value, x) => (value === null ? '' : cell(value, `${'ABCDE'[x]}${y + 1}`))).join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`;
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets.map((_, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rIdS" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  };
  for (const [at, rows] of sheets.entries()) files[`xl/worksheets/sheet${at + 1}.xml`] = sheet(rows);
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)]))).buffer;
}

describe('a pasted text', () => {
  it.each<[string, Separator, string[][]]>([
    ['Ford\nFiat\r\n\r\nVW\n', 'auto', [['Ford'], ['Fiat'], ['VW']]],
    [
      'Marca\tColor\nFord\trojo, met\n',
      'auto',
      [
        ['Marca', 'Color'],
        ['Ford', 'rojo, met'],
      ],
    ],
    [
      'a;b\n1;2,5\n',
      'auto',
      [
        ['a', 'b'],
        ['1', '2,5'],
      ],
    ],
    [
      'a,b\n"x, y","z ""q"""\n',
      'auto',
      [
        ['a', 'b'],
        ['x, y', 'z "q"'],
      ],
    ],
    [
      'a,b\n"dos\nlíneas",x\n',
      'auto',
      [
        ['a', 'b'],
        ['dos\nlíneas', 'x'],
      ],
    ],
    ['Rosario, Santa Fe\nSalta\n', 'none', [['Rosario, Santa Fe'], ['Salta']]],
    ['Rosario\nSalta, Salta\n', 'auto', [['Rosario'], ['Salta, Salta']]],
    [
      ' a ; b ;\n1;;\n;;\n',
      'auto',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      '\uFEFFmarca;x\nFord;1',
      ';',
      [
        ['marca', 'x'],
        ['Ford', '1'],
      ],
    ],
    [
      'a,b\n1,"x\ty"\n2,z\n',
      'auto',
      [
        ['a', 'b'],
        ['1', 'x\ty'],
        ['2', 'z'],
      ],
    ],
    [
      '"n\tx";b\n1;2\n',
      'auto',
      [
        ['n\tx', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\n1;x\ty\n2;z\n',
      'auto',
      [
        ['a', 'b'],
        ['1', 'x\ty'],
        ['2', 'z'],
      ],
    ],
    [
      'a,b\n1,"x;y\nz;w"\n2,"p;q"\n',
      'auto',
      [
        ['a', 'b'],
        ['1', 'x;y\nz;w'],
        ['2', 'p;q'],
      ],
    ],
    [
      'Listado\n\nHola!\na;b\n1;2\n',
      'auto',
      [
        ['Listado', ''],
        ['Hola!', ''],
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['Rosario\nSalta, Salta\nJujuy, Jujuy', 'auto', [['Rosario'], ['Salta, Salta'], ['Jujuy, Jujuy']]],
    ['Ford "el mejor"\nFiat', 'auto', [['Ford "el mejor"'], ['Fiat']]],
    ['a\0b\uD800', 'auto', [['ab\uFFFD']]],
  ])('is parsed from %j, separated by %j', async (text, separator, rows) => {
    expect(await parse(text, separator)).toEqual(rows);
  });

  it.each([
    ['nothing', '', 'empty'],
    ['empty cells', ' \n;;\n', 'empty'],
    ['too many rows', 'x\n'.repeat(10_002), 'too-many-rows'],
    ['too many columns', `${'x;'.repeat(300)}x`, 'too-many-columns'],
    ['too much text', 'x'.repeat(MAX_BYTES + 1), 'too-large'],
  ])('%s is refused', async (_, text, code) => {
    await expect(parse(text)).rejects.toMatchObject({ code });
  });

  it('has ten thousand rows and a header at most', async () => {
    expect(await parse(`marca\n${'x\n'.repeat(10_000)}`)).toHaveLength(10_001);
  });
});

describe('files with a table', () => {
  const text = 'Marca;Año\nCitroën;1999\n';
  it.each([
    ['UTF-8', bytesOf(new TextEncoder().encode(text))],
    ['UTF-8 with a mark', bytesOf(new TextEncoder().encode(`\uFEFF${text}`))],
    ['Windows-1252', bytesOf(Buffer.from(text, 'latin1'))],
    ['UTF-16 LE', bytesOf(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
    ['UTF-16 LE without a mark', bytesOf(Buffer.from(text, 'utf16le'))],
    ['UTF-16 BE', bytesOf(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())],
  ])('are read as CSV in %s', async (_, content) => {
    expect(await parse(content)).toEqual([
      ['Marca', 'Año'],
      ['Citroën', '1999'],
    ]);
  });

  it('are read as XLSX: the first sheet with rows, numbers and days as text', async () => {
    const sheet = [
      ['Marca', 'Año', 'Fecha'],
      ['Ford &amp; Co', 1999, { date: 45_000 }],
      [null, null, null],
      ['VW', null, null],
    ];
    expect(await parse(workbook([[], sheet]))).toEqual([
      ['Marca', 'Año', 'Fecha'],
      ['Ford & Co', '1999', '2023-03-15'],
      ['VW', '', ''],
    ]);
  });

  it('are read as XLSX with many rows', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => [`Marca bastante larga número ${at}`, at]);
    const parsed = await parse(workbook([rows]));
    expect(parsed).toHaveLength(10_000);
    expect(parsed.at(-1)).toEqual(['Marca bastante larga número 9999', '9999']);
  });

  it.each([
    ['a picture', [0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3], 'not-a-table'],
    ['an old workbook', [0xd0, 0xcf, 0x11, 0xe0, 0xa1], 'xls'],
    ['half a workbook', [0x50, 0x4b, 0x03, 0x04, 1, 2, 3], 'damaged'],
    ['nothing', [], 'empty'],
  ])('%s is refused', async (_, bytes, code) => {
    await expect(parse(bytesOf(bytes))).rejects.toMatchObject({ code });
  });

  const cellAt = (reference: string, sheet = '') =>
    zipWorkbook(
      `<worksheet>${sheet}<sheetData><row r="${reference.replace(/^[A-Z]+/, '')}"><c r="${reference}"><v>1</v></c></row></sheetData></worksheet>`,
    );
  const zipWorkbook = (sheet: string) =>
    zipSync(
      Object.fromEntries(
        Object.entries({
          'xl/workbook.xml':
            '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
          'xl/worksheets/sheet1.xml': sheet,
        }).map(([name, xml]) => [name, strToU8(xml)]),
      ),
    ).buffer;

  it.each([
    ['far down and right', cellAt('XFD1048576'), 'too-many-rows'],
    ['far right', cellAt('XFD5000'), 'too-many-columns'],
    ['beyond the last column', cellAt('XFE1'), 'damaged'],
    ['of a place without an end', cellAt(`${'A'.repeat(45_000)}1`), 'damaged'],
    ['of a row without an end', cellAt(`A1${'0'.repeat(300)}`), 'damaged'],
    ['in no row', cellAt('A0'), 'damaged'],
    [
      'with a prefix',
      zipWorkbook(
        '<worksheet><sheetData><row x:r="1048576"><c x:r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
      ),
      'too-many-rows',
    ],
    [
      'after a sign that ends no tag',
      zipWorkbook(
        `<worksheet><sheetData><row r='1048576'><c s=">"\nr='XFD1048576'><v>1</v></c></row></sheetData></worksheet>`,
      ),
      'too-many-rows',
    ],
  ])('a workbook with a cell %s is refused before it is read', async (_, content, code) => {
    await expect(parse(content)).rejects.toMatchObject({ code });
  });

  it('a workbook with a formatted cell far away is read, and its dimension is not believed', async () => {
    const sheet =
      '<worksheet xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>7</v></c><c r="XFD1" s="0"/></row><row r="2"><c r="A2"><v>8</v></c></row></sheetData></worksheet>';
    expect(await parse(zipWorkbook(sheet))).toEqual([['7'], ['8']]);
  });

  it('a workbook in which many cells share a long text is refused', async () => {
    const files = {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships>${['worksheet', 'sharedStrings']
        .map(
          (type, at) =>
            `<Relationship Id="rId${at + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${['worksheets/sheet1.xml', 'sharedStrings.xml'][at]}"/>`,
        )
        .join('')}</Relationships>`,
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(1_000_000)}</t></si></sst>`,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${Array.from({ length: 30 }, (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>0</v></c></row>`).join('')}</sheetData></worksheet>`,
    };
    const zipped = zipSync(
      Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])),
    );
    await expect(parse(zipped.buffer)).rejects.toMatchObject({ code: 'too-large' });
  });

  it('a workbook that unpacks to too much, or is none, is refused', async () => {
    const zeros = new Uint8Array(51 * 1024 * 1024);
    const bomb = zipSync({ 'xl/sharedStrings.xml': [zeros, { level: 6 }] }).buffer;
    expect(bomb.byteLength).toBeLessThan(MAX_BYTES);
    await expect(parse(bomb)).rejects.toMatchObject({ code: 'too-large' });
    await expect(parse(zipSync({ 'a.xml': strToU8('<a/>') }).buffer)).rejects.toMatchObject({
      code: 'damaged',
    });
  });
});
