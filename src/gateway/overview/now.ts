import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { OverviewNow, SilentAgency } from '#contract/desk/overview.ts';
import { SILENCE, UNANSWERED_INVITATION_MS, countExpected, isSilent } from '#contract/overview.ts';
import { FIRST_INSTANT, addDays, dayAt } from '#contract/window.ts';
import type { DeliveryTables } from '#gateway/deliveries/store.ts';
import { firstIdOfDay } from '#gateway/first-id-of-day.ts';
import { fetchHoursByAgency } from '#gateway/hours/store.ts';
import { type IndexedAgencyTables, fetchIndexed } from '#gateway/inquiries/agencies.ts';
import type { Scope } from '#gateway/inquiries/scope.ts';
import type { InvitationTables } from '#gateway/invitations/store.ts';
import { joinJson } from '#database/joined-json.ts';
import { parseHoursOfDays } from './figures.ts';
import { endOfDates } from './implausible-dates.ts';
import type { RollUpTables } from './roll-ups.ts';

type Tables = RollUpTables & IndexedAgencyTables;

/** Agencies that are read at once. */
const SILENCE_AGENCIES_PER_TURN = 20;

/** Agencies of a scope that are silent, the most missed first. Call `refreshRollUps` first. */
export async function fetchSilentAgencies(
  db: Kysely<Tables>,
  scope: Scope,
  { now, zone }: { now: number; zone: string },
): Promise<SilentAgency[]> {
  // Agencies that were never read are left out, because their state is unknown.
  const agencies = (await fetchIndexed(db, scope)).filter(({ swept_at }) => swept_at !== null);
  const hours = await fetchHoursByAgency(
    db,
    agencies.map(({ agency_key }) => agency_key),
    zone,
  );
  const silent: SilentAgency[] = [];
  for (let from = 0; from < agencies.length; from += SILENCE_AGENCIES_PER_TURN) {
    const turn = agencies.slice(from, from + SILENCE_AGENCIES_PER_TURN);
    const habits = await fetchHabits(
      db,
      turn.map(({ agency_key }) => agency_key),
      { now, zone },
    );
    for (const { agency_key, admin_mail: adminMail, name, swept_at } of turn) {
      const habit = habits.get(agency_key);
      if (!habit) continue;
      const { lastAt, perHour, inquiries } = habit;
      const expected = countExpected(perHour, {
        from: lastAt,
        // The span ends at the last sweep, so that nobody is silent while the service is down.
        to: Math.min(swept_at ?? 0, now),
        zone: hours.get(agency_key)?.zone ?? zone,
      });
      if (isSilent({ expected, inquiries })) silent.push({ adminMail, name, lastAt, expected });
    }
    await yieldToEventLoop();
  }
  return silent.toSorted((a, b) => b.expected - a.expected);
}

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

/** Messages that were refused since yesterday, as the list of deliveries counts days, and their most frequent reason. */
export async function fetchRefusals(
  db: Kysely<DeliveryTables>,
  { now, zone }: { now: number; zone: string },
): Promise<Pick<OverviewNow, 'refusedDeliveries' | 'refusalReason'>> {
  const rows = await db
    .selectFrom('delivery')
    .where('outcome', '=', 'refused')
    .where('id', '>=', firstIdOfDay(addDays(dayAt(now, zone), -1), zone))
    .select(({ fn }) => ['reason', fn.countAll<number>().as('count')])
    .groupBy('reason')
    .orderBy('count', 'desc')
    .execute();
  return {
    refusedDeliveries: rows.reduce((sum, { count }) => sum + count, 0),
    refusalReason: rows[0]?.reason ?? null,
  };
}

/** Invitations without registration for too long after their last send. */
export async function fetchUnansweredInvitations(
  db: Kysely<InvitationTables>,
  now: number,
): Promise<Pick<OverviewNow, 'unansweredInvitations' | 'oldestInvitationAt'>> {
  const { count, oldest } = await db
    .selectFrom(
      db
        .selectFrom('invitation')
        .innerJoin('invitation_send', 'invitation_send.invitation_id', 'invitation.id')
        .where('state', 'in', ['sending', 'sent'])
        .groupBy('invitation.id')
        .select(({ fn }) => fn.max('invitation_send.at').as('at'))
        .as('sent'),
    )
    .where('at', '<=', now - UNANSWERED_INVITATION_MS)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('at').as('oldest')])
    .executeTakeFirstOrThrow();
  return { unansweredInvitations: count, oldestInvitationAt: oldest };
}
