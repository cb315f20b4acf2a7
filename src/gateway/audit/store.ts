import type { Kysely, SelectQueryBuilder } from 'kysely';
import { monotonicFactory } from 'ulid';
import { AUDIT_PAGE, type AuditEntry, type AuditExportQuery, type AuditPage } from '#contract/desk/audit.ts';
import { contains } from '#database/text.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { mailKey } from '#gateway/people/store.ts';
import { addDays, startOfDay } from '#contract/window.ts';

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
}

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
}

/** What became of it: HTTP status, and the gateway's code where it refused. */
export interface Outcome {
  status: number;
  code: string | undefined;
}

/** Also what happens within one millisecond is in order. */
const nextId = monotonicFactory();

/** Longer than any value that is one: what was typed instead of it is cut. */
const LONGEST = 100;

/** Writes an entry; without an outcome it is begun, and completed by `completeEntry`. @returns its id */
export async function writeEntry(
  db: Kysely<AuditTables>,
  { person, address, action, agency, target }: NewEntry,
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
    })
    .execute();
  return id;
}

/** Says what became of an entry that was begun, and of whom or what it turned out to be. */
export async function completeEntry(
  db: Kysely<AuditTables>,
  id: string,
  { status, code }: Outcome,
  { agency, target }: Pick<NewEntry, 'agency' | 'target'>,
): Promise<void> {
  await db
    .updateTable('audit')
    .set({
      status,
      code: code ?? null,
      agency: plain(agency)?.toLowerCase() ?? null,
      target: plain(target) ?? null,
    })
    .where('id', '=', id)
    .where('status', 'is', null)
    .execute();
}

/** One page, newest first, of what matches. */
export async function auditPage(
  db: Kysely<AuditTables>,
  filter: AuditExportQuery,
  { before, timeZone, size = AUDIT_PAGE }: { before?: string | undefined; timeZone: string; size?: number },
): Promise<AuditPage> {
  const rows = await matching(db.selectFrom('audit'), filter, timeZone)
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  return { entries: rows.slice(0, size).map(shown), more: rows.length > size };
}

function matching<Row>(
  query: SelectQueryBuilder<AuditTables, 'audit', Row>,
  { from, to, person, action, agency, outcome }: AuditExportQuery,
  timeZone: string,
): SelectQueryBuilder<AuditTables, 'audit', Row> {
  return query
    .$if(from !== undefined, (q) => q.where('at', '>=', startOfDay(from ?? '', timeZone)))
    .$if(to !== undefined, (q) => q.where('at', '<', startOfDay(addDays(to ?? '', 1), timeZone)))
    .$if(Boolean(person), (q) => q.where((eb) => contains(eb.ref('person_mail'), mailKey(person ?? ''))))
    .$if(Boolean(agency), (q) => q.where((eb) => contains(eb.ref('agency'), mailKey(agency ?? ''))))
    .$if(Boolean(action), (q) => q.where('action', '=', action ?? ''))
    .$if(outcome === 'unknown', (q) => q.where('status', 'is', null))
    .$if(outcome === 'done', (q) => q.where('status', '<', 400))
    .$if(outcome === 'refused', (q) => q.where('status', '>=', 400).where('status', '<', 500))
    .$if(outcome === 'failed', (q) => q.where('status', '>=', 500));
}

function shown(row: AuditRow): AuditEntry {
  const { id, at, person_id, person_mail, person_role, address, action, agency, target, status, code } = row;
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
    outcome: outcomeOf(status),
    status,
    code,
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
