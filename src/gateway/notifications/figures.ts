import type { Kysely } from 'kysely';
import type { IndexedAgencyTables } from '#gateway/inquiries/agencies.ts';
import { countInquiries } from '#gateway/inquiries/lists.ts';
import { type Scope, resolveScope } from '#gateway/inquiries/scope.ts';
import { fetchPeriod } from '#gateway/overview/period.ts';
import { type RollUpTables, refreshRollUps } from '#gateway/overview/roll-ups.ts';
import type { PeopleTables, Person } from '#gateway/people/store.ts';

type Tables = RollUpTables & IndexedAgencyTables & PeopleTables;

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
  /** Counted like in the views of the inbox. */
  waiting: number;
  overdue: number;
}

/** Figures of `day`, and what waits now, of all that a person may see. */
export async function fetchDigestFigures(
  { db, reads }: { db: Kysely<Tables>; reads: Kysely<Tables> },
  person: Person,
  { day, now, zone }: { day: string; now: number; zone: string },
): Promise<DigestFigures> {
  const scope = resolveScope(person);
  const context = { me: person.id, now, zone };
  const count = (view: 'esperando' | 'tarde') =>
    countInquiries(reads, { scope, filters: { view, narrowing: {} }, context });
  const agencies = await fetchDayFigures({ db, reads }, scope, { day, zone });
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
  { db, reads }: { db: Kysely<Tables>; reads: Kysely<Tables> },
  scope: Scope,
  { day, zone }: { day: string; zone: string },
): Promise<DigestFigures['agencies']> {
  await refreshRollUps(db, zone, { agencies: scope.agencies, desde: day, hasta: day });
  const { agencies } = await fetchPeriod(reads, { scope, desde: day, hasta: day, ranksPeople: false }, zone);
  return agencies
    .filter(({ inquiries }) => inquiries > 0)
    .map(({ name, adminMail, inquiries, answered, inTime }) => ({
      name: name ?? adminMail,
      inquiries,
      answered,
      inTime,
    }));
}
