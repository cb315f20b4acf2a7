import { setTimeout } from 'node:timers/promises';
import { createDatabase, startPostgres } from '#testing/postgres.ts';
import { crashFill } from './crash-fill.ts';
import { crashInvitations } from './crash-invitations.ts';
import { prepareGateway } from './crash-gateway.ts';
import { crashNotifications } from './crash-notifications.ts';
import { prepareService } from './crash-service.ts';
import type { CrashTarget, Verification } from './crash-target.ts';
import { parseNumberOptions } from './number-options.ts';

// Crash test: repeated `kill -9` at random times during writes. Every acknowledged write must be stored, and none
// partially. Targets: the service on SQLite and on PostgreSQL (if installed), the gateway, the fill of its index, its
// digests and late alarms, and a job of invitations.

const WRITERS = 8;
const [MIN_WRITING_MS, MAX_WRITING_MS] = [300, 1300];
const { kills } = parseNumberOptions({ kills: 5 });

const crashPostgres = await startPostgres();
if (!crashPostgres) console.log('PostgreSQL was not found: its parts are SKIPPED');
try {
  await crash('The service on SQLite', () => prepareService());
  if (crashPostgres) await crash('The service on PostgreSQL', () => prepareService(crashPostgres.url));
  await crash('The gateway', prepareGateway);
  // The drills run in parallel, because they wait for leases and claims to expire.
  await Promise.all([
    crashFill(),
    crashNotifications(),
    crashInvitations(),
    ...(crashPostgres
      ? [
          crashFill(crashPostgres.url),
          createDatabase(crashPostgres.url, 'notifications').then((url) => crashNotifications(url)),
        ]
      : []),
  ]);
} finally {
  await crashPostgres?.stop();
}

async function crash(name: string, prepare: () => Promise<CrashTarget>): Promise<void> {
  await using target = await prepare();
  let result: Verification = { acknowledged: 0, lost: 0, incomplete: 0 };
  for (let kill = 0; kill < kills; kill++) {
    await using server = await target.start();
    const writing = Promise.all(Array.from({ length: WRITERS }, () => writeUntilKilled(target)));
    const writingMs = MIN_WRITING_MS + Math.random() * (MAX_WRITING_MS - MIN_WRITING_MS);
    if (await Promise.race([writing, setTimeout(writingMs)])) throw new Error(`${name} ended by itself`);
    await server.stop('SIGKILL');
    await writing;
    result = await target.verify();
    if (result.lost + result.incomplete > 0) break;
  }
  const { acknowledged, lost, incomplete } = result;
  console.log(
    `${name}, ${kills} times kill -9: ${acknowledged} acknowledged, ${lost} lost, ${incomplete} incomplete`,
  );
  if (lost + incomplete > 0 || acknowledged === 0) process.exitCode = 1;
}

async function writeUntilKilled(target: CrashTarget): Promise<void> {
  try {
    for (;;) await target.write();
  } catch (error) {
    // `fetch` throws a TypeError when the connection breaks.
    if (!(error instanceof TypeError)) throw error;
  }
}
