import {
  MAX_VALUE_LENGTH,
  type MatchKind,
  type MatchedEntry,
  type MatchedValue,
} from '#contract/desk/matching.ts';
import { toValueKey } from '#matching/value-key.ts';
import { toPoints } from '#console/table-file/candidates.ts';
import type { Table } from '#console/table-file/header.ts';

/** Spellings that differ only in case, accents and signs are one value. */
export interface ColumnValue {
  key: string;
  value: string;
  province: string;
  rowCount: number;
}

export interface GroupedColumn {
  values: ColumnValue[];
  rowKeys: (string | undefined)[];
}

export function groupValues(
  rows: readonly (readonly string[])[],
  column: number,
  province: number | undefined,
): GroupedColumn {
  const values = new Map<string, ColumnValue>();
  const keys = new Map<string, string>();
  const rowKeys = rows.map((row) => {
    const value = limit(row[column] ?? '');
    if (value === '') return undefined;
    const provinceText = province === undefined ? '' : limit(row[province] ?? '');
    const cells = JSON.stringify([value, provinceText]);
    const key = keys.get(cells) ?? JSON.stringify([toValueKey(value), toValueKey(provinceText)]);
    keys.set(cells, key);
    const known = values.get(key);
    if (known) known.rowCount += 1;
    else values.set(key, { key, value, province: provinceText, rowCount: 1 });
    return key;
  });
  return { values: [...values.values()], rowKeys };
}

const limit = (cell: string) => cell.trim().slice(0, MAX_VALUE_LENGTH).toWellFormed();

export type Results = ReadonlyMap<string, MatchedValue>;

export interface Decision {
  entry: MatchedEntry | null;
  by: 'hand' | 'threshold';
}
export type Decisions = ReadonlyMap<string, Decision>;

export type AnswerSource = 'sure' | 'dictionary' | 'threshold' | 'hand';

export interface Answer {
  entry: MatchedEntry | null;
  source: AnswerSource;
}

export function findAnswer(
  result: MatchedValue | undefined,
  decision: Decision | undefined,
): Answer | undefined {
  if (decision) return { entry: decision.entry, source: decision.by };
  if (result?.answer) return { entry: result.answer.entry, source: 'dictionary' };
  const [best] = result?.candidates ?? [];
  return result?.certainty === 'sure' && best ? { entry: best.entry, source: 'sure' } : undefined;
}

/** `missing` values were not compared, since the service could not be asked. */
export type Facet = 'sure' | 'doubtful' | 'none' | 'missing';

export function getFacet(result: MatchedValue | undefined): Facet {
  if (!result) return 'missing';
  return result.answer ? 'sure' : result.certainty;
}

export function listUnsavedAnswers(
  values: readonly ColumnValue[],
  results: Results,
  decisions: Decisions,
): { value: ColumnValue; entry: MatchedEntry | null }[] {
  return values.flatMap((value) => {
    const decision = decisions.get(value.key);
    if (decision?.by !== 'hand') return [];
    const saved = results.get(value.key)?.answer;
    const isSaved = saved && (saved.entry?.id ?? null) === (decision.entry?.id ?? null);
    return isSaved ? [] : [{ value, entry: decision.entry }];
  });
}

export function getScore(result: MatchedValue | undefined, entry: MatchedEntry | null): number | undefined {
  return entry ? result?.candidates.find((candidate) => candidate.entry.id === entry.id)?.score : undefined;
}

export type RowState = AnswerSource | 'undecided' | 'none' | 'missing' | 'empty';

interface Texts {
  heads: { id: string; name: string; region: string; link: string; score: string; state: string };
  states: Record<RowState, string>;
}

interface Matched {
  catalog: MatchKind;
  grouped: GroupedColumn;
  results: Results;
  decisions: Decisions;
}

/** A row that was not compared never looks like one without a match. */
export function buildRecords(
  { columns, rows }: Table,
  { catalog, grouped, results, decisions }: Matched,
  { heads, states }: Texts,
): string[][] {
  const isCity = catalog === 'city';
  const cells = new Map(
    grouped.values.map(({ key }) => {
      const result = results.get(key);
      const answer = findAnswer(result, decisions.get(key));
      const entry = answer?.entry ?? null;
      const score = getScore(result, entry);
      const state: RowState = answer
        ? answer.entry
          ? answer.source
          : 'none'
        : !result
          ? 'missing'
          : result.certainty === 'none'
            ? 'none'
            : 'undecided';
      const region = isCity ? [entry?.region ?? ''] : [];
      const points = score === undefined ? '' : String(toPoints(score));
      return [key, [entry?.id ?? '', entry?.name ?? '', ...region, entry?.link ?? '', points, states[state]]];
    }),
  );
  const empty = ['', '', ...(isCity ? [''] : []), '', '', states.empty];
  const { id, name, region, link, score, state } = heads;
  return [
    [...columns, id, name, ...(isCity ? [region] : []), link, score, state],
    ...rows.map((row, at) => [...row, ...(cells.get(grouped.rowKeys[at] ?? '') ?? empty)]),
  ];
}
