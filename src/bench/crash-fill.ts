import { randomBytes } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { attemptLog } from '#contract/attempts.ts';
import { addressOf } from '#contract/endpoint.ts';
import { LAST_PAGE, PAGE_SIZE } from '#contract/paging.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { PAGES_PER_TURN } from '#gateway/inquiries/sweep.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { openServiceDatabase } from '#service/store.ts';
import { type ServerProcess, freePort, runCommand, spawnServer } from '#testing/server-process.ts';
import { type ServiceCall, openCountingProxy, peakCalls } from './counting-proxy.ts';
import { countMissingSids } from './crash-target.ts';
import { BENCH_APP, setUpService } from './service-process.ts';

const FILL_AGENCIES = 8;
const PAGES_PER_AGENCY = LAST_PAGE;
const INQUIRIES = FILL_AGENCIES * PAGES_PER_AGENCY * PAGE_SIZE;
/** Budget of all gateways: the fill takes a little longer than the lease of the killed one. */
const FILL_CALLS_PER_MINUTE = 700;
/** Number of indexed inquiries at the kill; every agency has had its first turn by then. */
const KILL_AT = INQUIRIES / 4;
const FILL_TIMEOUT_MS = 150_000;
/** Calls without a crash: every page once, the newest one at the start of each turn of an agency, and its package. */
const EXPECTED_CALLS = FILL_AGENCIES * (PAGES_PER_AGENCY + Math.ceil(PAGES_PER_AGENCY / PAGES_PER_TURN) + 1);
/** Calls that every gateway makes at an interval, also for its health checks. */
const PERIODIC_PATHS = new Set([
  addressOf(v3.entryPoints),
  addressOf(v3.listAgencies),
  addressOf(v3.listWebhooks),
  addressOf(attemptLog.listAttempts),
  addressOf(v3.viewWebhook, { topic: INQUIRY_TOPIC }),
]);
/** Calls repeated because of a kill: the page in flight, and the newest one at the start of the aborted turn. */
const MAX_REPEATED_CALLS = 2;

/**
 * `kill -9` of a gateway during the first fill of its index. On PostgreSQL a second gateway takes over; on SQLite the
 * gateway is restarted. Fails unless the index is complete, no page was read needlessly and calls stayed within the budget.
 */
export async function crashFill(databaseUrl?: string): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-crash-'));
  const environment = { ...BENCH_APP, DATA_DIR: folder.path, DEMO: '0' };
  const amounts = ['--inquiries', String(INQUIRIES), '--agencies', String(FILL_AGENCIES)];
  await runCommand('demo.ts', amounts, environment);
  const setup = await setUpService(environment);
  await using _service = await setup.start();
  await using proxy = await openCountingProxy(setup.origin);
  const gateway = {
    ...environment,
    DATABASE_URL: databaseUrl ?? '',
    UPSTREAM_URL: proxy.url,
    CONSOLE_KEY: randomBytes(32).toString('base64'),
    SERVICE_KEY: randomBytes(32).toString('base64'),
    // Sweeps may use a tenth.
    RATE_LIMIT: String(FILL_CALLS_PER_MINUTE * 10),
  };
  const start = async () => spawnServer('start.ts', { ...gateway, PORT: String(await freePort()) });

  await using gateways = new AsyncDisposableStack();
  const startNext = async (): Promise<ServerProcess> => gateways.use(await start());
  const victim = await startNext();
  if (databaseUrl) await startNext();
  const { db, ...database } = await openGatewayDatabase(readDatabaseTargets(gateway).gateway);
  gateways.defer(() => database.close());
  const startedAt = performance.now();
  await waitForFill(db, ({ indexed, leased }) => indexed >= KILL_AT && leased === (databaseUrl ? 2 : 1));
  await victim.stop('SIGKILL');
  const killed = { at: Date.now(), ...(await progress(db)) };
  if (!databaseUrl) await startNext();
  await waitForFill(db, ({ incomplete }) => incomplete === 0);
  const seconds = (performance.now() - startedAt) / 1000;

  const indexed = await db
    .selectFrom('inquiry')
    .select(['agency_key', 'sid'])
    .where('gone_at', 'is', null)
    .execute();
  const service = await openServiceDatabase(setup.config.database);
  const inquiries = await service.db.selectFrom('inquiries').select(['agency_key', 'sid']).execute();
  await service.close();
  const missing = countMissingSids(
    new Set(inquiries.map(createKey)),
    indexed.map((row) => ({ key: createKey(row) })),
  );
  const surplus = indexed.length - (inquiries.length - missing);
  const fillCalls = proxy.calls.filter(({ path }) => !PERIODIC_PATHS.has(getPathname(path)));
  const repeated = fillCalls.length - EXPECTED_CALLS;
  const peak = peakCalls(proxy.calls);
  console.log(
    `${databaseUrl ? 'One of two gateways on PostgreSQL' : 'The gateway on SQLite'}, kill -9 with ${killed.indexed} of ` +
      `${INQUIRIES} inquiries in its index: complete after ${seconds.toFixed(0)} s, ` +
      `the agency that it was reading is read on after ${(longestGap(fillCalls, killed.at) / 1000).toFixed(0)} s; ` +
      `${missing} missing, ${surplus} too many, ${repeated} of ${proxy.calls.length} calls repeated, ` +
      `at most ${peak} of ${FILL_CALLS_PER_MINUTE} calls a minute`,
  );
  // A queued call may be sent in the next minute.
  const mostCalls = FILL_CALLS_PER_MINUTE + (databaseUrl ? 2 : 1);
  if (
    killed.indexed >= INQUIRIES ||
    missing + surplus > 0 ||
    repeated > MAX_REPEATED_CALLS ||
    peak > mostCalls
  )
    process.exitCode = 1;
}

interface Progress {
  indexed: number;
  /** Agencies claimed by a gateway now. */
  leased: number;
  incomplete: number;
}

async function progress(db: Kysely<GatewayTables>): Promise<Progress> {
  const { indexed } = await db
    .selectFrom('inquiry')
    .select(({ fn }) => fn.countAll<number>().as('indexed'))
    .executeTakeFirstOrThrow();
  const agencies = await db.selectFrom('indexed_agency').select(['claimed_until', 'full_read_at']).execute();
  const complete = agencies.filter(({ full_read_at }) => full_read_at !== null).length;
  return {
    indexed,
    leased: agencies.filter(({ claimed_until }) => (claimed_until ?? 0) > Date.now()).length,
    incomplete: FILL_AGENCIES - complete,
  };
}

async function waitForFill(
  db: Kysely<GatewayTables>,
  isReached: (state: Progress) => boolean,
): Promise<void> {
  const end = performance.now() + FILL_TIMEOUT_MS;
  for (;;) {
    const state = await progress(db);
    if (isReached(state)) return;
    if (performance.now() > end) throw new Error(`The fill does not go on: ${JSON.stringify(state)}`);
    await setTimeout(20);
  }
}

function createKey({ agency_key, sid }: { agency_key: string; sid: string }): string {
  return `${agency_key} ${sid}`;
}

const getPathname = (path: string) => path.replace(/\?.*/, '');

/** Longest pause between calls of a path around an instant, ms. */
function longestGap(calls: readonly ServiceCall[], instant: number): number {
  const gaps = [...Map.groupBy(calls, ({ path }) => getPathname(path)).values()].map((group) => {
    const before = group.findLast(({ at }) => at <= instant);
    const after = group.find(({ at }) => at > instant);
    return before && after ? after.at - before.at : 0;
  });
  return Math.max(...gaps);
}
