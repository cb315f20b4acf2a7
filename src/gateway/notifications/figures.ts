import { type Kysely, sql } from 'kysely';
import { addDays, startOfDay } from '#contract/window.ts';
import type { IndexedAgencyTables } from '#gateway/inquiries/agencies.ts';
import type { ListTables } from '#gateway/inquiries/conditions.ts';
import { countInquiries } from '#gateway/inquiries/lists.ts';
import { type Scope, isInScope, resolveScope } from '#gateway/inquiries/scope.ts';
import type { Person } from '#gateway/people/store.ts';

type Tables = ListTables & IndexedAgencyTables;

/** Inquiries that arrived on a day, and their first answers until now. */
export interface DayFigures {
  inquiries: number;
  answered: number;
  /** Answered not after the due time. */
  inTime: number;
}

export interface DigestFigures {
  day: string;
  /** Agencies with inquiries on that day, most first. */
  agencies: (DayFigures & { name: string })[];
  total: DayFigures;
  /** As in the views of the inbox. */
  waiting: number;
  overdue: number;
}

/** Figures of `day`, and what waits now, of all that a person may see. */
export async function fetchDigestFigures(
  db: Kysely<Tables>,
  person: Person,
  { day, now, zone }: { day: string; now: number; zone: string },
): Promise<DigestFigures> {
  const scope = resolveScope(person);
  const context = { me: person.id, now, zone };
  const count = (view: 'esperando' | 'tarde') =>
    countInquiries(db, { scope, filters: { view, narrowing: {} }, context });
  const agencies = await fetchDayFigures(db, scope, { day, zone });
  return {
    day,
    agencies,
    total: agencies.reduce(
      (sum, { inquiries, answered, inTime }) => ({
        inquiries: sum.inquiries + inquiries,
        answered: sum.answered + answered,
        inTime: sum.inTime + inTime,
      }),
      { inquiries: 0, answered: 0, inTime: 0 },
    ),
    waiting: await count('esperando'),
    overdue: await count('tarde'),
  };
}

async function fetchDayFigures(
  db: Kysely<Tables>,
  scope: Scope,
  { day, zone }: { day: string; zone: string },
): Promise<DigestFigures['agencies']> {
  const isAnswered = sql`(f.touched_at is not null or f.contacted_at is not null)`;
  // One of both is enough: the first answer is the earlier one.
  const isInTime = sql`(i.due_at is null or f.touched_at <= i.due_at or f.contacted_at <= i.due_at)`;
  const rows = await db
    .selectFrom('inquiry as i')
    .leftJoin('follow_up as f', (join) =>
      join.onRef('f.agency_key', '=', 'i.agency_key').onRef('f.sid', '=', 'i.sid'),
    )
    .leftJoin('indexed_agency as a', 'a.agency_key', 'i.agency_key')
    .select(({ fn }) => [
      'i.agency_key',
      'a.name',
      'a.admin_mail',
      fn.countAll<number>().as('inquiries'),
      sql<number>`count(case when ${isAnswered} then 1 end)`.as('answered'),
      sql<number>`count(case when ${isAnswered} and ${isInTime} then 1 end)`.as('inTime'),
    ])
    .where(isInScope(scope))
    .where('i.at', '>=', startOfDay(day, zone))
    .where('i.at', '<', startOfDay(addDays(day, 1), zone))
    .where('i.gone_at', 'is', null)
    .groupBy(['i.agency_key', 'a.name', 'a.admin_mail'])
    .execute();
  return rows
    .map(({ agency_key, name, admin_mail, inquiries, answered, inTime }) => ({
      name: name ?? admin_mail ?? agency_key,
      inquiries,
      answered,
      inTime,
    }))
    .toSorted((a, b) => b.inquiries - a.inquiries || a.name.localeCompare(b.name, 'es'));
}
