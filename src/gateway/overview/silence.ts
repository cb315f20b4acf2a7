import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { defaultHours, hoursAt } from '#contract/hours.ts';
import type { SilentAgency } from '#contract/desk/overview.ts';
import { SILENCE, countExpected, endOfDates, isSilent } from '#contract/overview.ts';
import { FIRST_INSTANT, addDays, dayAt } from '#contract/window.ts';
import { joinJson } from '#database/joined-json.ts';
import { fetchHoursByAgency } from '#gateway/hours/store.ts';
import { type IndexedAgencyTables, fetchIndexed } from '#gateway/inquiries/agencies.ts';
import type { Scope } from '#gateway/inquiries/scope.ts';
import { parseHoursOfDays } from './figures.ts';
import type { RollUpTables } from './roll-ups.ts';

// Silence of agencies: the overview, the list of agencies and their pages have it from here.

type Tables = RollUpTables & IndexedAgencyTables;

/** Agencies that are read at once. */
const AGENCIES_PER_TURN = 20;

/** Arrivals of an agency. Times are ms since 1970. */
interface AgencyArrivals {
  agency_key: string;
  adminMail: string;
  name: string | null;
  /** Last inquiry; null: none in the index. */
  lastAt: number | null;
  /** Inquiries a day in the weeks up to the last one; null: too few to know. */
  perDay: number | null;
  /** Inquiries that it would usually have received since then. */
  expected: number;
  isSilent: boolean;
}

/** Agencies of a scope that are silent, the most missed first. Call `refreshArrivals` first. */
export async function fetchSilentAgencies(
  ...query: Parameters<typeof fetchArrivals>
): Promise<SilentAgency[]> {
  return (await fetchArrivals(...query))
    .filter((agency) => agency.isSilent)
    .map(({ adminMail, name, lastAt, expected }) => ({ adminMail, name, lastAt, expected }))
    .toSorted((a, b) => b.expected - a.expected);
}

/** Arrivals of the agencies of a scope, by key. Call `refreshArrivals` first. */
export async function fetchArrivals(
  db: Kysely<Tables>,
  scope: Scope,
  { now, zone }: { now: number; zone: string },
): Promise<AgencyArrivals[]> {
  const agencies = await fetchIndexed(db, scope);
  const hours = await fetchHoursByAgency(
    db,
    agencies.map(({ agency_key }) => agency_key),
    zone,
  );
  const arrivals: AgencyArrivals[] = [];
  for (let from = 0; from < agencies.length; from += AGENCIES_PER_TURN) {
    const turn = agencies.slice(from, from + AGENCIES_PER_TURN);
    const habits = await fetchHabits(
      db,
      turn.map(({ agency_key }) => agency_key),
      { now, zone },
    );
    for (const { agency_key, admin_mail: adminMail, name, swept_at } of turn) {
      const { lastAt = null, perHour = NO_HABIT, inquiries = 0 } = habits.get(agency_key) ?? {};
      const expected =
        lastAt === null
          ? 0
          : countExpected(perHour, {
              from: lastAt,
              // The span ends at the last sweep: nobody is silent who was not read since the service went down, or never.
              to: Math.min(swept_at ?? 0, now),
              zone: hoursAt(hours.get(agency_key) ?? defaultHours(zone), now).zone,
            });
      arrivals.push({
        agency_key,
        adminMail,
        name,
        lastAt,
        perDay: inquiries < SILENCE.minInquiries ? null : inquiries / (SILENCE.weeks * 7),
        expected,
        isSilent: isSilent({ expected, inquiries }),
      });
    }
    await yieldToEventLoop();
  }
  return arrivals;
}

const NO_HABIT: ReadonlyMap<number, number> = new Map();

interface Habit {
  /** Last inquiry. */
  lastAt: number;
  /** Arrivals in the weeks up to it, by hour of the week and in total. */
  perHour: Map<number, number>;
  inquiries: number;
}

/** Fetches the habits of the agencies that have inquiries. */
async function fetchHabits(
  db: Kysely<Tables>,
  agencies: readonly string[],
  { now, zone }: { now: number; zone: string },
): Promise<Map<string, Habit>> {
  const last = await db
    .selectFrom('indexed_agency')
    .select((eb) => [
      'agency_key',
      eb
        .selectFrom('inquiry')
        .select((inquiry) => inquiry.fn.max('at').as('at'))
        .whereRef('inquiry.agency_key', '=', 'indexed_agency.agency_key')
        .where('gone_at', 'is', null)
        .where('at', '>=', FIRST_INSTANT)
        .where('at', '<', endOfDates(now))
        .as('lastAt'),
    ])
    .where('agency_key', 'in', agencies)
    .execute();
  const habits = new Map<string, Habit>();
  for (const { agency_key, lastAt } of last)
    if (lastAt !== null) habits.set(agency_key, { lastAt, perHour: new Map(), inquiries: 0 });
  if (habits.size === 0) return habits;
  const rows = await db
    .selectFrom('overview_day')
    .select((eb) => [
      'agency_key',
      eb.fn.sum<number>('inquiries').as('inquiries'),
      joinJson(eb.ref('hours')).as('hours'),
    ])
    .where((eb) =>
      eb.or(
        [...habits].map(([agency_key, { lastAt }]) => {
          const lastDay = dayAt(lastAt, zone);
          return eb.and([
            eb('agency_key', '=', agency_key),
            eb('day', '>', addDays(lastDay, -SILENCE.weeks * 7)),
            eb('day', '<=', lastDay),
          ]);
        }),
      ),
    )
    .groupBy('agency_key')
    .execute();
  for (const { agency_key, inquiries, hours } of rows) {
    const habit = habits.get(agency_key);
    if (!habit) continue;
    habit.inquiries = inquiries;
    for (const { all } of parseHoursOfDays(hours))
      for (const [hour, count] of all) habit.perHour.set(hour, (habit.perHour.get(hour) ?? 0) + count);
  }
  return habits;
}
