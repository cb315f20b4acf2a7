import type { MatchImport } from '#contract/desk/follow-up-import.ts';
import { toValueKey } from '#matching/value-key.ts';
import type { Table } from '#console/table-file/header.ts';
import type { ImportColumns, ImportField } from './import-columns.ts';
import { findDayOrder, parseDay } from './parse-day.ts';

export interface ImportRow {
  number: number;
  cells: readonly string[];
  clue: MatchImport['rows'][number];
  status: string;
  lostReason: string;
  note: string;
  date: string;
  day: string | undefined;
}

const MAX_CLUE_LENGTH = 300;

export function readImportRows({ rows }: Table, columns: ImportColumns): ImportRow[] {
  const getCell = (row: readonly string[], field: ImportField) => row[columns[field] ?? -1] ?? '';
  const dayOrder = findDayOrder(rows.map((row) => getCell(row, 'date')));
  return rows.map((row, at) => {
    const date = getCell(row, 'date');
    const clues = (['sid', 'phone', 'mail'] as const).map(
      (field) => [field, getCell(row, field).slice(0, MAX_CLUE_LENGTH).toWellFormed()] as const,
    );
    return {
      number: at + 1,
      cells: row,
      clue: Object.fromEntries(clues.filter(([, text]) => text !== '')),
      status: getCell(row, 'status'),
      lostReason: getCell(row, 'lostReason'),
      note: getCell(row, 'note'),
      date,
      day: parseDay(date, dayOrder),
    };
  });
}

export interface ImportText {
  key: string;
  text: string;
  rowCount: number;
}

/** Case and accents do not count; the most frequent text comes first. */
export function groupTexts(texts: readonly string[]): ImportText[] {
  const groups = new Map<string, ImportText>();
  for (const text of texts) {
    if (text === '') continue;
    const key = toValueKey(text);
    const group = groups.get(key);
    if (group) group.rowCount += 1;
    else groups.set(key, { key, text, rowCount: 1 });
  }
  return [...groups.values()].toSorted((a, b) => b.rowCount - a.rowCount);
}
