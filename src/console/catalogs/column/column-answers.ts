import type { RunAnswer } from '#contract/desk/match-runs.ts';
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
  row: number;
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
  const rowKeys = rows.map((row, at) => {
    const value = toCell(row[column]);
    if (value === '') return undefined;
    const provinceText = province === undefined ? '' : toCell(row[province]);
    const cells = JSON.stringify([value, provinceText]);
    const key = keys.get(cells) ?? JSON.stringify([toValueKey(value), toValueKey(provinceText)]);
    keys.set(cells, key);
    const known = values.get(key);
    if (known) known.rowCount += 1;
    else values.set(key, { key, value, province: provinceText, rowCount: 1, row: at });
    return key;
  });
  return { values: [...values.values()], rowKeys };
}

export const toCell = (cell: string | undefined) =>
  (cell ?? '').trim().slice(0, MAX_VALUE_LENGTH).toWellFormed();

export type Results = ReadonlyMap<string, MatchedValue>;

export interface Decision {
  entry: MatchedEntry | null;
  by: 'hand' | 'threshold';
  person?: RunAnswer['by'];
  /** Answers that were given together have the same. */
  at?: number;
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

export type Judgement = AnswerSource | 'left' | 'undecided';

export function getJudgement(answer: Answer | undefined): Judgement {
  if (!answer) return 'undecided';
  return answer.entry ? answer.source : 'left';
}

/** An answer for a row and each row with the same value; null takes it back. */
export interface RowAnswer {
  row: number;
  answer: Pick<Decision, 'entry' | 'by'> | null;
}

/** `pending` answers are not stored yet, and later than all others. */
export function toDecisions(
  answers: readonly RunAnswer[],
  pending: readonly RowAnswer[],
  rowKeys: GroupedColumn['rowKeys'],
): Map<string, Decision> {
  const decisions = new Map<string, Decision>();
  for (const { row, entry, source, by, at } of answers) {
    const key = rowKeys[row];
    if (key !== undefined) decisions.set(key, { entry, by: source, person: by, at });
  }
  for (const { row, answer } of pending) {
    const key = rowKeys[row];
    if (key === undefined) continue;
    if (answer) decisions.set(key, { ...answer, at: Infinity });
    else decisions.delete(key);
  }
  return decisions;
}

/** Lists the answers that were accepted by their score: all, and those that were accepted last. */
export function listAccepted(values: readonly ColumnValue[], decisions: Decisions) {
  const all = values.flatMap(({ key, row }) => {
    const decision = decisions.get(key);
    return decision?.by === 'threshold' ? [{ row, decision }] : [];
  });
  const lastAt = Math.max(...all.map(({ decision }) => decision.at ?? 0));
  return { all, last: all.filter(({ decision }) => (decision.at ?? 0) === lastAt) };
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
