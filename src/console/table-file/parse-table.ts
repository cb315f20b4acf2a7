import { unzipSync, zipSync } from 'fflate';
import Papa from 'papaparse';
import readWorkbook from 'read-excel-file/universal';
import { decodeText } from './decode-text.ts';
import { MAX_BYTES, MAX_COLUMNS, MAX_ROWS, TableProblem } from './table-problem.ts';

/** What separates the cells of a text; `none`: every line is one cell. */
export type Separator = 'auto' | '\t' | ';' | ',' | 'none';

export interface TableSource {
  /** Pasted text, or the bytes of a CSV or XLSX file. */
  content: string | ArrayBuffer;
  separator: Separator;
}

/** Of an unpacked XLSX file: a small one can hold gigabytes. */
const MAX_UNPACKED_BYTES = 50 * 1024 * 1024;

const ZIP_START = [0x50, 0x4b, 0x03, 0x04];
const OLE_START = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * Rows of cells, of equal length, without empty rows and without empty columns at the end; cells are trimmed.
 * @throws TableProblem
 */
export async function parseTable({ content, separator }: TableSource): Promise<string[][]> {
  const size = typeof content === 'string' ? content.length : content.byteLength;
  if (size > MAX_BYTES) throw new TableProblem('too-large');
  return normalizeRows(await readRows(content, separator));
}

async function readRows(content: string | ArrayBuffer, separator: Separator): Promise<string[][]> {
  if (typeof content === 'string') return parseText(content, separator);
  const bytes = new Uint8Array(content);
  if (OLE_START.every((byte, at) => bytes[at] === byte)) throw new TableProblem('xls');
  if (ZIP_START.every((byte, at) => bytes[at] === byte)) return parseWorkbook(bytes);
  const text = decodeText(bytes);
  // Pictures and other binary files.
  if (text.includes('\0')) throw new TableProblem('not-a-table');
  return parseText(text, separator);
}

function parseText(text: string, separator: Separator): string[][] {
  if (separator === 'none') return text.split(/\r\n|\r|\n/).map((line) => [line]);
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimiter: separator === 'auto' ? detectSeparator(text) : separator,
    skipEmptyLines: true,
    // One more, and the header, to notice that there are too many.
    preview: MAX_ROWS + 2,
  });
  return data;
}

const SAMPLE_LINES = 50;

/** The separator that splits most lines into equally many cells; a tab stands in no cell. */
function detectSeparator(text: string): string {
  const lines = text.split(/\r\n|\r|\n/, SAMPLE_LINES).filter((line) => line.trim() !== '');
  if (lines.some((line) => line.includes('\t'))) return '\t';
  const scoreOf = (separator: string) => {
    const counts = lines.map((line) => line.split(separator).length);
    const usual = counts.filter((count) => count === counts[0]).length;
    return (counts[0] ?? 1) > 1 ? usual / lines.length : 0;
  };
  const [semicolon, comma] = [scoreOf(';'), scoreOf(',')];
  if (Math.max(semicolon, comma) === 0) return '\t';
  return semicolon >= comma ? ';' : ',';
}

/** The first sheet that has rows. */
async function parseWorkbook(bytes: Uint8Array): Promise<string[][]> {
  try {
    const sheets = await readWorkbook(storeUncompressed(bytes));
    const rows: readonly (readonly unknown[])[] = sheets.find(({ data }) => data.length > 0)?.data ?? [];
    if (rows.length > MAX_ROWS + 1) throw new TableProblem('too-many-rows');
    return rows.map((row) => row.map(formatCell));
  } catch (error) {
    if (error instanceof TableProblem) throw error;
    throw new TableProblem('damaged', { cause: error });
  }
}

/** The library unpacks large files in workers that it makes of text, which the page's content security policy forbids. */
function storeUncompressed(bytes: Uint8Array): ArrayBuffer {
  let unpackedBytes = 0;
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!/\.(?:xml|rels)$/.test(name)) return false;
      unpackedBytes += originalSize;
      if (unpackedBytes > MAX_UNPACKED_BYTES) throw new TableProblem('too-large');
      return true;
    },
  });
  return zipSync(files, { level: 0 }).buffer;
}

function formatCell(value: unknown): string {
  if (value instanceof Date) {
    const [day = '', time = ''] = value.toISOString().split(/[T.]/);
    return time === '00:00:00' ? day : `${day} ${time}`;
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

/** @throws TableProblem */
function normalizeRows(rows: readonly (readonly string[])[]): string[][] {
  const trimmed = rows
    // Neither can be stored or sent.
    .map((row) => row.map((cell) => cell.replaceAll('\0', '').toWellFormed().trim()))
    .filter((row) => row.some((cell) => cell !== ''));
  if (trimmed.length === 0) throw new TableProblem('empty');
  if (trimmed.length > MAX_ROWS + 1) throw new TableProblem('too-many-rows');
  let columnCount = 0;
  for (const row of trimmed)
    columnCount = Math.max(columnCount, row.findLastIndex((cell) => cell !== '') + 1);
  if (columnCount > MAX_COLUMNS) throw new TableProblem('too-many-columns');
  return trimmed.map((row) => Array.from({ length: columnCount }, (_, at) => row[at] ?? ''));
}
