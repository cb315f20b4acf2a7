import { type Kysely, sql } from 'kysely';
import {
  type Balance,
  type BalanceAgency,
  type BalanceQuery,
  MAX_BALANCE_AGENCIES,
  sumMissed,
  countUnexplained,
} from '#contract/desk/balance.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { WINDOW_DAYS, addDays, dayAt, listDays, startOfDay } from '#contract/window.ts';
import { refusalsAround } from '#gateway/deliveries/missed.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { fetchTopicPeriods } from '#gateway/webhooks/topic-periods.ts';
import { firstUlidAt } from '#system/random.ts';
import { mailKey } from '#gateway/people/store.ts';
import {
  createFigures,
  fetchAgencyFigures,
  fetchDayFigures,
  fetchHourFigures,
  fetchLeads,
} from './figures.ts';
import { type CausePeriod, listCausePeriods } from './missed-causes.ts';
import { fetchReadings, sumReadings } from './summary.ts';

export interface BalanceContext {
  now: number;
  zone: string;
  /** Our callback URL. */
  receiverUrl: string;
}

/** The balance of some days, of all agencies or one. */
export async function fetchBalance(
  db: Kysely<GatewayTables>,
  { from, to, agency }: BalanceQuery,
  { now, zone, receiverUrl }: BalanceContext,
): Promise<Balance> {
  const agency_key = agency === undefined ? undefined : mailKey(agency);
  const time = { since: startOfDay(from, zone), until: startOfDay(addDays(to, 1), zone) };
  const causes = await fetchCausePeriods(db, { ...time, receiverUrl });
  const filter = { agency_key, from, to, zone, now, causes };
  const isLeadsRequested = agency_key !== undefined && from === to;
  const [readings, days, hours, agencyFigures, leads] = await Promise.all([
    fetchReadings(db, { agencies: agency_key === undefined ? undefined : [agency_key] }),
    fetchDayFigures(db, filter),
    from === to ? fetchHourFigures(db, filter) : null,
    from === to ? fetchAgencyFigures(db, filter) : null,
    isLeadsRequested ? fetchLeads(db, { ...filter, agency_key }) : null,
  ]);
  return {
    summary: sumReadings(readings),
    firstListedDay: addDays(dayAt(now, zone), -WINDOW_DAYS),
    days: listDays(from, to)
      .toReversed()
      .map((day) => Object.assign({ day }, days.get(day) ?? createFigures())),
    hours,
    agencies: readings
      .map(({ agency: { agency_key: key, admin_mail: adminMail, name }, reading }) => ({
        adminMail,
        name,
        figures: agencyFigures && (agencyFigures.get(key) ?? createFigures()),
        reading,
      }))
      .toSorted(compareBalances)
      .slice(0, MAX_BALANCE_AGENCIES),
    agencyCount: readings.length,
    leads,
  };
}

function compareBalances(a: BalanceAgency, b: BalanceAgency): number {
  const isDiffering = ({ reading }: BalanceAgency) => (reading && countUnexplained(reading) > 0 ? 1 : 0);
  const missed = ({ figures }: BalanceAgency) => (figures ? sumMissed(figures) : 0);
  const inbox = ({ figures }: BalanceAgency) => figures?.inbox ?? 0;
  return isDiffering(b) - isDiffering(a) || missed(b) - missed(a) || inbox(b) - inbox(a);
}

/** The causes of messages that were missed in a time. */
export async function fetchCausePeriods(
  db: Kysely<GatewayTables>,
  period: { since: number; until: number; receiverUrl: string },
): Promise<CausePeriod[]> {
  const { since, until } = refusalsAround(period);
  const refusals = await db
    .selectFrom('delivery')
    .where('topic', '=', INQUIRY_TOPIC)
    .where('outcome', '=', 'refused')
    .where('reason', 'is not', null)
    .where('id', '>=', firstUlidAt(since))
    .where('id', '<', firstUlidAt(until))
    // However often somebody sends what is refused.
    .select([sql<number>`at - at % ${sql.lit(MINUTE_MS)}`.as('minute'), 'reason'])
    .groupBy(['minute', 'reason'])
    .$narrowType<{ reason: NonNullable<GatewayTables['delivery']['reason']> }>()
    .execute();
  return listCausePeriods(
    await fetchTopicPeriods(db, INQUIRY_TOPIC, period),
    refusals.map(({ minute: at, reason }) => ({ at, reason })),
  );
}
