import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { monotonicFactory } from 'ulid';
import * as z from 'zod/mini';
import {
  AUDIT_PAGE,
  type AuditEntry,
  AuditExportRequest,
  AuditExportResult,
  type AuditFilter,
  type AuditPage,
} from '#contract/desk/audit.ts';
import { columnContains, findMatchingValues } from '#database/text-search.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { firstIdOf } from '#gateway/day-ids.ts';
import { mailKey } from '#gateway/people/store.ts';
import { addDays } from '#contract/window.ts';

export interface AuditTables {
  /** Append-only, by triggers: only a `status` that is null is set, once. */
  audit: AuditRow;
}

interface AuditRow {
  id: string;
  at: number;
  person_id: string | null;
  person_mail: string | null;
  person_role: Role | null;
  address: string;
  action: string;
  agency: string | null;
  target: string | null;
  status: number | null;
  code: string | null;
  /** What came of it where the status, which was given at its start, does not say. */
  ending: Ending | null;
  /** JSON of `AuditExportRequest` and `AuditExportResult`. */
  asked: string | null;
  given: string | null;
}

type Ending = Exclude<AuditEntry['outcome'], 'done' | 'unknown'>;

/** Whom an entry is about. */
export interface Actor {
  id: string;
  mail: string;
  role: Role;
}

export interface NewEntry {
  person: Actor | undefined;
  address: string;
  action: string;
  agency?: string | undefined;
  target?: string | undefined;
  asked?: AuditExportRequest;
}

/** What became of it: HTTP status, and the gateway's code where it refused. */
export interface Outcome {
  status: number;
  code: string | undefined;
  /** Where the status was given before that was known. */
  ending?: Ending | undefined;
  given?: AuditExportResult;
}

/** Also what happens within one millisecond is in order. */
let idAfter = monotonicFactory();
let lastAt = 0;

/** An id begins with its time, also once the clock was set back. */
function nextId(now: number): string {
  if (now < lastAt) idAfter = monotonicFactory();
  lastAt = now;
  return idAfter(now);
}

/** Longer than any value that is one: what was typed instead of it is cut. */
const LONGEST = 100;

/** Writes an entry; without an outcome it is begun, and completed by `completeEntry`. @returns its id */
export async function writeEntry(
  db: Kysely<AuditTables>,
  { person, address, action, agency, target, asked }: NewEntry,
  now: number,
  outcome?: Outcome,
): Promise<string> {
  const id = nextId(now);
  await db
    .insertInto('audit')
    .values({
      id,
      at: now,
      person_id: person?.id ?? null,
      person_mail: person?.mail ?? null,
      person_role: person?.role ?? null,
      address,
      action,
      agency: plain(agency)?.toLowerCase() ?? null,
      target: plain(target) ?? null,
      status: outcome?.status ?? null,
      code: outcome?.code ?? null,
      ending: outcome?.ending ?? null,
      asked: asked ? JSON.stringify(asked) : null,
      given: outcome?.given ? JSON.stringify(outcome.given) : null,
    })
    .execute();
  return id;
}

/** Says what became of an entry that was begun, and of whom or what it turned out to be. */
export async function completeEntry(
  db: Kysely<AuditTables>,
  id: string,
  { status, code, ending, given }: Outcome,
  { agency, target }: Pick<NewEntry, 'agency' | 'target'>,
): Promise<void> {
  await db
    .updateTable('audit')
    .set({
      status,
      code: code ?? null,
      ending: ending ?? null,
      given: given ? JSON.stringify(given) : null,
      agency: plain(agency)?.toLowerCase() ?? null,
      target: plain(target) ?? null,
    })
    .where('id', '=', id)
    .where('status', 'is', null)
    .execute();
}

interface From {
  before?: string | undefined;
  timeZone: string;
}

/** One page, newest first, of what matches. */
export async function auditPage(
  db: Kysely<AuditTables>,
  filter: AuditFilter,
  { before, timeZone }: From,
): Promise<AuditPage> {
  const query = matching(db, filter, timeZone)
    .$if(before !== undefined, (q) => q.where('id', '<', before ?? ''))
    .limit(AUDIT_PAGE + 1);
  const about = await fewOf(db, filter);
  const found = about
    ? await Promise.all(about.few.map((value) => query.where(about.column, '=', value).execute()))
    : [await query.execute()];
  const rows = found.flat().toSorted((a, b) => (a.id < b.id ? 1 : -1));
  return { entries: rows.slice(0, AUDIT_PAGE).map(shown), more: rows.length > AUDIT_PAGE };
}

/** So many entries are looked through at once: nobody else waits for long. */
const SLICE = 1000;

/** What matches among the next entries, newest first, however few; the next slice is `before` the last of them, `next`. */
export async function auditSlice(
  db: Kysely<AuditTables>,
  filter: AuditFilter,
  { before, timeZone }: From,
): Promise<{ entries: AuditEntry[]; next: string | undefined }> {
  const { from, to } = filter;
  const last = await within(db.selectFrom('audit').select('id'), { from, to, before, timeZone })
    .orderBy('id', 'desc')
    .limit(1)
    .offset(SLICE - 1)
    .executeTakeFirst();
  const rows = await matching(db, filter, timeZone)
    .$if(before !== undefined, (q) => q.where('id', '<', before ?? ''))
    .$if(last !== undefined, (q) => q.where('id', '>=', last?.id ?? ''))
    .execute();
  return { entries: rows.map(shown), next: last?.id };
}

/** The few people, or else the few agencies, that a part of a mail means. */
async function fewOf(
  db: Kysely<AuditTables>,
  { person, agency }: AuditFilter,
): Promise<{ column: 'person_mail' | 'agency'; few: string[] } | undefined> {
  for (const [column, part] of [
    ['person_mail', person],
    ['agency', agency],
  ] as const) {
    const few = part ? await findMatchingValues(db, ['audit', column], mailKey(part)) : undefined;
    if (few) return { column, few };
  }
  return undefined;
}

function within<Row>(
  query: SelectQueryBuilder<AuditTables, 'audit', Row>,
  { from, to, before, timeZone }: Pick<AuditFilter, 'from' | 'to'> & From,
): SelectQueryBuilder<AuditTables, 'audit', Row> {
  return query
    .$if(from !== undefined, (q) => q.where('id', '>=', firstIdOf(from ?? '', timeZone)))
    .$if(to !== undefined, (q) => q.where('id', '<', firstIdOf(addDays(to ?? '', 1), timeZone)))
    .$if(before !== undefined, (q) => q.where('id', '<', before ?? ''));
}

function matching(
  db: Kysely<AuditTables>,
  { from, to, person, action, agency, outcome }: AuditFilter,
  timeZone: string,
) {
  return (
    within(db.selectFrom('audit').selectAll(), { from, to, timeZone })
      .$if(Boolean(person), (q) =>
        q.where((eb) => columnContains(eb.ref('person_mail'), mailKey(person ?? ''))),
      )
      .$if(Boolean(agency), (q) => q.where((eb) => columnContains(eb.ref('agency'), mailKey(agency ?? ''))))
      .$if(Boolean(action), (q) => q.where('action', '=', action ?? ''))
      // As its index is written.
      .$if(outcome !== undefined, (q) =>
        q.where(
          sql<string>`(case when status is null then 'unknown' when ending is not null then ending when status < 400 then 'done' when status < 500 then 'refused' else 'failed' end)`,
          '=',
          outcome ?? '',
        ),
      )
      .orderBy('id', 'desc')
  );
}

function shown(row: AuditRow): AuditEntry {
  const { id, at, person_id, person_mail, person_role, address, action, agency, target, status, code } = row;
  const { ending, asked, given } = row;
  return {
    id,
    at,
    person:
      person_id === null || person_mail === null || person_role === null
        ? null
        : { id: person_id, mail: person_mail, role: person_role },
    address,
    action,
    agency,
    target,
    outcome: ending ?? outcomeOf(status),
    status,
    code,
    asked: asked === null ? null : z.parse(AuditExportRequest, JSON.parse(asked)),
    given: given === null ? null : z.parse(AuditExportResult, JSON.parse(given)),
  };
}

function outcomeOf(status: number | null): AuditEntry['outcome'] {
  if (status === null) return 'unknown';
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
}

/** One line without control characters. */
function plain(text: string | undefined): string | undefined {
  return text?.replace(/\p{Cc}+/gu, ' ').slice(0, LONGEST);
}
