import { type RunAnswer, type RunColumn, isMatchKind } from '#contract/desk/match-runs.ts';
import {
  MATCH_KINDS,
  MAX_VALUE_LENGTH,
  type MatchKind,
  type MatchedEntry,
  type MatchedValue,
} from '#contract/desk/matching.ts';
import { toValueKey } from '#matching/value-key.ts';

/** Spellings that differ only in case, accents and signs are one value. */
export interface RunValue {
  key: string;
  catalog: MatchKind;
  value: string;
  province: string;
  rowCount: number;
  row: number;
}

export interface GroupedColumn {
  values: RunValue[];
  rowKeys: (string | undefined)[];
}

export function groupValues(
  catalog: MatchKind,
  column: readonly (string | undefined)[],
  provinces?: readonly (string | undefined)[],
): GroupedColumn {
  const values = new Map<string, RunValue>();
  const keys = new Map<string, string>();
  const rowKeys = column.map((cell, row) => {
    const value = toCell(cell);
    if (value === '') return undefined;
    const province = toCell(provinces?.[row]);
    const cells = JSON.stringify([value, province]);
    const key = keys.get(cells) ?? JSON.stringify([catalog, toValueKey(value), toValueKey(province)]);
    keys.set(cells, key);
    const known = values.get(key);
    if (known) known.rowCount += 1;
    else values.set(key, { key, catalog, value, province, rowCount: 1, row });
    return key;
  });
  return { values: [...values.values()], rowKeys };
}

export const toCell = (cell: string | undefined) =>
  (cell ?? '').trim().slice(0, MAX_VALUE_LENGTH).toWellFormed();

export type GroupedColumns = Partial<Record<MatchKind, GroupedColumn>>;

export function groupColumns(columns: readonly RunColumn[]): GroupedColumns {
  const provinces = columns.find(({ field }) => field === 'region')?.cells;
  const grouped: GroupedColumns = {};
  for (const { field, cells } of columns)
    if (isMatchKind(field))
      grouped[field] = groupValues(field, cells, field === 'city' ? provinces : undefined);
  return grouped;
}

export const listValues = (grouped: GroupedColumns): RunValue[] =>
  MATCH_KINDS.flatMap((catalog) => grouped[catalog]?.values ?? []);

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

export type Judgement = AnswerSource | 'left' | 'undecided';

export function getJudgement(answer: Answer | undefined): Judgement {
  if (!answer) return 'undecided';
  return answer.entry ? answer.source : 'left';
}

/** An answer for the value of a row, and with it for each row with the same value; null takes it back. */
export interface ValueAnswer {
  catalog: MatchKind;
  row: number;
  answer: Pick<Decision, 'entry' | 'by'> | null;
}

/** `pending` answers are not stored yet, and later than all others. */
export function toDecisions(
  answers: readonly RunAnswer[],
  pending: readonly ValueAnswer[],
  grouped: GroupedColumns,
): Map<string, Decision> {
  const decisions = new Map<string, Decision>();
  for (const { catalog, row, entry, source, by, at } of answers) {
    const key = grouped[catalog]?.rowKeys[row];
    if (key !== undefined) decisions.set(key, { entry, by: source, person: by, at });
  }
  for (const { catalog, row, answer } of pending) {
    const key = grouped[catalog]?.rowKeys[row];
    if (key === undefined) continue;
    if (answer) decisions.set(key, { ...answer, at: Infinity });
    else decisions.delete(key);
  }
  return decisions;
}

/** Lists the answers that were accepted by their score: all, and those that were accepted last. */
export function listAccepted(values: readonly RunValue[], decisions: Decisions) {
  const all = values.flatMap(({ key, catalog, row }) => {
    const decision = decisions.get(key);
    return decision?.by === 'threshold' ? [{ catalog, row, decision }] : [];
  });
  const lastAt = all.reduce((latest, { decision }) => Math.max(latest, decision.at ?? 0), 0);
  return { all, last: all.filter(({ decision }) => (decision.at ?? 0) === lastAt) };
}
export type AcceptedAnswer = ReturnType<typeof listAccepted>['all'][number];

export function listUnsavedAnswers(
  values: readonly RunValue[],
  results: Results,
  decisions: Decisions,
): { value: RunValue; entry: MatchedEntry | null }[] {
  return values.flatMap((value) => {
    const decision = decisions.get(value.key);
    if (decision?.by !== 'hand') return [];
    const saved = results.get(value.key)?.answer;
    const isSaved = saved && (saved.entry?.id ?? null) === (decision.entry?.id ?? null);
    return isSaved ? [] : [{ value, entry: decision.entry }];
  });
}
