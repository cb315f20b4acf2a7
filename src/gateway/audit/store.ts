import { type Kysely, type Transaction, type SelectQueryBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import {
  AUDIT_PAGE,
  AuditChange,
  type AuditEntry,
  AuditExportRequest,
  AuditExportResult,
  type AuditFilter,
  type AuditEntryPage,
} from '#contract/desk/audit.ts';
import { columnContains, findMatchingValues } from '#database/text-search.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { parseBuyerName } from '#gateway/inquiries/entries.ts';
import type { InquiryTables } from '#gateway/inquiries/tables.ts';
import { firstIdOfDay } from '#gateway/first-id-of-day.ts';
import { type PeopleTables, fetchNames, fetchTokenNames, mailKey } from '#gateway/people/store.ts';
import { addDays } from '#contract/window.ts';
import { type Random, createMonotonicUlid } from '#system/random.ts';

export interface AuditTables {
  /** Append-only by triggers: only a null `status` may be set, once. */
  audit: AuditRow;
}

interface AuditRow {
  id: string;
  at: number;
  person_id: string | null;
  person_mail: string | null;
  person_role: Role | null;
  /** The token that the call was made by, or a refused one. */
  token_id: string | null;
  address: string;
  action: string;
  agency: string | null;
  target: string | null;
  status: number | null;
  code: string | null;
  /** Outcome of a stream, whose status was sent at its start. */
  outcome: StreamOutcome | null;
  /** JSON of `AuditExportRequest`, `AuditExportResult`, and `AuditChange[]`. */
  request: string | null;
  result: string | null;
  changes: string | null;
}

type StreamOutcome = Exclude<AuditEntry['outcome'], 'done' | 'unknown'>;

/** The person of an entry. */
export interface Actor {
  id: string;
  mail: string;
  role: Role;
}

export interface NewAuditEntry {
  person: Actor | undefined;
  /** Id of the token that the call was made by. */
  token?: string | undefined;
  address: string;
  action: string;
  agency?: string | undefined;
  target?: string | undefined;
  request?: AuditExportRequest;
}

/** Outcome of a call: HTTP status, and the problem code of a refusal. */
export interface EntryOutcome {
  status: number;
  code: string | undefined;
  /** Outcome of a stream, which ends after its status was sent. */
  outcome?: StreamOutcome | undefined;
  result?: AuditExportResult;
  changes?: readonly AuditChange[] | undefined;
}

/** Creates the id of an entry of a time, ms since 1970. */
export type CreateAuditId = (now: number) => string;

/** Creates ids of entries that rise within a millisecond and keep the time also after the clock was set back. */
export function createAuditIds(random: Random): CreateAuditId {
  let next = createMonotonicUlid(random);
  let lastAt = 0;
  return (now) => {
    if (now < lastAt) next = createMonotonicUlid(random);
    lastAt = now;
    return next(now);
  };
}

/** Longer than any valid value; anything longer is truncated. */
const MAX_AUDIT_TEXT_LENGTH = 100;
/** A changed value is truncated to this length; a list of agencies may be longer. */
const MAX_CHANGED_VALUE_LENGTH = 400;

/** Inserts an entry; without an outcome `completeEntry` has to follow. @returns its id */
export async function insertEntry(
  db: Kysely<AuditTables> | Transaction<AuditTables>,
  { person, token, address, action, agency, target, request }: NewAuditEntry,
  { now, createAuditId }: { now: number; createAuditId: CreateAuditId },
  outcome?: EntryOutcome,
): Promise<string> {
  const id = createAuditId(now);
  await db
    .insertInto('audit')
    .values({
      id,
      at: now,
      person_id: person?.id ?? null,
      person_mail: person?.mail ?? null,
      person_role: person?.role ?? null,
      token_id: token ?? null,
      address,
      action,
      agency: sanitizeAuditText(agency)?.toLowerCase() ?? null,
      target: sanitizeAuditText(target) ?? null,
      status: outcome?.status ?? null,
      code: outcome?.code ?? null,
      outcome: outcome?.outcome ?? null,
      request: request ? JSON.stringify(request) : null,
      result: outcome?.result ? JSON.stringify(outcome.result) : null,
      changes: formatChanges(outcome?.changes),
    })
    .execute();
  return id;
}

/** Sets the outcome, agency and target of a pending entry. */
export async function completeEntry(
  db: Kysely<AuditTables> | Transaction<AuditTables>,
  id: string,
  { status, code, outcome, result, changes }: EntryOutcome,
  { agency, target }: Pick<NewAuditEntry, 'agency' | 'target'>,
): Promise<void> {
  await db
    .updateTable('audit')
    .set({
      status,
      code: code ?? null,
      outcome: outcome ?? null,
      result: result ? JSON.stringify(result) : null,
      changes: formatChanges(changes),
      agency: sanitizeAuditText(agency)?.toLowerCase() ?? null,
      target: sanitizeAuditText(target) ?? null,
    })
    .where((eb) => eb.and({ id, status: null }))
    .execute();
}

interface PageStart {
  before?: string | undefined;
  timeZone: string;
}

/** One page of matching entries, newest first. */
export async function fetchAuditPage(
  db: Kysely<AuditTables>,
  filter: AuditFilter,
  { before, timeZone }: PageStart,
): Promise<AuditEntryPage> {
  const query = selectMatchingEntries(db, filter, timeZone)
    .$if(before !== undefined, (q) => q.where('id', '<', before ?? ''))
    .limit(AUDIT_PAGE + 1);
  const lookup = await findFewValues(db, filter);
  const results = lookup
    ? await Promise.all(lookup.values.map((value) => query.where(lookup.column, '=', value).execute()))
    : [await query.execute()];
  const rows = results.flat().toSorted((a, b) => (a.id < b.id ? 1 : -1));
  return { entries: rows.slice(0, AUDIT_PAGE).map(toAuditEntry), more: rows.length > AUDIT_PAGE };
}

/** Adds the names that people have now. */
export async function addNames(
  db: Kysely<PeopleTables>,
  entries: readonly AuditEntry[],
): Promise<AuditEntry[]> {
  const ids = entries.flatMap(({ person, target }) => [person?.id ?? '', target ?? '']);
  const names = await fetchNames(db, ids);
  return entries.map((entry) => ({
    ...entry,
    personName: names.get(entry.person?.id ?? ''),
    targetName: names.get(entry.target ?? ''),
  }));
}

/** Adds the names of tokens. */
export async function addTokenNames(
  db: Kysely<PeopleTables>,
  entries: readonly AuditEntry[],
): Promise<AuditEntry[]> {
  const names = await fetchTokenNames(
    db,
    entries.flatMap(({ tokenId }) => tokenId ?? []),
  );
  return entries.map((entry) => ({ ...entry, tokenName: names.get(entry.tokenId ?? '') }));
}

/** Adds the names of buyers to entries about inquiries of the index. */
export async function addBuyers(
  db: Kysely<InquiryTables>,
  entries: readonly AuditEntry[],
): Promise<AuditEntry[]> {
  const targets = entries.flatMap(({ agency, target }) => (agency && target ? [{ agency, target }] : []));
  if (targets.length === 0) return [...entries];
  const rows = await db
    .selectFrom('inquiry')
    .select(['agency_key', 'sid', 'data'])
    .where('agency_key', 'in', [...new Set(targets.map(({ agency }) => mailKey(agency)))])
    .where(
      'sid',
      'in',
      targets.map(({ target }) => target.toUpperCase()),
    )
    .where('erased_at', 'is', null)
    .execute();
  const buyers = new Map(rows.map(({ agency_key, sid, data }) => [`${agency_key} ${sid}`, data]));
  return entries.map((entry) => {
    const { agency, target } = entry;
    const data = agency && target && buyers.get(`${mailKey(agency)} ${target.toUpperCase()}`);
    const buyer = data ? parseBuyerName(data) : null;
    return buyer === null ? entry : { ...entry, targetName: buyer };
  });
}

/** Entries scanned per query, so that other queries do not wait for long. */
const SLICE = 1000;

/** Matches among the next `SLICE` entries, newest first; `next` is the cursor of the following slice. */
export async function fetchAuditSlice(
  db: Kysely<AuditTables>,
  filter: AuditFilter,
  { before, timeZone }: PageStart,
): Promise<{ entries: AuditEntry[]; next: string | undefined }> {
  const { from, to } = filter;
  const last = await withinDays(db.selectFrom('audit').select('id'), { from, to, before, timeZone })
    .orderBy('id', 'desc')
    .limit(1)
    .offset(SLICE - 1)
    .executeTakeFirst();
  const rows = await selectMatchingEntries(db, filter, timeZone)
    .$if(before !== undefined, (q) => q.where('id', '<', before ?? ''))
    .$if(last !== undefined, (q) => q.where('id', '>=', last?.id ?? ''))
    .execute();
  return { entries: rows.map(toAuditEntry), next: last?.id };
}

/** Values that contain the given part of a mail, where they are few enough for an indexed lookup each. */
async function findFewValues(db: Kysely<AuditTables>, { person, agency }: AuditFilter) {
  for (const [column, part] of [
    ['person_mail', person],
    ['agency', agency],
  ] as const) {
    const values = part ? await findMatchingValues(db, ['audit', column], mailKey(part)) : undefined;
    if (values) return { column, values };
  }
  return undefined;
}

function withinDays<Row>(
  query: SelectQueryBuilder<AuditTables, 'audit', Row>,
  { from, to, before, timeZone }: Pick<AuditFilter, 'from' | 'to'> & PageStart,
): SelectQueryBuilder<AuditTables, 'audit', Row> {
  return query
    .$if(from !== undefined, (q) => q.where('id', '>=', firstIdOfDay(from ?? '', timeZone)))
    .$if(to !== undefined, (q) => q.where('id', '<', firstIdOfDay(addDays(to ?? '', 1), timeZone)))
    .$if(before !== undefined, (q) => q.where('id', '<', before ?? ''));
}

function selectMatchingEntries(
  db: Kysely<AuditTables>,
  { from, to, person, action, agency, outcome }: AuditFilter,
  timeZone: string,
) {
  return (
    withinDays(db.selectFrom('audit').selectAll(), { from, to, timeZone })
      .$if(Boolean(person), (q) =>
        q.where((eb) => columnContains(eb.ref('person_mail'), mailKey(person ?? ''))),
      )
      .$if(Boolean(agency), (q) => q.where((eb) => columnContains(eb.ref('agency'), mailKey(agency ?? ''))))
      .$if(Boolean(action), (q) => q.where('action', '=', action ?? ''))
      // Must equal the expression of the index.
      .$if(outcome !== undefined, (q) =>
        q.where(
          sql<string>`(case when status is null then 'unknown' when outcome is not null then outcome when status < 400 then 'done' when status < 500 then 'refused' else 'failed' end)`,
          '=',
          outcome ?? '',
        ),
      )
      .orderBy('id', 'desc')
  );
}

function toAuditEntry(row: AuditRow): AuditEntry {
  const { id, at, person_id, person_mail, person_role, address, action, agency, target, status, code } = row;
  const { token_id, outcome, request, result, changes } = row;
  return {
    id,
    at,
    person:
      person_id === null || person_mail === null || person_role === null
        ? null
        : { id: person_id, mail: person_mail, role: person_role },
    ...(token_id !== null && { tokenId: token_id }),
    address,
    action,
    agency,
    target,
    outcome: outcome ?? toOutcome(status),
    status,
    code,
    request: request === null ? null : z.parse(AuditExportRequest, JSON.parse(request)),
    result: result === null ? null : z.parse(AuditExportResult, JSON.parse(result)),
    ...(changes !== null && { changes: z.parse(z.array(AuditChange), JSON.parse(changes)) }),
  };
}

function toOutcome(status: number | null): AuditEntry['outcome'] {
  if (status === null) return 'unknown';
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
}

/** JSON of changes; null: none. */
function formatChanges(changes: readonly AuditChange[] | undefined): string | null {
  if (!changes || changes.length === 0) return null;
  return JSON.stringify(changes, (_, value: unknown) =>
    typeof value === 'string' ? sanitizeAuditText(value, MAX_CHANGED_VALUE_LENGTH) : value,
  );
}

/** Replaces control characters and truncates. */
function sanitizeAuditText(text: string | undefined, maxLength = MAX_AUDIT_TEXT_LENGTH): string | undefined {
  return text?.replace(/\p{Cc}+/gu, ' ').slice(0, maxLength);
}
