import type { ColumnType } from './cells.ts';
import type { ZipEntry } from './zip.ts';

export type WorkbookCell = string | number | null;

export interface Sheet {
  name: string;
  columnTypes: readonly ColumnType[];
  /** Batches of rows; the first row is the header. */
  batches: Iterable<readonly WorkbookCell[][]> | AsyncIterable<readonly WorkbookCell[][]>;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Numbers of built-in formats, which spreadsheets show in their own language; 49 keeps text as it is when it is edited. */
const NUMBER_FORMATS: Record<ColumnType, number> = { text: 49, time: 22, amount: 4, number: 0 };
const COLUMN_TYPES: readonly ColumnType[] = ['text', 'time', 'amount', 'number'];
/** Style 0 is the default of cells, and the header's comes after those of the types. */
const getStyle = (type: ColumnType) => COLUMN_TYPES.indexOf(type) + 1;
const HEADER_STYLE = COLUMN_TYPES.length + 1;
const COLUMN_WIDTHS: Record<ColumnType, number> = { text: 22, time: 18, amount: 16, number: 12 };

/** Spreadsheets refuse longer texts. */
const MAX_CELL_LENGTH = 32_767;

/** Files of an XLSX workbook. No cell is a formula: text is written as inline strings. */
export function formatWorkbook(sheets: readonly Sheet[]): ZipEntry[] {
  const overrides = sheets.map(
    (_, at) =>
      `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${CONTENT_TYPE}.worksheet+xml"/>`,
  );
  const names = sheets.map(
    ({ name }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const relationships = sheets.map((_, at) =>
    formatRelationship(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`),
  );
  const files = {
    '[Content_Types].xml':
      `<Types xmlns="${PACKAGE}/content-types">` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT_TYPE}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${CONTENT_TYPE}.styles+xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': formatRelationships([formatRelationship(1, 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': formatRelationships([
      ...relationships,
      formatRelationship(sheets.length + 1, 'styles', 'styles.xml'),
    ]),
    'xl/styles.xml': formatStyles(),
  };
  return [
    ...Object.entries(files).map(([name, xml]) => ({ name, content: [DECLARATION + xml] })),
    ...sheets.map((sheet, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, content: formatSheet(sheet) })),
  ];
}

function formatRelationship(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
}

function formatRelationships(relationships: readonly string[]): string {
  return `<Relationships xmlns="${PACKAGE}/relationships">${relationships.join('')}</Relationships>`;
}

function formatStyles(): string {
  const formats = COLUMN_TYPES.map(
    (type) =>
      `<xf numFmtId="${NUMBER_FORMATS[type]}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>';
  const header =
    '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>';
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
  return (
    `<styleSheet xmlns="${MAIN}"><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
    `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
    `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
    `<cellXfs count="${formats.length + 2}">${plain}${formats.join('')}${header}</cellXfs>` +
    `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
  );
}

async function* formatSheet({ columnTypes, batches }: Sheet): AsyncGenerator<string> {
  const columns = columnTypes.map(
    (type, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${COLUMN_WIDTHS[type]}" style="${getStyle(type)}" customWidth="1"/>`,
  );
  yield (
    `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
      `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
      `<cols>${columns.join('')}</cols><sheetData>`
  );
  const letters = columnTypes.map((_, at) => toColumnLetters(at));
  const styles = columnTypes.map(getStyle);
  let number = 0;
  for await (const rows of batches) {
    let xml = '';
    for (const row of rows) {
      number += 1;
      xml += `<row r="${number}">`;
      for (const [at, cell] of row.entries())
        if (cell !== null)
          xml += formatCell(cell, `${letters[at]}${number}`, number === 1 ? HEADER_STYLE : styles[at]);
      xml += '</row>';
    }
    yield xml;
  }
  yield '</sheetData></worksheet>';
}

function formatCell(cell: string | number, place: string, style: number | undefined): string {
  return typeof cell === 'number'
    ? `<c r="${place}" s="${style}"><v>${cell}</v></c>`
    : `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${formatText(cell)}</t></is></c>`;
}

function toColumnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : toColumnLetters(Math.floor(at / 26) - 1) + last;
}

/** Characters that XML 1.0 cannot hold. */
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;
/** Spreadsheets read this as an escaped character. */
const ESCAPE_PATTERN = /_(?=x[\da-f]{4}_)/gi;

function formatText(text: string): string {
  const cut = text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1)}…` : text;
  return escapeXml(
    cut
      .replaceAll(/\r\n?/g, '\n')
      .replace(ESCAPE_PATTERN, '_x005F_')
      .replace(NOT_IN_XML, '\uFFFD')
      .toWellFormed(),
  );
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
