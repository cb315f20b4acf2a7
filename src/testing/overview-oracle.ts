import { expect } from 'vitest';
import { LOST_REASONS } from '#contract/follow-up/follow-up-state.ts';
import { BREAKDOWNS } from '#contract/desk/overview.ts';
import { countOpenMs, hoursAt } from '#contract/hours.ts';
import { ANSWER_BANDS, findPercentile, formatPriceBand, periodBefore } from '#contract/overview.ts';
import { addDays, dayAt, listDays, offsetAt, startOfDay } from '#contract/window.ts';
import { fetchStoredHours } from '#gateway/hours/store.ts';
import type { Scope } from '#gateway/inquiries/scope.ts';
import { fetchPeriod } from '#gateway/overview/period.ts';
import { refreshRollUps } from '#gateway/overview/roll-ups.ts';
import { ZONE, NOW, AGENCIES, PERSON, type Db } from './roll-up-world.ts';

interface RequestedPeriod {
  scope: Scope;
  desde: string;
  hasta: string;
}

/** The same figures, counted inquiry by inquiry. */
async function countAnew(db: Db, { scope, desde, hasta }: RequestedPeriod) {
  const rows = await db
    .selectFrom('inquiry')
    .selectAll()
    .where('gone_at', 'is', null)
    .orderBy('number')
    .execute();
  const followUps = await db.selectFrom('follow_up').selectAll().execute();
  const countable = rows.filter(
    ({ agency_key, operator_key }) =>
      (scope.agencies?.includes(agency_key) ?? true) &&
      (!scope.ownInquiriesIn.includes(agency_key) || operator_key === scope.operator),
  );
  const describeInquiry = async (row: (typeof rows)[number]) => {
    const followUp = followUps.find(
      ({ agency_key, sid }) => agency_key === row.agency_key && sid === row.sid,
    );
    const { hours: agencyHours } = await fetchStoredHours(db, row.agency_key, ZONE);
    const touchedAt = followUp?.touched_at ?? Infinity;
    const contactedAt = followUp?.contacted_at ?? Infinity;
    const answeredAt = Math.min(touchedAt, contactedAt);
    const toLocal = (at: number) => new Date(at + offsetAt(at, hoursAt(agencyHours, at).zone) * 60_000);
    return {
      ...row,
      followUp,
      day: dayAt(row.at, ZONE),
      isAnswered: answeredAt < Infinity,
      by: touchedAt <= contactedAt ? followUp?.touched_by : followUp?.contacted_by,
      how: touchedAt <= contactedAt ? followUp?.touched_how : 'contact',
      minutes: answeredAt < Infinity ? Math.ceil(countOpenMs(row.at, answeredAt, agencyHours) / 60_000) : 0,
      isInTime: answeredAt <= (row.due_at ?? Infinity),
      local: toLocal(row.at),
      answeredLocal: toLocal(answeredAt < Infinity ? answeredAt : 0),
      isClosed: countOpenMs(row.at, row.at + 1, agencyHours) === 0,
    };
  };
  const inquiries = await Promise.all(countable.map(describeInquiry));
  type Counted = (typeof inquiries)[number];
  const within = ([first, last]: [string, string]) =>
    inquiries.filter(({ day }) => first <= day && day <= last);
  const countAnswers = (some: Counted[]) => {
    const answered = some.filter(({ isAnswered }) => isAnswered);
    const minutes = new Map(
      [...Map.groupBy(answered, (one) => one.minutes)].map(([minute, all]) => [minute, all.length]),
    );
    return {
      inquiries: some.length,
      answered: answered.length,
      inTime: answered.filter(({ isInTime }) => isInTime).length,
      medianMinutes: findPercentile(minutes, 0.5),
      p90Minutes: findPercentile(minutes, 0.9),
    };
  };
  const answeredWithin =
    (after: number, until: number) =>
    ({ isAnswered, minutes }: Counted) =>
      isAnswered && minutes > after && minutes <= until;
  const BANDS = [
    ['half-hour', answeredWithin(-1, 30)],
    ['two-hours', answeredWithin(30, 120)],
    ['day', answeredWithin(120, 480)],
    ['later', answeredWithin(480, Infinity)],
    ['none', ({ isAnswered }: Counted) => !isAnswered],
  ] as const;
  const countTotals = (some: Counted[]) => {
    const count = (matches: (one: Counted) => boolean) => some.filter(matches).length;
    const reached = ({ status, followUp }: Counted) =>
      ['contacted', 'appointment', 'won'].includes(status) || (followUp?.contacted_at ?? null) !== null;
    const countSteps = (isCounted: (one: Counted) => boolean) => ({
      contacted: count((one) => isCounted(one) && reached(one)),
      appointment: count((one) => isCounted(one) && (one.status === 'appointment' || one.status === 'won')),
      won: count((one) => isCounted(one) && one.status === 'won'),
      lost: count((one) => isCounted(one) && one.status === 'lost'),
    });
    return {
      ...countAnswers(some),
      channels: Object.fromEntries(
        ['call', 'mail', 'whatsapp', 'other', 'contact'].map((channel) => [
          channel,
          count(({ isAnswered, how }) => isAnswered && how === channel),
        ]),
      ),
      tradeIn: count(({ trade_in }) => trade_in === 1),
      finance: count(({ finance }) => finance === 1),
      insurance: count(({ insurance }) => insurance === 1),
      funnel: countSteps(() => true),
      bands: Object.fromEntries(BANDS.map(([band, isInBand]) => [band, count(isInBand)])),
      delays: Object.fromEntries(BANDS.map(([band, isInBand]) => [band, countSteps(isInBand)])),
      lostReasons: Object.fromEntries(
        LOST_REASONS.map((reason) => [
          reason,
          count(({ status, followUp }) => status === 'lost' && (followUp?.lost_reason ?? 'other') === reason),
        ]),
      ),
    };
  };
  const period = within([desde, hasta]);
  const before = periodBefore({ desde, hasta });
  const earlier = within([before.desde, before.hasta]);
  const days = listDays(desde, hasta);
  const week = (some: Counted[], getTime = ({ local }: Counted) => local) =>
    Array.from({ length: 7 }, (_day, weekday) =>
      Array.from(
        { length: 24 },
        (_hour, hour) =>
          some.map(getTime).filter((at) => (at.getUTCDay() + 6) % 7 === weekday && at.getUTCHours() === hour)
            .length,
      ),
    );
  const keys =
    scope.agencies ??
    (await db.selectFrom('indexed_agency').select('agency_key').execute()).map(
      ({ agency_key }) => agency_key,
    );
  const values: Record<(typeof BREAKDOWNS)[number], (one: Counted) => string | null> = {
    origin: ({ origin }) => origin,
    listingType: ({ listing_type }) => listing_type,
    condition: ({ condition }) => condition,
    make: ({ make_key }) => make_key,
    model: ({ make_key, model }) =>
      model === null ? null : `${make_key ?? ''} ${model}`.trim().toLowerCase(),
    price: ({ price, currency }) => formatPriceBand(price, currency),
    province: ({ province }) => province,
    interest: ({ interest }) => interest,
  };
  return {
    desde,
    hasta,
    before: { ...before, totals: countTotals(earlier) },
    totals: countTotals(period),
    days: days.map((day) => {
      const ofDay = period.filter((one) => one.day === day);
      return {
        day,
        ...countAnswers(ofDay),
        origins: Object.fromEntries(
          [...Map.groupBy(ofDay, ({ origin }) => origin ?? '')].map(([origin, all]) => [origin, all.length]),
        ),
      };
    }),
    agencies: new Map(
      keys.map((key) => {
        const ofAgency = period.filter(({ agency_key }) => agency_key === key);
        return [
          key,
          {
            before: earlier.filter(({ agency_key }) => agency_key === key).length,
            days: days.map((day) => ofAgency.filter((one) => one.day === day).length),
            ...countAnswers(ofAgency),
          },
        ];
      }),
    ),
    people:
      keys.length > 20
        ? new Map()
        : new Map(
            [
              ...Map.groupBy(
                period.filter(({ isAnswered }) => isAnswered),
                ({ by }) => by,
              ),
            ].map(([by, all]) => [by, countAnswers(all)]),
          ),
    answersByHour: week(
      period.filter(({ isAnswered }) => isAnswered),
      ({ answeredLocal }) => answeredLocal,
    ),
    mediansByHour: Array.from({ length: 7 }, (_day, weekday) =>
      Array.from({ length: 24 }, (_hour, hour) => {
        const minutes = period
          .filter(
            ({ isAnswered, local }) =>
              isAnswered && (local.getUTCDay() + 6) % 7 === weekday && local.getUTCHours() === hour,
          )
          .map((one) => one.minutes)
          .toSorted((a, b) => a - b);
        return minutes[Math.ceil(minutes.length / 2) - 1] ?? null;
      }),
    ),
    arrivals: { all: week(period), closed: week(period.filter(({ isClosed }) => isClosed)) },
    breakdowns: Object.fromEntries(
      BREAKDOWNS.map((name) => [
        name,
        new Map([...Map.groupBy(period, values[name])].map(([value, all]) => [value, all.length])),
      ]),
    ),
  };
}

/** The figures of the roll-ups in the form of `countAnew`. */
async function toComparableFigures(db: Db, asked: RequestedPeriod) {
  const {
    agencies,
    people,
    breakdowns,
    ranksPeople: _,
    ...rest
  } = await fetchPeriod(db, { ...asked, ranksPeople: false }, ZONE);
  expect(agencies.map(({ inquiries }) => inquiries)).toEqual(
    agencies.map(({ inquiries }) => inquiries).toSorted((a, b) => b - a),
  );
  return {
    ...rest,
    agencies: new Map(agencies.map(({ adminMail, name: _name, ...figures }) => [adminMail, figures])),
    people: new Map(people.map(({ id, name: _name, ...figures }) => [id, figures])),
    breakdowns: Object.fromEntries(
      BREAKDOWNS.map((name) => [
        name,
        new Map(
          breakdowns[name].map(({ value, count }) => [
            name === 'make' || name === 'model'
              ? (value?.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase() ?? null)
              : value,
            count,
          ]),
        ),
      ]),
    ),
  };
}

export const today = dayAt(NOW, ZONE);

const everywhere: Scope = { agencies: undefined, ownInquiriesIn: [], operator: '' };

const ASKED: RequestedPeriod[] = [
  { scope: everywhere, desde: addDays(today, -4), hasta: today },
  { scope: { ...everywhere, agencies: [...AGENCIES] }, desde: addDays(today, -4), hasta: today },
  { scope: { ...everywhere, agencies: [AGENCIES[1]] }, desde: addDays(today, -9), hasta: addDays(today, -2) },
  {
    scope: { agencies: [AGENCIES[0], AGENCIES[2]], ownInquiriesIn: [AGENCIES[0]], operator: PERSON.mail },
    desde: addDays(today, -4),
    hasta: today,
  },
];

/** The same figures from the values by which lists find inquiries. */
async function countListed(db: Db, { desde, hasta }: RequestedPeriod) {
  const rows = await db
    .selectFrom('inquiry')
    .innerJoin('inquiry_figures', 'inquiry_figures.number', 'inquiry.number')
    .selectAll('inquiry_figures')
    .where('gone_at', 'is', null)
    .where('at', '>=', startOfDay(desde, ZONE))
    .where('at', '<', startOfDay(addDays(hasta, 1), ZONE))
    .execute();
  const week = (hours: (number | null)[]) =>
    Array.from({ length: 7 }, (_day, weekday) =>
      Array.from({ length: 24 }, (_hour, hour) => hours.filter((at) => at === weekday * 24 + hour).length),
    );
  return {
    answersByHour: week(rows.map(({ answer_hour }) => answer_hour)),
    arrivals: {
      all: week(rows.map(({ arrival_hour }) => arrival_hour)),
      closed: week(
        rows.filter(({ arrived_closed }) => arrived_closed).map(({ arrival_hour }) => arrival_hour),
      ),
    },
    bands: Object.fromEntries(
      ANSWER_BANDS.map((band) => [band, rows.filter(({ answer_band }) => answer_band === band).length]),
    ),
  };
}

export async function expectExact(db: Db): Promise<void> {
  expect(await refreshRollUps(db, ZONE, {})).toBe(true);
  for (const asked of ASKED) {
    const counted = await countAnew(db, asked);
    expect(await toComparableFigures(db, asked)).toEqual(counted);
    if (asked.scope === everywhere) {
      const { answersByHour, arrivals, totals } = counted;
      expect(await countListed(db, asked)).toEqual({ answersByHour, arrivals, bands: totals.bands });
    }
  }
}
