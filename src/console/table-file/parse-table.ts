import { unzipSync, zipSync } from 'fflate';
import Papa from 'papaparse';
import readWorkbook from 'read-excel-file/universal';
import { SECOND_MS } from '#contract/durations.ts';
import { MAX_BYTES, MAX_COLUMNS, MAX_ROWS, TableProblem } from './table-problem.ts';

const BYTE_ORDER_MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

function decodeText(bytes: Uint8Array): string {
  const marked = BYTE_ORDER_MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
  const encoding = marked?.encoding ?? guessUtf16(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const SAMPLE_BYTES = 1000;

function guessUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const enough = sample.length / 4;
  if (odd > enough && odd > even) return 'utf-16le';
  if (even > enough && even > odd) return 'utf-16be';
  return undefined;
}

export type Separator = 'auto' | '\t' | ';' | ',' | 'none';

export interface TableSource {
  content: string | ArrayBuffer;
  separator: Separator;
}

/** Many cells of a workbook can share one long text, so all cells count. */
const MAX_TEXT_LENGTH = 20_000_000;

const ZIP_START = [0x50, 0x4b, 0x03, 0x04];
const OLE_START = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * Returns rows of equal length without empty rows and without empty columns at the end.
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
  // Pictures and other binary files contain zeros.
  if (text.includes('\0')) throw new TableProblem('not-a-table');
  return parseText(text, separator);
}

function parseText(text: string, separator: Separator): string[][] {
  if (separator === 'none') return text.split(/\r\n|\r|\n/).map((line) => [line]);
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimiter: separator === 'auto' ? detectSeparator(text) : separator,
    skipEmptyLines: true,
    preview: MAX_ROWS + 2,
  });
  return data;
}

const SEPARATORS = ['\t', ';', ','] as const;
const SAMPLE_LENGTH = 200_000;
const SAMPLE_RECORDS = 50;
const MIN_SHARE = 0.5;

/** Signs between quotes separate nothing, and lines of one cell may stand above the table. */
function detectSeparator(text: string): string {
  const sample = text.replace(/^\uFEFF/, '').slice(0, SAMPLE_LENGTH);
  const isCut = sample.length < text.length - 1;
  let best: { separator: string; share: number } | undefined;
  for (const separator of SEPARATORS) {
    const { data } = Papa.parse<string[]>(sample, {
      delimiter: separator,
      skipEmptyLines: true,
      preview: SAMPLE_RECORDS,
    });
    const records = (isCut && data.length < SAMPLE_RECORDS ? data.slice(0, -1) : data).filter(
      ([first = '', ...others]) => others.length > 0 || first.trim() !== '',
    );
    const share = getUsualShare(records, separator);
    if (share > (best?.share ?? 0)) best = { separator, share };
  }
  return best?.separator ?? '\t';
}

function getUsualShare(records: readonly (readonly string[])[], separator: string): number {
  const start = records.findIndex(({ length }) => length > 1);
  if (start < 0) return 0;
  const isProse = separator === ',' && records.slice(start).every((cells) => cells.slice(1).every(isPadded));
  if (start > 0 && (isProse || records.length - start < 2)) return 0;
  const counts = new Map<number, number>();
  for (const { length } of records.slice(start)) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [usual, count] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one));
  return usual > 1 && count / (records.length - start) > MIN_SHARE ? count / records.length : 0;
}

const isPadded = (cell: string) => cell.startsWith(' ');

async function parseWorkbook(bytes: Uint8Array): Promise<string[][]> {
  try {
    const sheets = await readWorkbook(checkWorkbook(bytes));
    const rows: readonly (readonly unknown[])[] = sheets.find(({ data }) => data.length > 0)?.data ?? [];
    if (rows.length > MAX_ROWS + 1) throw new TableProblem('too-many-rows');
    return rows.map((row) => row.map(cellText));
  } catch (error) {
    if (error instanceof TableProblem) throw error;
    throw new TableProblem('damaged', { cause: error });
  }
}

function cellText(value: unknown): string {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return '';
    const nearestSecond = new Date(Math.round(value.getTime() / SECOND_MS) * SECOND_MS);
    const [day = '', time = ''] = nearestSecond.toISOString().split(/[T.]/);
    return time === '00:00:00' ? day : `${day} ${time}`;
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

function normalizeRows(rows: readonly (readonly string[])[]): string[][] {
  const trimmed = rows
    .map((row) => row.map((cell) => cell.replaceAll('\0', '').toWellFormed().trim()))
    .filter((row) => row.some((cell) => cell !== ''));
  if (trimmed.length === 0) throw new TableProblem('empty');
  if (trimmed.length > MAX_ROWS + 1) throw new TableProblem('too-many-rows');
  let columnCount = 0;
  for (const row of trimmed)
    columnCount = Math.max(columnCount, row.findLastIndex((cell) => cell !== '') + 1);
  const textLength = trimmed.reduce((sum, row) => row.reduce((rowSum, cell) => rowSum + cell.length, sum), 0);
  if (textLength > MAX_TEXT_LENGTH) throw new TableProblem('too-large');
  if (columnCount > MAX_COLUMNS) throw new TableProblem('too-many-columns');
  return trimmed.map((row) => Array.from({ length: columnCount }, (_, at) => row[at] ?? ''));
}

/** A small XLSX file can unpack to gigabytes. */
const MAX_UNPACKED_BYTES = 50 * 1024 * 1024;
const MAX_FILES = 500;

const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;
/** The library fills all of a sheet up to its last cell, so rows times columns are limited. */
const MAX_CELLS = 2 * MAX_ROWS * MAX_COLUMNS;

/**
 * Unpacks what the library reads of a workbook, refuses what would take it gigabytes or for ever, and packs it again without
 * compression: the library unpacks large files in workers that it makes of text, which the page's content security policy
 * forbids.
 * @throws TableProblem
 */
function checkWorkbook(bytes: Uint8Array): ArrayBuffer {
  let unpackedBytes = 0;
  let fileCount = 0;
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!/\.(?:xml|rels)$/.test(name)) return false;
      unpackedBytes += originalSize;
      fileCount += 1;
      if (unpackedBytes > MAX_UNPACKED_BYTES || fileCount > MAX_FILES) throw new TableProblem('too-large');
      return true;
    },
  });
  for (const file of Object.values(files)) checkReferences(new TextDecoder().decode(file));
  return zipSync(files, { level: 0 }).buffer;
}

/** A row's number or a cell's place, with any prefix, which the library drops. No more of it is read than a right one has, which bounds the work for any input. */
const REFERENCE = /(?<!xmlns)[\s"':]r\s?=\s?["']([^"']{0,12})/g;
const PLACE = /^([A-Z]{0,3})(\d{1,7})$/;

/** @throws TableProblem where a cell is named that no sheet has, or the sheet is larger than what is read */
function checkReferences(xml: string): void {
  if (!xml.includes('sheetData')) return;
  let [rowCount, columnCount] = [0, 0];
  for (const [, reference = ''] of xml.matchAll(REFERENCE)) {
    const [, letters = '', digits] = PLACE.exec(reference) ?? [];
    const row = Number(digits);
    const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
    if (!(row >= 1 && row <= LAST_ROW && column <= LAST_COLUMN)) throw new TableProblem('damaged');
    rowCount = Math.max(rowCount, row);
    columnCount = Math.max(columnCount, column);
  }
  if (rowCount * columnCount > MAX_CELLS)
    throw new TableProblem(rowCount > MAX_ROWS + 1 ? 'too-many-rows' : 'too-many-columns');
}
