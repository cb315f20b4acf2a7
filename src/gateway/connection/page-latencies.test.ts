import { describe, expect, it } from 'vitest';
import {
  LATENCY_PAGES,
  MAX_LATENCIES_PER_REPORT,
  MAX_LATENCY_MS,
  MIN_NAVIGATIONS,
} from '#contract/desk/page-latencies.ts';
import { DAY_MS } from '#contract/durations.ts';
import { addDays, dayAt } from '#contract/window.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { onBothEngines } from '#testing/engines.ts';
import { CONSOLE, type World, openWorld } from '#testing/gateway-world.ts';
import { NOW, ZONE, openRetentionWorld } from '#testing/retention-world.ts';
import { fetchPageLatencies, findBucket, findP75, recordPageLatencies } from './page-latencies.ts';

const TODAY = dayAt(NOW, ZONE);

it.each([
  [0, 16],
  [16, 16],
  [17, 33],
  [100, 100],
  [101, 120],
  [10_000, 10_000],
  [10_001, MAX_LATENCY_MS],
  [MAX_LATENCY_MS, MAX_LATENCY_MS],
])('%i ms are in the bucket up to %i ms', (ms, bucket) => {
  expect(findBucket(ms)).toBe(bucket);
});

it.each([
  [{}, undefined],
  [{ 16: 1 }, 16],
  [{ 16: 3, 100: 1 }, 16],
  [{ 16: 299, 100: 101 }, 100],
  [{ 16: 1, 50: 1, 100: 1, 200: 1 }, 100],
  [{ 200: 2, 16: 2 }, 200],
])('the 75th percentile of %j is in the bucket %s', (histogram, bucket) => {
  const buckets = Object.entries(histogram).map(([bound, navigations]) => ({
    bucket: Number(bound),
    navigations,
  }));
  expect(findP75(buckets.toReversed())).toBe(bucket);
});

onBothEngines((engine) => {
  it('latencies of the last seven days are added up by page, the slowest first', async () => {
    await using world = await openRetentionWorld(engine);
    const { db, apply } = world;
    const record = (page: 'inbox' | 'agency' | 'jobs', ms: number[], day: string) =>
      recordPageLatencies(
        db,
        ms.map((value) => ({ page, ms: value })),
        day,
      );
    const few = Array.from({ length: MIN_NAVIGATIONS - 1 }, () => 40);
    await record('inbox', few, TODAY);
    await record('agency', [...few, 140], TODAY);
    await record('inbox', [90, 90, 90, 90], addDays(TODAY, -6));
    await record('jobs', few, TODAY);
    await record('inbox', [5000, 5000, 5000, 5000], addDays(TODAY, -7));
    const shown = [
      { page: 'inbox', navigations: 13, p75Ms: 100 },
      { page: 'agency', navigations: 10, p75Ms: 50 },
      { page: 'jobs', navigations: 9, p75Ms: null },
    ];
    expect(await fetchPageLatencies(db, TODAY)).toEqual(shown);
    await apply();
    const days = await db.selectFrom('page_latency').select('day').distinct().orderBy('day').execute();
    expect(days).toEqual([{ day: addDays(TODAY, -6) }, { day: TODAY }]);
    expect(await fetchPageLatencies(db, TODAY)).toEqual(shown);
  });

  it('reports of several browsers at once are all counted', async () => {
    await using world = await openRetentionWorld(engine);
    const reports = Array.from({ length: 8 }, (_, index) => {
      const latencies = [
        { page: 'inbox', ms: 20 },
        { page: 'job', ms: 20 },
      ] as const;
      return recordPageLatencies(world.db, index % 2 ? latencies.toReversed() : [...latencies], TODAY);
    });
    await Promise.all(reports);
    expect((await fetchPageLatencies(world.db, TODAY)).map(({ navigations }) => navigations)).toEqual([8, 8]);
  });
});

const report = (world: World, cookie: string, latencies: readonly object[]) =>
  world.call('/desk/page-latencies', {
    method: 'POST',
    headers: { ...CONSOLE, cookie },
    payload: { latencies },
  });

describe('reports', () => {
  it.each(['seller', 'partner', 'support'] as const)(
    'of a %s are stored without the person, and leave no audit entry',
    async (role) => {
      await using world = await openWorld();
      const cookie = await world.signIn(role);
      const reply = await report(world, cookie, [
        { page: 'inbox', ms: 0 },
        { page: 'agency', ms: MAX_LATENCY_MS },
      ]);
      expect([reply.statusCode, reply.body]).toEqual([204, '']);
      const { db, close } = await openGatewayDatabase(world.config.database);
      const day = dayAt(world.clock.now, world.config.timeZone);
      expect(await db.selectFrom('page_latency').selectAll().orderBy('page').execute()).toEqual([
        { day, page: 'agency', bucket: MAX_LATENCY_MS, navigations: 1 },
        { day, page: 'inbox', bucket: 16, navigations: 1 },
      ]);
      const entries = await db
        .selectFrom('audit')
        .select('id')
        .where('action', '=', 'reportPageLatencies')
        .execute();
      expect(entries).toEqual([]);
      await close();
    },
  );

  it('are shown with the connection, until they are a week old', async () => {
    await using world = await openWorld();
    const cookie = await world.signIn('support');
    await report(
      world,
      cookie,
      Array.from({ length: MIN_NAVIGATIONS }, () => ({ page: 'overview', ms: 95 })),
    );
    const view = async () => (await world.call('/desk/connection', { headers: { cookie } })).json();
    const latency = { page: 'overview', navigations: MIN_NAVIGATIONS, p75Ms: 100 };
    expect(await view()).toMatchObject({ pageLatencies: [latency] });
    world.clock.now += 7 * DAY_MS;
    const later = { cookie: await world.signIn('support') };
    expect((await world.call('/desk/connection', { headers: later })).json().pageLatencies).toEqual([]);
  });

  const latency = { page: 'inbox', ms: 8 };
  it.each([
    ['no latency', []],
    ['too many', Array.from({ length: MAX_LATENCIES_PER_REPORT + 1 }, () => latency)],
    ['a negative latency', [{ ...latency, ms: -1 }]],
    ['a latency above the limit', [{ ...latency, ms: MAX_LATENCY_MS + 1 }]],
    ['a fraction', [{ ...latency, ms: 8.5 }]],
    ['text', [{ ...latency, ms: '8' }]],
    ['an address', [{ ...latency, page: '/inquiries/ventas@ruta9.example/01JC' }]],
    ['a person', [{ ...latency, person: 'p1' }]],
  ])('with %s are refused', async (_, latencies) => {
    await using world = await openWorld();
    const reply = await report(world, await world.signIn('seller'), latencies);
    expect([reply.statusCode, reply.json().Type]).toEqual([400, '/problems/invalid-request']);
  });

  it('of as many pages as allowed are taken, and without a session none', async () => {
    await using world = await openWorld();
    const latencies = Array.from({ length: MAX_LATENCIES_PER_REPORT }, (_, index) => ({
      page: LATENCY_PAGES[index % LATENCY_PAGES.length],
      ms: index,
    }));
    expect((await report(world, await world.signIn('seller'), latencies)).statusCode).toBe(204);
    expect((await report(world, '', latencies)).statusCode).toBe(401);
    const crossSite = await world.call('/desk/page-latencies', {
      method: 'POST',
      headers: { cookie: await world.signIn('seller'), 'sec-fetch-site': 'same-origin' },
      payload: { latencies },
    });
    expect(crossSite.statusCode).toBe(403);
  });
});
