import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Kysely, sql } from 'kysely';
import { addDays, dayAt } from '#contract/window.ts';
import type { DatabaseTarget } from '#database/database.ts';
import { sendDueDigests } from '#gateway/notifications/digests.ts';
import { reportLateInquiries } from '#gateway/notifications/late-alarms.ts';
import { fetchSilentAgencies } from '#gateway/overview/silence.ts';
import { countPending } from '#gateway/overview/pending.ts';
import { createPeople } from '#gateway/people/store.ts';
import { fetchPeriod } from '#gateway/overview/period.ts';
import { prepareRollUps, refreshRollUps, refreshSlice } from '#gateway/overview/roll-ups.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { systemRandom } from '#system/random.ts';
import { BENCH_NOW, BENCH_PERSON_ID, BENCH_ZONE, agencyMail, fillIndex } from './index-data.ts';
import { measureStore } from './measure-store.ts';
import { parseNumberOptions, percentile, round } from './number-options.ts';

// The overview in the store, on SQLite or with `--postgres 1` on a temporary PostgreSQL: its first computation, both
// replies over 90 days with changes in between, the digest and the late alarm, and the longest block of the event loop.

const OVERVIEW_DAYS = 90;
/** Changed inquiries before each reply. */
const CHANGES = 10;
const {
  inquiries,
  agencies,
  tries,
  postgres: onPostgres,
} = parseNumberOptions({ inquiries: 1_000_000, agencies: 200, tries: 100, postgres: 0 });

async function measureOverview(target: DatabaseTarget): Promise<void> {
  const database = await openGatewayDatabase(target);
  const { db } = database;
  await prepareRollUps(db, BENCH_ZONE);
  const spent = await fillIndex(db, { inquiries, agencies, me: BENCH_PERSON_ID, now: BENCH_NOW });
  await db.updateTable('indexed_agency').set({ swept_at: BENCH_NOW }).execute();
  console.log(`${database.engine}: ${round(inquiries / (spent / 1000))} inquiries taken up a second`);
  const [{ marks }] = (await sql<{ marks: number }>`select count(*) as marks from overview_stale`.execute(db))
    .rows as [{ marks: number }];
  const slices: number[] = [];
  const startedAt = performance.now();
  for (let hasMore = true; hasMore;) {
    const sliceAt = performance.now();
    hasMore = await refreshSlice(db, BENCH_ZONE);
    slices.push(performance.now() - sliceAt);
  }
  console.log(
    `${marks} marks: all figures computed in ${round((performance.now() - startedAt) / 1000)} s, ` +
      `a slice in ${round(percentile(slices, 0.5))} ms, p95 ${round(percentile(slices, 0.95))}, longest ${round(Math.max(...slices))}`,
  );
  // Autovacuum does the same within minutes.
  if (database.engine === 'postgres') await sql`vacuum (analyze)`.execute(db);

  const hasta = dayAt(BENCH_NOW, BENCH_ZONE);
  const desde = addDays(hasta, -OVERVIEW_DAYS + 1);
  const before = addDays(desde, -OVERVIEW_DAYS);
  const figures: Record<string, object> = {};
  const scopes: [string, (agency: number) => string[] | undefined][] = [
    ['an agency', (agency) => [agencyMail(agency)]],
    ['three agencies', (agency) => [0, 1, 2].map((more) => agencyMail((agency + more) % agencies))],
    [
      'twenty agencies',
      (agency) => Array.from({ length: 20 }, (_, more) => agencyMail((agency + more) % agencies)),
    ],
    ['all agencies', () => undefined],
    ['all agencies, each named', () => Array.from({ length: agencies }, (_, agency) => agencyMail(agency))],
  ];
  for (const [whose, keysOf] of scopes) {
    const scopeAt = (run: number) => ({
      agencies: keysOf((run * 37) % agencies),
      ownInquiriesIn: [],
      operator: '',
    });
    figures[`now, ${whose}`] = await measureTimes(async (run) => {
      const scope = scopeAt(run);
      await countPending(db, scope, { me: BENCH_PERSON_ID, now: BENCH_NOW, zone: BENCH_ZONE });
      await refreshRollUps(db, BENCH_ZONE, {
        agencies: scope.agencies,
        desde: before,
        hasta,
      });
      await fetchSilentAgencies(db, scope, { now: BENCH_NOW, zone: BENCH_ZONE });
    });
    figures[`${OVERVIEW_DAYS} days, ${whose}`] = await measureTimes(async (run) => {
      const scope = scopeAt(run);
      await refreshRollUps(db, BENCH_ZONE, {
        agencies: scope.agencies,
        desde: before,
        hasta,
      });
      await fetchPeriod(db, { scope, desde, hasta, ranksPeople: false }, BENCH_ZONE);
    });
  }

  const worker = {
    db,
    readAs: () => db,
    config: { timeZone: BENCH_ZONE, publicUrl: 'https://vitrina.example' },
    now: () => BENCH_NOW,
    random: systemRandom,
    wake() {},
    liveEvents: { wake() {} },
  };
  const fail = (error: unknown) => {
    throw error;
  };
  await enableNotifications(db);
  figures['digest of all agencies'] = await measureTimes(async () => {
    await db.updateTable('digest').set({ last_sent_day: null }).execute();
    await sendDueDigests(worker, fail);
  });
  const reportedAt = performance.now();
  await reportLateInquiries(worker, fail);
  const [{ reported }] = (
    await sql<{ reported: number }>`select count(*) as reported from late_alarm_notice`.execute(db)
  ).rows as [{ reported: number }];
  console.log(`${reported} late inquiries reported in ${round((performance.now() - reportedAt) / 1000)} s`);
  figures[`late alarms of ${agencies} agencies, ${CHANGES} due`] = await measureTimes(async (run) => {
    await sql`delete from late_alarm_notice where sid in (
      select sid from late_alarm_notice where agency_key = ${agencyMail((run * 37) % agencies)} limit ${CHANGES}
    )`.execute(db);
    await reportLateInquiries(worker, fail);
  });
  console.table(figures);
  await database.close();

  /** Times of a reply after some inquiries of recent days changed. */
  async function measureTimes(reply: (run: number) => Promise<unknown>) {
    const times: number[] = [];
    const blocks: number[] = [];
    await reply(0);
    for (let run = 0; run < tries; run++) {
      await sql`update inquiry set origin = origin where number in (
        select number from inquiry where agency_key = ${agencyMail((run * 37) % agencies)} order by at desc limit ${CHANGES}
      )`.execute(db);
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      // The first turn, from which blocks are measured.
      await new Promise((resolve) => setTimeout(resolve, 3));
      const started = performance.now();
      await reply(run);
      times.push(performance.now() - started);
      // The next turn, so that the last block is seen.
      await new Promise((resolve) => setTimeout(resolve, 3));
      delay.disable();
      blocks.push(delay.max / 1e6);
    }
    return {
      'p50, ms': round(percentile(times, 0.5)),
      'p95, ms': round(percentile(times, 0.95)),
      'longest block, p95, ms': round(percentile(blocks, 0.95)),
      'longest block, ms': round(Math.max(...blocks)),
    };
  }
}

/** A partner with a digest, who is told of the late inquiries of all agencies. */
async function enableNotifications(db: Kysely<GatewayTables>): Promise<void> {
  await createPeople(
    db,
    [{ mail: 'paula@x.example', name: 'Paula', role: 'partner', agencies: [], password: 'x' }],
    { now: BENCH_NOW, random: systemRandom },
  );
  const { id } = await db.selectFrom('person').select('id').executeTakeFirstOrThrow();
  await db
    .insertInto('digest')
    .values({ person_id: id, enabled: 1, hour: 0, language: 'es', last_sent_day: null })
    .execute();
  await db
    .insertInto('late_alarm')
    .values(
      Array.from({ length: agencies }, (_, agency) => ({
        agency_key: agencyMail(agency),
        alarm: JSON.stringify({ on: true, minutes: 60, recipients: [id], mail: true }),
        enabled_at: 0,
        version: 1,
      })),
    )
    .execute();
}

await measureStore('bench_overview', { onPostgres: onPostgres > 0 }, measureOverview);
