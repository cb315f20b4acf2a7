import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { LOST_REASONS, STATUSES } from '#contract/follow-up/follow-up-state.ts';
import { BREAKDOWNS } from '#contract/desk/overview.ts';
import { type Hours, countOpenMs, defaultHours } from '#contract/hours.ts';
import { findPercentile, formatPriceBand, periodBefore } from '#contract/overview.ts';
import { addDays, dayAt, offsetAt } from '#contract/window.ts';
import type { Engine } from '#database/database.ts';
import { saveFollowUpChange } from '#gateway/follow-up/changes.ts';
import type { RecordedChange } from '#contract/follow-up/change-kinds.ts';
import { fetchStoredHours, setHours } from '#gateway/hours/store.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { eraseBuyerData, parseBuyerKeys } from '#gateway/erasure/erase-buyer.ts';
import type { Scope } from '#gateway/inquiries/scope.ts';
import { hideInquiries, hideMissing, noteAsked } from '#gateway/inquiries/missing.ts';
import { deleteInquiries } from '#gateway/inquiries/removal.ts';
import { recomputeDueTimes, upsertInquiries } from '#gateway/inquiries/store.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { listDays } from './day-rows.ts';
import { fetchPeriod } from './period.ts';
import { prepareRollUps, refreshRollUps, refreshSlice } from './roll-ups.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const NOW = Date.parse('2026-11-16T12:00:00-03:00');
const HOUR = 3_600_000;
const AGENCIES = ['ventas@ruta9.example', 'ventas@otra.example', 'ventas@sur.example'] as const;
const PERSON = {
  id: '01JCPERSONPERSONPERSONPERS',
  mail: 'ana@x.example',
  name: 'Ana',
  role: 'partner' as const,
  agencies: null,
  ownInquiriesIn: [],
  lastAgency: null,
};
const COLLEAGUE = { ...PERSON, id: '01JCOTHEROTHEROTHEROTHEROT', mail: 'beto@x.example', name: 'Beto' };
const PHONES = ['0351 15-555-0111', '11 4444 3333'];

const sidAt = (index: number) => `01JCINQUIRY${String(index).padStart(15, '0')}`;

/** The agencies without inquiries make them more than those whose people are listed. */
async function openIndex(engine: Engine, emptyAgencies = 20) {
  const clone = await cloneDatabase(engine, 'gateway');
  const database = await openGatewayDatabase(clone.target);
  const { db } = database;
  const empty = Array.from({ length: emptyAgencies }, (_, index) => `vacia${index}@x.example`);
  await syncAgencies(
    db,
    [...AGENCIES, ...empty].map((adminMail) => ({ adminMail })),
    NOW,
  );
  await db
    .insertInto('person')
    .values(
      [PERSON, COLLEAGUE].map(({ id, mail, name, role }) => ({
        id,
        mail,
        name,
        role,
        password_hash: '',
        last_agency: null,
        created_at: NOW,
        disabled_at: null,
      })),
    )
    .execute();
  await prepareRollUps(db, ZONE);
  return {
    db,
    async [Symbol.asyncDispose]() {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

type Db = Kysely<GatewayTables>;

const agency = fc.constantFrom(...AGENCIES);
const number = fc.nat({ max: 7 });
const inquiry = fc.record({
  number,
  hoursAgo: fc.nat({ max: 200 }),
  make: fc.constantFrom('Ford', 'FORD', 'Citroën', 'citroen', '__proto__', null),
  model: fc.constantFrom('Ka', 'C3', null),
  price: fc.constantFrom(12_000_000, 9_000, 0, null),
  origin: fc.constantFrom('Formulario', 'WhatsApp', null),
  province: fc.constantFrom('Córdoba', null),
  interest: fc.constantFrom('Comprar', null),
  operator: fc.constantFrom(PERSON.mail, COLLEAGUE.mail, null),
  phone: fc.constantFrom(...PHONES, null),
  isFull: fc.boolean(),
});
type Drawn = typeof inquiry extends fc.Arbitrary<infer T> ? T : never;

function toEntry(adminMail: string, drawn: Drawn) {
  return {
    Momento: new Date(NOW - drawn.hoursAgo * HOUR).toISOString(),
    OrigenLead: drawn.origin,
    Auto: {
      Marca: drawn.make,
      Modelo: drawn.model,
      Precio: drawn.price === null ? null : { Moneda: 'ARS', Importe: drawn.price },
    },
    Interesado: {
      Interes: drawn.interest,
      Provincia: drawn.province,
      Telefono: drawn.phone,
      InfoOperacion: drawn.isFull
        ? {
            EntregaVehiculo: { Marca: 'Fiat' },
            FinanciacionDeseada: { Monto: 1 },
            QuiereCotizacionSeguro: true,
          }
        : null,
    },
    OperadorResponsable: drawn.operator,
    _links: { self: { href: `/v3/consultas/${adminMail}/${sidAt(drawn.number)}` } },
  };
}

const change: fc.Arbitrary<RecordedChange | 'undo'> = fc.oneof(
  fc.record({ kind: fc.constant('touch' as const), how: fc.constantFrom('call' as const, 'mail' as const) }),
  fc.record({
    kind: fc.constant('status' as const),
    status: fc.constantFrom(...STATUSES),
    lostReason: fc.constantFrom(...LOST_REASONS, null),
  }),
  fc.constant({ kind: 'note' as const, text: 'Hablamos', contact: true }),
  fc.constant({ kind: 'snooze' as const, until: NOW + HOUR }),
  fc.constant('undo' as const),
);

const hours: fc.Arbitrary<Hours> = fc
  .record({
    target: fc.constantFrom(30, 600),
    zone: fc.constantFrom(ZONE, 'Asia/Kathmandu'),
    isClosed: fc.boolean(),
  })
  .map(({ target, zone, isClosed }) =>
    Object.assign(defaultHours(zone), { target }, isClosed && { week: [[], [], [], [], [], [], []] }),
  );

type Step = (db: Db) => Promise<unknown>;

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(agency, fc.array(inquiry, { minLength: 1, maxLength: 8 })).map(arrive) },
  {
    weight: 8,
    arbitrary: fc
      .record({ agency, number, change, hoursLater: fc.nat({ max: 60 }), isColleague: fc.boolean() })
      .map(follow),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...PHONES).map(
      (phone): Step =>
        (db) =>
          eraseBuyerData(db, parseBuyerKeys({ phone }).keys, NOW),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(agency, number).map(([adminMail, index]): Step => async (db) => {
      await noteAsked(db, { agency_key: adminMail, sid: sidAt(index) }, { isThere: false, now: NOW });
      await hideMissing(db, adminMail, { from: 0, since: NOW, before: NOW, acceptedAt: 0, now: NOW });
    }),
  },
  {
    weight: 1,
    arbitrary: agency.map((adminMail): Step => async (db) => {
      await hideInquiries(db, adminMail, NOW);
      await deleteInquiries(db, { goneBefore: NOW + 1 }, 100);
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constant(((db) =>
      deleteInquiries(db, { before: NOW - 150 * HOUR }, 100)) satisfies Step as Step),
  },
  { weight: 2, arbitrary: fc.tuple(agency, hours, fc.boolean()).map(changeHours) },
  {
    weight: 3,
    arbitrary: fc.constant(((db) =>
      refreshSlice(db, ZONE, { agencies: [AGENCIES[0]] })) satisfies Step as Step),
  },
  { weight: 3, arbitrary: fc.constant(((db) => refreshSlice(db, ZONE)) satisfies Step as Step) },
);

function arrive([adminMail, drawn]: [string, Drawn[]]): Step {
  return async (db) =>
    upsertInquiries(
      db,
      drawn.map((one) => toEntry(adminMail, one)),
      {
        agency: adminMail,
        discoverySource: 'list',
        hours: (await fetchStoredHours(db, adminMail, ZONE)).hours,
        now: NOW,
      },
    );
}

function follow(drawn: {
  agency: string;
  number: number;
  change: RecordedChange | 'undo';
  hoursLater: number;
  isColleague: boolean;
}): Step {
  return async (db) => {
    const key = { agency_key: drawn.agency, sid: sidAt(drawn.number) };
    const row = await db
      .selectFrom('inquiry')
      .select(['at', 'operator_key'])
      .where('agency_key', '=', key.agency_key)
      .where('sid', '=', key.sid)
      .executeTakeFirst();
    const { version = 0 } =
      (await db
        .selectFrom('follow_up')
        .select('version')
        .where('agency_key', '=', key.agency_key)
        .where('sid', '=', key.sid)
        .executeTakeFirst()) ?? {};
    const entry = await db
      .selectFrom('follow_up_entry')
      .select('id')
      .where('agency_key', '=', key.agency_key)
      .where('sid', '=', key.sid)
      .orderBy('number', 'desc')
      .executeTakeFirst();
    const wanted: RecordedChange | undefined =
      drawn.change === 'undo' ? entry && { kind: 'undo', entry: entry.id } : drawn.change;
    if (!wanted) return;
    const at = row?.at ?? NOW - 100 * HOUR;
    await saveFollowUpChange(
      db,
      { adminMail: drawn.agency, sid: key.sid, momento: at, operator: row?.operator_key ?? null },
      { person: drawn.isColleague ? COLLEAGUE : PERSON, address: '' },
      { id: randomUUID(), version, change: wanted },
      at + drawn.hoursLater * HOUR,
    ).catch((error: Error) => {
      // Entries that were undone already, or concurrent changes.
      if (error.name !== 'ProblemError') throw error;
    });
  };
}

function changeHours([adminMail, next, isSwept]: [string, Hours, boolean]): Step {
  return async (db) => {
    const { version } = await fetchStoredHours(db, adminMail, ZONE);
    await setHours(db, adminMail, { hours: next, version });
    if (isSwept) await recomputeDueTimes(db, adminMail, next);
  };
}

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
    return {
      ...row,
      followUp,
      day: dayAt(row.at, ZONE),
      isAnswered: answeredAt < Infinity,
      by: touchedAt <= contactedAt ? followUp?.touched_by : followUp?.contacted_by,
      how: touchedAt <= contactedAt ? followUp?.touched_how : 'contact',
      minutes: answeredAt < Infinity ? Math.ceil(countOpenMs(row.at, answeredAt, agencyHours) / 60_000) : 0,
      isInTime: answeredAt <= (row.due_at ?? Infinity),
      local: new Date(row.at + offsetAt(row.at, agencyHours.zone) * 60_000),
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
  const countTotals = (some: Counted[]) => {
    const count = (matches: (one: Counted) => boolean) => some.filter(matches).length;
    const reached = ({ status, followUp }: Counted) =>
      ['contacted', 'appointment', 'won'].includes(status) || (followUp?.contacted_at ?? null) !== null;
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
      funnel: {
        contacted: count(reached),
        appointment: count(({ status }) => status === 'appointment' || status === 'won'),
        won: count(({ status }) => status === 'won'),
        lost: count(({ status }) => status === 'lost'),
      },
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
  const week = (some: Counted[]) =>
    Array.from({ length: 7 }, (_day, weekday) =>
      Array.from(
        { length: 24 },
        (_hour, hour) =>
          some.filter(({ local }) => (local.getUTCDay() + 6) % 7 === weekday && local.getUTCHours() === hour)
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
async function readFigures(db: Db, asked: RequestedPeriod) {
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

const today = dayAt(NOW, ZONE);
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

async function expectExact(db: Db): Promise<void> {
  expect(await refreshRollUps(db, ZONE, { limitMs: Infinity })).toBe(true);
  for (const asked of ASKED) expect(await readFigures(db, asked)).toEqual(await countAnew(db, asked));
}

async function clear(db: Db): Promise<void> {
  await deleteInquiries(db, { before: Number.MAX_SAFE_INTEGER }, 3000);
  for (const table of ['follow_up', 'follow_up_entry', 'agency_hours'] as const)
    await db.deleteFrom(table).execute();
}

onBothEngines((engine) => {
  describe('daily figures', () => {
    it('are those counted anew, whatever arrives, changes, is erased or goes', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(step, { maxLength: 20, size: 'max' }), {
            minLength: 1,
            maxLength: 6,
            size: 'max',
          }),
          async (rounds) => {
            await clear(db);
            for (const steps of rounds) {
              for (const run of steps) await run(db);
              await expectExact(db);
            }
          },
        ),
        { numRuns: engine === 'sqlite' ? propertyRuns(40, 150) : propertyRuns(8, 50) },
      );
    });

    it('miss nothing that changes while others compute them', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 15, size: 'max' }), async (steps) => {
          await clear(db);
          const refresh = () => refreshRollUps(db, ZONE, { limitMs: Infinity });
          for (const run of steps) await Promise.all([refresh(), run(db), refresh()]);
          await expectExact(db);
        }),
        { numRuns: engine === 'sqlite' ? propertyRuns(5, 30) : propertyRuns(5, 60) },
      );
    });

    it('follow changes that no list shows: another reason, another answer, other hours', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      const drawn = fc
        .sample(inquiry, { numRuns: 1, seed: 2 })
        .map((one) => Object.assign(one, { number: 1, hoursAgo: 30 }));
      await arrive([AGENCIES[0], drawn])(db);
      const lose = (lostReason: (typeof LOST_REASONS)[number]): RecordedChange => ({
        kind: 'status',
        status: 'lost',
        lostReason,
      });
      const steps: Step[] = [
        ...[
          lose('price'),
          lose('finance'),
          { kind: 'touch' as const, how: 'call' as const },
          { kind: 'note' as const, text: 'Hablamos', contact: true },
          'undo' as const,
        ].map((made, hoursLater) =>
          follow({ agency: AGENCIES[0], number: 1, change: made, hoursLater, isColleague: false }),
        ),
        ...['Asia/Kathmandu', 'Asia/Tokyo', ZONE].map((zone) =>
          changeHours([AGENCIES[0], defaultHours(zone), false]),
        ),
        (some) => some.deleteFrom('agency_hours').execute(),
        (some) => some.deleteFrom('follow_up').execute(),
      ];
      for (const run of steps) {
        await run(db);
        await expectExact(db);
      }
    });

    it('are computed anew in another zone', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      await arrive([AGENCIES[0], fc.sample(inquiry, { numRuns: 30, seed: 3 })])(db);
      await expectExact(db);
      await prepareRollUps(db, 'Asia/Tokyo');
      await refreshRollUps(db, 'Asia/Tokyo', { limitMs: Infinity });
      const rows = await db.selectFrom('inquiry').select('at').where('gone_at', 'is', null).execute();
      const days = await db
        .selectFrom('overview_day')
        .select(['day', 'inquiries'])
        .where('agency_key', '=', '')
        .execute();
      expect(new Map(days.map(({ day, inquiries }) => [day, inquiries]))).toEqual(
        new Map(
          [...Map.groupBy(rows, ({ at }) => dayAt(at, 'Asia/Tokyo'))].map(([day, all]) => [day, all.length]),
        ),
      );
      await prepareRollUps(db, ZONE);
      await expectExact(db);
    });

    it('are there for what was indexed before they were kept', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      await arrive([AGENCIES[1], fc.sample(inquiry, { numRuns: 30, seed: 4 })])(db);
      await db.deleteFrom('overview_stale').execute();
      await db.updateTable('overview_zone').set({ zone: '' }).execute();
      await prepareRollUps(db, ZONE);
      await expectExact(db);
    });

    it('a range of agencies and days is refreshed without the others', async () => {
      await using index = await openIndex(engine);
      const { db } = index;
      for (const adminMail of AGENCIES)
        await arrive([adminMail, fc.sample(inquiry, { numRuns: 10, seed: 5 })])(db);
      await refreshRollUps(db, ZONE, {
        agencies: [AGENCIES[0]],
        desde: today,
        hasta: today,
        limitMs: Infinity,
      });
      const keys = await db.selectFrom('overview_day').select(['agency_key', 'day']).distinct().execute();
      expect(keys.every(({ agency_key, day }) => agency_key !== AGENCIES[1] && day === today)).toBe(true);
      expect(await refreshRollUps(db, ZONE, { limitMs: -1 })).toBe(false);
      await expectExact(db);
    });
  });
});
