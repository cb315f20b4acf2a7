import { MAX_HEADER_LENGTH, isKnownName, readExportColumn } from './column-names.ts';

export const MAX_HEADER_ROWS = 20;
const HEADER_SAMPLE_ROWS = 70;
const MIN_WIDTH = 0.6;

export interface Header {
  row: number | undefined;
  isSure: boolean;
}

/** Numbers, dates, phones, mails and addresses of pages are values, never names of columns. */
const isValue = (cell: string) => /^[\d\s.,:/+()$%-]+$|@|^https?:/.test(cell.slice(0, MAX_HEADER_LENGTH));

export function findHeader(rows: readonly (readonly string[])[]): Header {
  const sample = rows.slice(0, HEADER_SAMPLE_ROWS).map((row) => row.filter((cell) => cell !== ''));
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

function findUsualWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows.slice(rows.length > 1 ? 1 : 0))
    counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].reduce(
    (best, other) => (other[1] > best[1] || (other[1] === best[1] && other[0] > best[0]) ? other : best),
    [0, 0] as [number, number],
  )[0];
}

const isFirst = (sample: readonly (readonly string[])[], at: number) => sample.slice(0, at).every(isProse);

const isProse = (cells: readonly string[]) =>
  cells.length === 1 && (cells[0] ?? '').slice(0, MAX_HEADER_LENGTH).split(/\s+/).length >= 3;

function scoreNames(cells: readonly string[]): number {
  if (cells.some(isValue)) return 0;
  const known = cells.filter((cell) => readExportColumn(cell) !== undefined || isKnownName(cell)).length;
  return known >= Math.max(1, cells.length / 3) ? known : 0;
}

/** The first row may name the columns in words of its own: it has words where the others have values. */
function looksLikeNames([first = [], ...rest]: readonly (readonly string[])[]): boolean {
  const below = rest.slice(0, HEADER_SAMPLE_ROWS);
  if (below.length < 3 || first.some((cell) => isValue(cell) || cell.length > 60)) return false;
  return first.some((cell, column) => {
    const cells = below.map((row) => row[column] ?? '').filter((text) => text !== '');
    return cell !== '' && cells.length >= 3 && cells.every(isValue);
  });
}

export interface Table {
  columns: string[];
  rows: string[][];
}

export interface TableParts {
  header: number | undefined;
  firstRow: number;
}

export function toTable(
  rows: readonly string[][],
  { header, firstRow }: TableParts,
  formatNumber: (number: number) => string,
): Table {
  const cells = (header === undefined ? rows[0]?.map(() => '') : rows[header]) ?? [];
  const names = new Map<string, number>();
  const columns = cells.map((cell, at) => {
    const name = cell.slice(0, MAX_HEADER_LENGTH) || formatNumber(at + 1);
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    return count > 1 ? `${name} (${count})` : name;
  });
  return { columns, rows: rows.slice(firstRow) };
}
