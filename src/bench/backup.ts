import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { desk } from '#contract/desk/desk.ts';
import { addressOf } from '#contract/endpoint.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { startPostgres } from '#testing/postgres.ts';
import { freePort, readDemoPeople, runCommand, spawnServer } from '#testing/server-process.ts';
import { agencyMail, fillIndexForPartner, postponeSweeps } from './index-data.ts';
import { formatTimes, parseNumberOptions, percentile, randomBelow } from './number-options.ts';
import { createPostgresEnvironment, fillService } from './service-process.ts';
import { signIn } from './sign-in.ts';
import { sendSteadily } from './steady-load.ts';

// Backups of both databases: how long one takes, its proof, and a restore until the gateway answers; and the latency of requests
// while backups are made and proved one after the other.

const PER_SECOND = 50;
/** Requests of the first seconds wait for a gateway that has just started. */
const WARM_UP_S = 10;
const MAX_P95_RATIO = 2;
const LIMITS_S = { backup: 60, proof: 120, restore: 60 };
const { inquiries, agencies, seconds, postgres } = parseNumberOptions({
  inquiries: 1_000_000,
  agencies: 200,
  seconds: 60,
  postgres: 0,
});

await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-bench-'));
await using stack = new AsyncDisposableStack();
const cluster = postgres ? await startPostgres() : undefined;
if (postgres && !cluster) throw new Error('PostgreSQL is not installed');
if (cluster) stack.defer(() => cluster.stop());
const data = {
  DATA_DIR: folder.path,
  DEMO: '1',
  ...(cluster && (await createPostgresEnvironment(cluster))),
};
const port = String(await freePort());
const url = `http://localhost:${port}`;
// Nothing listens there, so the index stays as filled here.
const server = {
  ...data,
  PORT: port,
  RATE_LIMIT: '10000000',
  UPSTREAM_URL: `http://localhost:${await freePort()}`,
};
process.stdout.write(await fillService(data, { inquiries, agencies }));
await (await spawnServer('start.ts', server)).stop();
await fillGateway();

const file = join(folder.path, 'bench.tar');
const took = {
  backup: await measureCommand('backup.ts', ['--to', file]),
  proof: await measureCommand('backup-verify.ts', [file]),
  restore: await measureCommand('restore.ts', [file]),
};
// A gateway that was just restored computes its figures anew.
await measureLatency(server);
const alone = await measureLatency(server);
const during = await measureLatency({ ...server, BACKUP_EVERY: '1m' });
const ratio = percentile(during, 0.95) / percentile(alone, 0.95);
console.log(
  `${PER_SECOND} requests a second: alone ${formatTimes(alone)}, with backups ${formatTimes(during)}`,
);
const isSlow = (['backup', 'proof', 'restore'] as const).some((name) => took[name] > LIMITS_S[name]);
if (isSlow || ratio > MAX_P95_RATIO) process.exitCode = 1;

async function measureCommand(command: string, args: string[]): Promise<number> {
  const startedAt = performance.now();
  const output = await runCommand(command, args, data);
  // A restore ends when the gateway answers.
  if (command === 'restore.ts') await (await spawnServer('start.ts', server)).stop();
  const tookS = (performance.now() - startedAt) / 1000;
  console.log(`${command}: ${tookS.toFixed(1)} s\n${output}`);
  return tookS;
}

async function measureLatency(environment: Record<string, string>): Promise<number[]> {
  await using _server = await spawnServer('start.ts', environment);
  const { partner } = await readDemoPeople(folder.path);
  const { headers } = await signIn(url, partner);
  const load = {
    url,
    perSecond: PER_SECOND,
    connections: 32,
    call: () => ({
      headers,
      path: addressOf(desk.findInquiries, {}, { agencia: [agencyMail(randomBelow(agencies))] }),
    }),
  };
  await sendSteadily({ ...load, seconds: WARM_UP_S });
  const { times, failures } = await sendSteadily({ ...load, seconds });
  if (failures.length > 0) throw new Error(`Not answered with 200: ${failures.length}`);
  return times;
}

/** Fills the index; each follow-up is a claim with its entry. */
async function fillGateway(): Promise<void> {
  await using database = await openGatewayDatabase({
    ...readDatabaseTargets(data).gateway,
    statementTimeoutMs: 600_000,
  });
  const { db } = database;
  await fillIndexForPartner(db, { inquiries, agencies });
  const { id: me } = await db.selectFrom('person').select('id').executeTakeFirstOrThrow();
  // Triggers on statements compare every row of a large one with every other.
  if (cluster) await sql`alter table inquiry disable trigger user`.execute(db);
  await sql`update follow_up set status = 'new', lost_reason = null, claimed_by = ${me}, snoozed_until = null,
    touched_at = null, touched_by = null, touched_how = null`.execute(db);
  await sql`insert into follow_up_entry (id, agency_key, sid, number, at, person_id, change)
    select agency_key || sid, agency_key, sid, 1, momento, ${me}, ${JSON.stringify({ kind: 'claim', claimed: true })}
    from follow_up`.execute(db);
  await sql`update inquiry set status = 'new', snoozed_until = null, claimed_by = case when exists (
    select 1 from follow_up where follow_up.agency_key = inquiry.agency_key and follow_up.sid = inquiry.sid
  ) then ${me} end`.execute(db);
  if (cluster) await sql`alter table inquiry enable trigger user`.execute(db);
  await sql`delete from overview_stale`.execute(db);
  await postponeSweeps(db);
}
