import type { IMPORT_SKIP_REASONS, ImportMatch, MatchImport } from '#contract/desk/follow-up-import.ts';
import type { Status } from '#contract/follow-up/follow-up-state.ts';
import { isRoundedNumber } from '#contract/search.ts';
import { MAX_NOTE_LENGTH } from '#contract/follow-up/note-change.ts';
import { toValueKey } from '#matching/value-key.ts';
import type { Table } from '#console/table-file/header.ts';
import type { ImportColumns, ImportField } from './import-columns.ts';
import { type Span, findDayOrder, parseDay, parseSpan } from './parse-day.ts';
import { type LostReason, suggestLostReason, suggestStatus } from './status-words.ts';

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
  return rows
    .filter((cells) => !isExportNote(cells))
    .map((row, at) => {
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

const isExportNote = ([first = '', ...others]: readonly string[]) =>
  /^PAR[CT]IAL: /.test(first) && others.every((cell) => cell === '');

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

/** A person decides on `left-out`; `unknown` rows were not looked up. */
export type ImportBucket =
  | (typeof IMPORT_SKIP_REASONS)[number]
  | 'ready'
  | 'left-out'
  | 'unchanged'
  | 'unknown';

export type StatusChoice = Status | 'note-only' | 'left-out';

/** `day` chooses the last inquiry up to the row's day. */
export const MATCH_RULES = ['day', 'newest', 'hand'] as const;
export type MatchRule = (typeof MATCH_RULES)[number];

export type Explanation =
  | 'no-clue'
  | 'rounded-phone'
  | 'unknown-status'
  | 'unknown-date'
  | 'nothing-to-import'
  | 'note-too-long'
  | 'only-later'
  | 'two-buyers';

export interface SortedRow {
  row: ImportRow;
  bucket: ImportBucket;
  explanation?: Explanation;
  duplicateOf?: number;
  candidates: readonly ImportMatch[];
  match?: ImportMatch;
  status?: Status;
  lostReason?: LostReason;
  answeredAt?: number;
  note: string;
}

const ANSWERED: ReadonlySet<Status> = new Set(['answered', 'contacted', 'appointment', 'won']);
export const impliesAnswer = ({ status }: Pick<SortedRow, 'status'>): boolean =>
  status !== undefined && ANSWERED.has(status);

export interface ImportChoices {
  statuses: ReadonlyMap<string, StatusChoice>;
  lostReasons: ReadonlyMap<string, LostReason>;
  rule: MatchRule;
  hasAnswerDates: boolean;
  isOwnExport: boolean;
  picks: ReadonlyMap<number, ImportMatch>;
}

export function getStatusChoice(text: string, statuses: ImportChoices['statuses']): StatusChoice | undefined {
  return text === '' ? 'note-only' : (statuses.get(toValueKey(text)) ?? suggestStatus(text));
}

export function getLostReason(text: string, lostReasons: ImportChoices['lostReasons']): LostReason {
  return lostReasons.get(toValueKey(text)) ?? suggestLostReason(text) ?? 'other';
}

export const isSameInquiry = (
  one: Pick<ImportMatch, 'adminMail' | 'sid'>,
  other: Pick<ImportMatch, 'adminMail' | 'sid'>,
) => one.sid === other.sid && one.adminMail === other.adminMail;

export function sortRows(
  rows: readonly ImportRow[],
  matchesByNumber: ReadonlyMap<string, readonly ImportMatch[]>,
  choices: ImportChoices,
  zone: string,
): SortedRow[] {
  const spans = new Map<string, Span>();
  const getSpan = ({ day, date }: ImportRow) => {
    if (day === undefined) return undefined;
    const span = spans.get(date) ?? parseSpan(date, day, zone);
    spans.set(date, span);
    return span;
  };
  const sorted = rows.map((row) => sortRow(row, matchesByNumber.get(String(row.number)), choices, getSpan));
  return markRepeated(sorted);
}

function sortRow(
  row: ImportRow,
  matches: readonly ImportMatch[] | undefined,
  choices: ImportChoices,
  getSpan: (row: ImportRow) => Span | undefined,
): SortedRow {
  const choice = getStatusChoice(row.status, choices.statuses);
  const note = row.note && row.date && !choices.isOwnExport ? `${row.date}: ${row.note}` : row.note;
  const candidates = matches ?? [];
  if (choice === 'left-out') return { row, bucket: 'left-out', candidates, note };
  const malformation = findMalformation(row, choice, note);
  if (malformation) return { row, bucket: 'malformed', explanation: malformation, candidates, note };
  const status = choice === 'note-only' ? undefined : choice;
  const reasonText = row.lostReason || row.status;
  const result = {
    row,
    candidates,
    note,
    ...(status && { status }),
    ...(status === 'lost' && { lostReason: getLostReason(reasonText, choices.lostReasons) }),
  };
  if (!matches) return { ...result, bucket: 'unknown' };
  const span = getSpan(row);
  const match = chooseMatch(row, matches, choices, span);
  if (match === 'ambiguous') return { ...result, bucket: 'ambiguous' };
  if (match === 'two-buyers') return { ...result, bucket: 'ambiguous', explanation: 'two-buyers' };
  if (!match)
    return {
      ...result,
      bucket: 'no-match',
      ...(candidates.length > 0 && { explanation: 'only-later' as const }),
    };
  if (match.hasFollowUp)
    return choices.isOwnExport
      ? compareWithMatch(result, match)
      : { ...result, bucket: 'has-follow-up', match };
  const answeredAt =
    impliesAnswer(result) && choices.hasAnswerDates ? findAnsweredAt(span, match) : undefined;
  const ready: SortedRow = {
    ...result,
    bucket: 'ready',
    match,
    ...(answeredAt !== undefined && { answeredAt }),
  };
  return choices.isOwnExport ? compareWithMatch(ready, match) : ready;
}

function compareWithMatch(result: Omit<SortedRow, 'bucket'>, match: ImportMatch): SortedRow {
  const { status, lostReason, ...rest } = result;
  const isSameReason =
    status !== 'lost' || result.row.lostReason === '' || lostReason === (match.lostReason ?? 'other');
  if (status !== undefined && (status !== match.status || !isSameReason))
    return { ...result, bucket: 'ready', match };
  return { ...rest, bucket: result.note === '' ? 'unchanged' : 'ready', match };
}

/**
 * decided: a day without a time stands for the middle of what the inquiry leaves of it; a date before the
 * inquiry says nothing of its answer.
 */
function findAnsweredAt(span: Span | undefined, { at }: ImportMatch): number | undefined {
  if (!span || span.to < at) return undefined;
  return Math.round((Math.max(span.from, at) + span.to) / 2);
}

function areOfTwoBuyers(candidates: readonly ImportMatch[]): boolean {
  const isBy = (clue: 'phone' | 'mail') => candidates.some(({ by }) => by.includes(clue));
  return isBy('phone') && isBy('mail') && candidates.every(({ by }) => by.length < 2);
}

function findMalformation(
  row: ImportRow,
  choice: StatusChoice | undefined,
  note: string,
): Explanation | undefined {
  const { sid, phone = '', mail } = row.clue;
  if (!sid && !mail && !phone) return 'no-clue';
  if (!sid && !mail && isRoundedNumber(phone)) return 'rounded-phone';
  if (!choice) return 'unknown-status';
  if (row.date && !row.day) return 'unknown-date';
  if (choice === 'note-only' && !note) return 'nothing-to-import';
  return note.length > MAX_NOTE_LENGTH ? 'note-too-long' : undefined;
}

function chooseMatch(
  { number, clue }: ImportRow,
  candidates: readonly ImportMatch[],
  { rule, picks }: ImportChoices,
  span: Span | undefined,
): ImportMatch | 'ambiguous' | 'two-buyers' | undefined {
  const pick = picks.get(number);
  const picked = pick && candidates.find((candidate) => isSameInquiry(candidate, pick));
  if (picked) return picked;
  if (areOfTwoBuyers(candidates)) return 'two-buyers';
  const isByDay = rule === 'day' && span !== undefined && !clue.sid;
  const eligible = isByDay ? candidates.filter(({ at }) => at <= span.dayEnd) : candidates;
  if (eligible.length > 1 && rule !== 'newest' && !isByDay) return 'ambiguous';
  return eligible[0];
}

/** The row with the latest day is imported if several are of one inquiry, the first of equal days. */
function markRepeated(sorted: readonly SortedRow[]): SortedRow[] {
  const latest = new Map<string, ImportRow>();
  const keyOf = ({ adminMail, sid }: ImportMatch) => `${adminMail} ${sid}`;
  for (const { row, bucket, match } of sorted) {
    if (bucket !== 'ready' || !match) continue;
    const other = latest.get(keyOf(match));
    if (!other || (row.day ?? '') > (other.day ?? '')) latest.set(keyOf(match), row);
  }
  return sorted.map((result) => {
    const imported = result.match && latest.get(keyOf(result.match));
    return result.bucket === 'ready' && imported && imported !== result.row
      ? { ...result, bucket: 'twice', duplicateOf: imported.number }
      : result;
  });
}

export function countBuckets(sorted: readonly SortedRow[]): Map<ImportBucket, number> {
  const counts = new Map<ImportBucket, number>();
  for (const { bucket } of sorted) counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  return counts;
}
