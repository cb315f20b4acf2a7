import { describe, expect, it } from 'vitest';
import type { Balance } from '#contract/desk/balance.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { defaultHours } from '#contract/hours.ts';
import { addDays, startOfDay } from '#contract/window.ts';
import { saveRefused } from '#gateway/deliveries/store.ts';
import { eraseInquiry } from '#gateway/erasure/erase-inquiry.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { updateIndexedAgency } from '#gateway/inquiries/agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import type { DiscoverySource } from '#gateway/inquiries/tables.ts';
import { NOTHING_MISSED } from '#testing/balances.ts';
import { stampAt } from '#testing/clocks.ts';
import { DAY, openDeliveryWorld, refusedDelivery, changeTopic } from '#testing/delivery-world.ts';
import { onBothEngines } from '#testing/engines.ts';
import { explain, recordStatements } from '#testing/explain.ts';
import { CONSOLE, FOREIGN, OWN, SID, json } from '#testing/gateway-world.ts';
import { fetchAgencyFigures, fetchDayFigures, fetchHourFigures } from './figures.ts';

type World = Awaited<ReturnType<typeof openDeliveryWorld>>;

const sidAt = (number: number) => `${SID.slice(0, -3)}${String(number).padStart(3, '0')}`;

/** Indexes an inquiry that was made at `at` and came `lateMs` later. */
const index = (
  { db }: World,
  at: number,
  {
    number,
    source = 'list',
    lateMs = 0,
    agency = OWN,
  }: {
    number: number;
    source?: DiscoverySource;
    lateMs?: number;
    agency?: string;
  },
) =>
  upsertInquiries(
    db,
    [
      {
        Momento: new Date(at).toISOString(),
        Interesado: {},
        Auto: {},
        _links: { self: { href: `/v3/consultas/${agency}/${sidAt(number)}` } },
      },
    ],
    { agency, discoverySource: source, hours: defaultHours('UTC'), now: at + lateMs },
  );

const compare = (it: World, counts: { service: number; index: number; erased?: number }, agency = OWN) =>
  updateIndexedAgency(it.db, agency, {
    swept_at: it.world.clock.now,
    service_count: counts.service,
    index_count: counts.index,
    arriving_count: 0,
    missing_count: 0,
    erased_count: counts.erased ?? 0,
  });

/** An agency that is known for ten days, whose topic sends here. */
async function openBalanceWorld(engine: Parameters<typeof openDeliveryWorld>[0]) {
  const it = await openDeliveryWorld(engine);
  const { now } = it.world.clock;
  await syncAgencies(it.db, [{ adminMail: OWN, name: 'Ruta 9' }], now - 10 * DAY);
  await changeTopic(it, now - 9 * DAY, it.world.gateway.receiverUrl);
  return Object.assign(it, {
    now,
    view: (query: string): Promise<Balance> => it.read(`/desk/balance?${query}`),
  });
}

const TODAY = '2026-03-05';

onBothEngines((engine) => {
  describe('the balance', () => {
    it('a day that closes says by which way its inquiries came, and how late', async () => {
      await using it = await openBalanceWorld(engine);
      const { now } = it;
      await index(it, now - 5 * HOUR_MS, { number: 1, source: 'webhook', lateMs: 2500 });
      await index(it, now - 4 * HOUR_MS, { number: 2, source: 'webhook', lateMs: -1000 });
      await index(it, now - 3 * HOUR_MS, { number: 3, source: 'webhook', lateMs: 90_000 });
      await compare(it, { service: 3, index: 3 });
      const { summary, firstListedDay, days, agencies, agencyCount, leads } = await it.view(
        `from=${addDays(TODAY, -1)}&to=${TODAY}`,
      );
      expect(summary).toMatchObject({ made: 3, inbox: 3, absent: 0, surplus: 0, differing: 0, readAt: now });
      expect(firstListedDay).toBe(addDays(TODAY, -90));
      const figures = {
        inbox: 3,
        erased: 0,
        missing: 0,
        ways: { webhook: 3, sweep: 0, read: 0, earlier: 0 },
        missed: NOTHING_MISSED,
        medianMs: 2000,
        worstMs: 90_000,
      };
      expect(days.map(({ day, inbox }) => [day, inbox])).toEqual([
        [TODAY, 3],
        [addDays(TODAY, -1), 0],
      ]);
      expect(days[0]).toEqual({ day: TODAY, ...figures });
      expect(agencies).toMatchObject([
        { adminMail: OWN, name: 'Ruta 9', figures: null, reading: { made: 3 } },
      ]);
      expect([agencyCount, leads]).toEqual([1, null]);
      expect((await it.view(`from=${TODAY}&to=${TODAY}`)).agencies).toMatchObject([{ figures }]);
    });

    it('an inquiry that no message told of is missed, by the state of its topic then', async () => {
      await using it = await openBalanceWorld(engine);
      const { now, world } = it;
      await changeTopic(it, now - 8 * HOUR_MS, world.gateway.receiverUrl, false);
      await changeTopic(it, now - 6 * HOUR_MS, 'https://other.example/hook');
      await changeTopic(it, now - 4 * HOUR_MS, world.gateway.receiverUrl);
      await saveRefused(it.db, refusedDelivery('signature'), stampAt(now - 2 * HOUR_MS));
      const made = { off: 7, elsewhere: 5, unknown: 3, signature: 2 };
      for (const [number, hours] of Object.values(made).entries())
        await index(it, now - hours * HOUR_MS, { number, lateMs: 5 * MINUTE_MS });
      const [day] = (await it.view(`from=${TODAY}&to=${TODAY}`)).days;
      expect(day?.missed).toEqual({ ...NOTHING_MISSED, off: 1, elsewhere: 1, unknown: 1, signature: 1 });
      expect(day?.ways).toEqual({ webhook: 0, sweep: 4, read: 0, earlier: 0 });
      const { leads } = await it.view(`from=${TODAY}&to=${TODAY}&agency=${OWN}`);
      expect(leads?.map(({ sid, missed }) => [sid, missed])).toEqual([
        [sidAt(3), 'signature'],
        [sidAt(2), 'unknown'],
        [sidAt(1), 'elsewhere'],
        [sidAt(0), 'off'],
      ]);
      expect(leads?.[0]).toMatchObject({ way: 'sweep', firstSeenAt: (leads?.[0]?.at ?? 0) + 5 * MINUTE_MS });
    });

    it('a day has its hours, also those of one agency and where clocks change', async () => {
      await using it = await openBalanceWorld(engine);
      const start = startOfDay(TODAY, it.world.config.timeZone);
      const late = { source: 'webhook', lateMs: 5000 } as const;
      await index(it, start, { number: 1, ...late });
      await index(it, start + 2 * HOUR_MS - 1, { number: 2 });
      await index(it, start + 2 * HOUR_MS, { number: 3, ...late });
      const { hours } = await it.view(`from=${TODAY}&to=${TODAY}`);
      expect(
        hours?.map(({ at, inbox, ways, missed, worstMs }) => [
          at,
          inbox,
          ways.sweep,
          missed.unknown,
          worstMs,
        ]),
      ).toEqual([
        [start + 2 * HOUR_MS, 1, 0, 0, 5000],
        [start + HOUR_MS, 1, 1, 1, 0],
        [start, 1, 0, 0, 5000],
      ]);
      expect((await it.view(`from=${TODAY}&to=${TODAY}&agency=${OWN}`)).hours).toEqual(hours);
      expect((await it.view(`from=${addDays(TODAY, -1)}&to=${TODAY}`)).hours).toBeNull();
      const zone = 'Europe/Madrid';
      const day = '2025-10-26';
      const last = startOfDay(addDays(day, 1), zone) - 1;
      await it.db.updateTable('indexed_agency').set({ added_at: 0 }).execute();
      await index(it, last, { number: 4 });
      const filter = { from: day, to: day, zone, now: it.now, causes: [] };
      // A day of 25 hours.
      expect((await fetchHourFigures(it.db, filter)).map(({ at }) => at)).toEqual([
        startOfDay(day, zone) + 24 * HOUR_MS,
      ]);
    });

    it('an inquiry is not missed whose message came after a sweep or a read, or may still come', async () => {
      await using it = await openBalanceWorld(engine);
      const { now } = it;
      await index(it, now - 3 * HOUR_MS, { number: 1 });
      await it.keep(now - 2 * HOUR_MS, it.message('late', { sid: sidAt(1) }));
      await index(it, now - 2 * MINUTE_MS, { number: 2, source: 'single' });
      await index(it, now - 11 * DAY, { number: 3 });
      const missed = async () => {
        const { days } = await it.view(`from=${addDays(TODAY, -12)}&to=${TODAY}`);
        return days.filter(({ inbox }) => inbox > 0).map((day) => [day.ways, day.missed.unknown]);
      };
      expect(await missed()).toEqual([
        [{ webhook: 0, sweep: 1, read: 1, earlier: 0 }, 0],
        [{ webhook: 0, sweep: 0, read: 0, earlier: 1 }, 0],
      ]);
      it.world.clock.now += 1;
      expect((await missed())[0]?.[1]).toBe(1);
    });

    it('an erased inquiry is counted on its day, and explains that the inbox lacks it', async () => {
      await using it = await openBalanceWorld(engine);
      await index(it, it.now - HOUR_MS, { number: 1 });
      const erased = { agency_key: OWN, sid: sidAt(1), at: it.now - HOUR_MS };
      await eraseInquiry(it.db, erased, it.now);
      await compare(it, { service: 1, index: 0, erased: 1 });
      const { summary, days } = await it.view(`from=${TODAY}&to=${TODAY}`);
      expect(days).toMatchObject([{ inbox: 0, erased: 1 }]);
      expect(summary).toMatchObject({ made: 1, inbox: 0, erased: 1, absent: 0 });
    });

    it('what differs in one agency is not made up for by another, and comes first', async () => {
      await using it = await openBalanceWorld(engine);
      const closing = 'cierra@sur.example';
      const agencies = [OWN, FOREIGN, closing].map((adminMail) => ({ adminMail, name: null }));
      await syncAgencies(it.db, agencies, it.now - 10 * DAY);
      await compare(it, { service: 6, index: 5 });
      await compare(it, { service: 4, index: 5 }, FOREIGN);
      await index(it, it.now - HOUR_MS, { number: 1, source: 'webhook', agency: closing });
      await compare(it, { service: 1, index: 1 }, closing);
      const balance = await it.view(`from=${TODAY}&to=${TODAY}`);
      expect(balance.summary).toMatchObject({ made: 11, inbox: 11, absent: 1, surplus: 1, differing: 2 });
      expect(balance.agencies.map(({ adminMail }) => adminMail)).toEqual([FOREIGN, OWN, closing]);
      const { summary, agencies: own } = await it.view(`from=${TODAY}&to=${TODAY}&agency=${OWN}`);
      expect(summary).toMatchObject({ made: 6, inbox: 5, absent: 1, surplus: 0, compared: 1 });
      expect(own.map(({ adminMail }) => adminMail)).toEqual([OWN]);
    });

    it.runIf(engine === 'sqlite')(
      'figures of all agencies read the index by moment, within the days asked for',
      async () => {
        await using it = await openBalanceWorld(engine);
        const filter = { from: TODAY, to: TODAY, zone: 'UTC', now: it.now, causes: [] };
        const statements = await recordStatements(it.db, async () => {
          await fetchDayFigures(it.db, filter);
          await fetchAgencyFigures(it.db, filter);
        });
        const reads = statements.filter(({ sql }) => sql.includes('"inquiry" as "i"'));
        expect(reads).toHaveLength(4);
        for (const read of reads)
          expect((await explain(it.db, engine, read)).join('\n')).toContain('inquiry_by_moment');
      },
    );

    it('days begin at 0 h of the zone, also those with an hour more or less', async () => {
      await using it = await openBalanceWorld(engine);
      const zone = 'Europe/Madrid';
      const [from, to] = ['2025-10-24', '2025-10-28'];
      const expected = new Map<string, number>();
      for (const [number, day] of ['2025-10-25', '2025-10-26', '2025-10-27', '2025-10-28'].entries()) {
        await index(it, startOfDay(day, zone), { number: 2 * number, source: 'webhook' });
        await index(it, startOfDay(day, zone) - 1, { number: 2 * number + 1, source: 'webhook' });
        expected.set(day, 1 + (expected.get(day) ?? 0));
        expected.set(addDays(day, -1), 1 + (expected.get(addDays(day, -1)) ?? 0));
      }
      const figures = await fetchDayFigures(it.db, { from, to, zone, now: it.now, causes: [] });
      expect(new Map([...figures].map(([day, { inbox }]) => [day, inbox]))).toEqual(expected);
    });
  });
});

describe('the endpoints of the balance', () => {
  it.each([
    [`from=${TODAY}`, ['to']],
    [`from=${TODAY}&to=2026-03-04`, ['to']],
    ['from=2025-12-01&to=2026-03-03', ['to']],
    ['from=2026-02-30&to=2026-03-05', ['from']],
    [`from=${TODAY}&to=${TODAY}&agency=nobody`, ['agency']],
  ])('refuse %s', async (query, fields) => {
    await using it = await openDeliveryWorld('sqlite');
    const reply = await it.world.call(`/desk/balance?${query}`, { headers: { cookie: it.cookie } });
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json().Errors)).toEqual(fields);
  });

  it('take 92 days, refuse sellers, and know no agency that is not listed', async () => {
    await using it = await openBalanceWorld('sqlite');
    const status = async (query: string, cookie = it.cookie) =>
      (await it.world.call(`/desk/balance?${query}`, { headers: { cookie } })).statusCode;
    expect(await status('from=2025-12-04&to=2026-03-05')).toBe(200);
    const seller = await it.world.signIn('seller');
    expect(await status(`from=${TODAY}&to=${TODAY}`, seller)).toBe(403);
    expect(await status(`from=${TODAY}&to=${TODAY}&agency=${FOREIGN}`)).toBe(404);
    const search = async (adminMail: string, cookie: string) =>
      (
        await it.world.call(`/desk/balance/${adminMail}/days`, {
          method: 'POST',
          headers: { ...CONSOLE, cookie },
        })
      ).statusCode;
    expect(await search(OWN, seller)).toBe(403);
    expect(await search(FOREIGN, it.cookie)).toBe(404);
    it.world.upstream.answer = json({}, 404);
    expect(await search(OWN, it.cookie)).toBe(404);
    it.world.upstream.answer = json({ _links: {}, _entries: [] });
    expect(await search(OWN, it.cookie)).toBe(502);
  });

  it('name the days of an agency that differ, by calls that count for the person', async () => {
    await using it = await openBalanceWorld('sqlite');
    const { now, world } = it;
    await index(it, now - 2 * DAY, { number: 1 });
    const differing = '2026-02-11';
    const counts = { [differing]: 2, '2026-03-03': 1 };
    world.upstream.answer = (request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://service');
      const [desde = '', hasta = ''] = ['desde', 'hasta'].map((name) => searchParams.get(name) ?? '');
      const Total = Object.entries(counts)
        .filter(([day]) => day >= desde && day <= hasta)
        .reduce((sum, [, count]) => sum + count, 0);
      json({ Total, PerPagina: 25, _links: {}, _entries: [] })(request, response);
    };
    const reply = await world.call(`/desk/balance/${OWN}/days`, {
      method: 'POST',
      headers: { ...CONSOLE, cookie: it.cookie },
    });
    expect(reply.json()).toEqual({
      days: [
        {
          from: differing,
          to: differing,
          made: 2,
          inbox: 0,
          arriving: 0,
          missing: 0,
          erased: 0,
          absent: 2,
          surplus: 0,
        },
      ],
    });
    expect(world.upstreamRequests.length).toBeLessThanOrEqual(8);
  });
});
