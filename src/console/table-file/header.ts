import { isKnownName } from './column-names.ts';
import { readExportColumn } from './own-export.ts';

/** Rows from the top among which the names of the columns are looked for. */
export const MAX_HEADER_ROWS = 20;
/** Rows that say what the table looks like. */
const SAMPLE_ROWS = 70;
const MAX_NAME_LENGTH = 200;
/** Of the cells that rows usually have: a row with fewer is no row of the table. */
const MIN_WIDTH = 0.6;

export interface Header {
  /** Index of the row that names the columns; undefined: none does. */
  row: number | undefined;
  /** Whether the person need not be asked. */
  isSure: boolean;
}

/** What stands for a value, never for the name of a column: numbers, dates, phones, mails, addresses of pages. */
const isValue = (cell: string) => /^[\d\s.,:/+()$%-]+$|@|^https?:/.test(cell.slice(0, MAX_NAME_LENGTH));

/** Finds the row that names the columns: below a title, a date or a greeting too. */
export function findHeader(rows: readonly (readonly string[])[]): Header {
  const sample = rows.slice(0, SAMPLE_ROWS).map((row) => row.filter((cell) => cell !== ''));
  const width = findUsualWidth(sample);
  const isWide = (cells: readonly string[]) => cells.length >= width * MIN_WIDTH;
  const scores = sample
    .slice(0, Math.min(MAX_HEADER_ROWS, rows.length - 1))
    .map((cells, at) => (isWide(cells) && (width > 1 || isFirst(sample, at)) ? scoreNames(cells) : 0));
  const best = Math.max(0, ...scores);
  if (best > 0) {
    const row = scores.indexOf(best);
    const names = sample[row] ?? [];
    const above = sample.slice(0, row);
    return { row, isSure: above.every((cells) => cells.length < names.length || isProse(cells)) };
  }
  const [first = []] = sample;
  const isTitled = width >= 2 && (width === 2 ? first.length === 1 && isProse(first) : !isWide(first));
  return { row: undefined, isSure: rows.length < 2 || !(isTitled || looksLikeNames(rows)) };
}

/** The number of cells that most rows have; of equals the larger. */
function findUsualWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows.slice(rows.length > 1 ? 1 : 0))
    counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].reduce(
    (best, other) => (other[1] > best[1] || (other[1] === best[1] && other[0] > best[0]) ? other : best),
    [0, 0] as [number, number],
  )[0];
}

/** A single column has its name in the first row, or below a sentence. */
const isFirst = (sample: readonly (readonly string[])[], at: number) => sample.slice(0, at).every(isProse);

const isProse = (cells: readonly string[]) =>
  cells.length === 1 && (cells[0] ?? '').slice(0, MAX_NAME_LENGTH).split(/\s+/).length >= 3;

/** The number of known names; 0 where a row names no columns. */
function scoreNames(cells: readonly string[]): number {
  if (cells.some(isValue)) return 0;
  const known = cells.filter((cell) => readExportColumn(cell) !== undefined || isKnownName(cell)).length;
  return known >= Math.max(1, cells.length / 3) ? known : 0;
}

/** Whether the first row has words where the others have values, so that it may name the columns in words of its own. */
function looksLikeNames([first = [], ...rest]: readonly (readonly string[])[]): boolean {
  const below = rest.slice(0, SAMPLE_ROWS);
  if (below.length < 3 || first.some((cell) => isValue(cell) || cell.length > 60)) return false;
  return first.some((cell, column) => {
    const cells = below.map((row) => row[column] ?? '').filter((text) => text !== '');
    return cell !== '' && cells.length >= 3 && cells.every(isValue);
  });
}

export interface Table {
  /** Names of the columns; all different. */
  columns: string[];
  rows: string[][];
}

/** Which rows of a file are what. */
export interface TableParts {
  /** Index of the row that names the columns; undefined: none does. */
  header: number | undefined;
  /** Index of the first row of data: those above it are skipped. */
  firstRow: number;
}

/** @param formatNumber name of a column that has none, by its number from 1 */
export function toTable(
  rows: readonly string[][],
  { header, firstRow }: TableParts,
  formatNumber: (number: number) => string,
): Table {
  const cells = (header === undefined ? rows[0]?.map(() => '') : rows[header]) ?? [];
  const names = new Map<string, number>();
  const columns = cells.map((cell, at) => {
    const name = cell.slice(0, MAX_NAME_LENGTH) || formatNumber(at + 1);
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    return count > 1 ? `${name} (${count})` : name;
  });
  return { columns, rows: rows.slice(firstRow) };
}
