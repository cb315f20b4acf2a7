import {
  MAX_VALUE_LENGTH,
  type MatchKind,
  type MatchedEntry,
  type MatchedValue,
  type SavedAnswer,
} from '#contract/desk/matching.ts';
import { toValueKey } from '#matching/value-key.ts';
import { toNameWords } from '#console/table-file/column-names.ts';
import { type Mapping, guessColumns } from '#console/table-file/guess-columns.ts';
import type { Table } from '#console/table-file/header.ts';

export const ANSWER_FIELDS = ['value', 'province', 'id', 'name'] as const;
export type AnswerField = (typeof ANSWER_FIELDS)[number];
export type AnswerColumns = Mapping<AnswerField>;

export const ANSWER_STATES = ['new', 'replaces', 'same', 'wrong', 'unchecked'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

export type AnswerFault = 'no-value' | 'long' | 'unknown-id' | 'unknown-name' | 'other-name' | 'twice';

export interface AnswerRow {
  key: string;
  number: number;
  value: string;
  province: string;
  id: string;
  name: string;
}

export interface CheckedAnswer {
  row: AnswerRow;
  state: AnswerState;
  fault?: AnswerFault;
  entry: MatchedEntry | null;
  known?: SavedAnswer;
  other?: number;
}

const FIELD_NAMES: Record<AnswerField, RegExp> = {
  value: /^(?:valor|value)$/,
  province: /^(?:provincia|province)$/,
  id: /^id$/,
  name: /^(?:nombre|name|respuesta|answer)$/,
};

export function suggestAnswerColumns(table: Table): AnswerColumns {
  return guessColumns(table, ANSWER_FIELDS, (field, { name }) =>
    FIELD_NAMES[field].test(toNameWords(name)) ? 1 : 0,
  );
}

export function readAnswerRows({ rows }: Table, columns: AnswerColumns): AnswerRow[] {
  return rows.map((cells, at) => {
    const read = (field: AnswerField) => (cells[columns[field] ?? -1] ?? '').trim().toWellFormed();
    return {
      key: String(at + 1),
      number: at + 1,
      value: read('value'),
      province: read('province'),
      id: read('id'),
      name: read('name'),
    };
  });
}

export function listEntriesToFind(rows: readonly AnswerRow[]): AnswerRow[] {
  return rows
    .filter((row) => !findTextFault(row) && (row.id !== '' || row.name !== ''))
    .map(({ key, number, id, name, province }) => ({
      key,
      number,
      id,
      name,
      value: id || name,
      province: id ? '' : province,
    }));
}

function findTextFault({ value, province, id, name }: AnswerRow): AnswerFault | undefined {
  if (value === '') return 'no-value';
  return [value, province, id, name].some((text) => text.length > MAX_VALUE_LENGTH) ? 'long' : undefined;
}

const toAnswerKey = ({ value, province }: { value: string; province: string }) =>
  JSON.stringify([toValueKey(value), toValueKey(province)]);

export function checkAnswers(
  catalog: MatchKind,
  rows: readonly AnswerRow[],
  results: ReadonlyMap<string, MatchedValue>,
  saved: readonly SavedAnswer[],
): CheckedAnswer[] {
  const known = new Map(saved.map((answer) => [toAnswerKey(answer), answer]));
  const before = new Map<string, CheckedAnswer>();
  return rows.map((row): CheckedAnswer => {
    const textFault = findTextFault(row);
    if (textFault) return { row, state: 'wrong', fault: textFault, entry: null };
    const found = findEntry(row, results.get(row.key));
    if (found === 'unchecked') return { row, state: 'unchecked', entry: null };
    if (typeof found === 'string') return { row, state: 'wrong', fault: found, entry: null };
    const answer = { row: catalog === 'city' ? row : { ...row, province: '' }, entry: found };
    const key = toAnswerKey(answer.row);
    const other = before.get(key);
    if (other && !isSameEntry(other.entry, found))
      return { ...answer, state: 'wrong', fault: 'twice', other: other.row.number };
    const old = known.get(key);
    const state = other || (old && isSameEntry(old.entry, found)) ? 'same' : old ? 'replaces' : 'new';
    const checked: CheckedAnswer = { ...answer, state, ...(old && { known: old }) };
    if (!other) before.set(key, checked);
    return checked;
  });
}

const isSameEntry = (one: MatchedEntry | null, other: MatchedEntry | null) => one?.id === other?.id;

function findEntry(
  { id, name }: AnswerRow,
  result: MatchedValue | undefined,
): MatchedEntry | null | AnswerFault | 'unchecked' {
  if (id === '' && name === '') return null;
  if (!result) return 'unchecked';
  const [best] = result.candidates;
  if (id === '') return best && result.certainty === 'sure' ? best.entry : 'unknown-name';
  if (best?.reason !== 'code' || best.entry.id !== id) return 'unknown-id';
  return name === '' || toValueKey(name) === toValueKey(best.entry.name) ? best.entry : 'other-name';
}

export function listNewAnswers(checked: readonly CheckedAnswer[]) {
  return checked
    .filter(({ state }) => state === 'new' || state === 'replaces')
    .map(({ row: { value, province }, entry }) => ({ value, province, entryId: entry?.id ?? null }));
}
