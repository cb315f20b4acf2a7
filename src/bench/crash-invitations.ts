import { randomUUID } from 'node:crypto';
import { mkdtempDisposable, readFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { InviteAgencies } from '#contract/desk/bulk-invitations.ts';
import { desk } from '#contract/desk/desk.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { freePort, readDemoPeople, spawnServer } from '#testing/server-process.ts';
import { callEndpoint } from './call-endpoint.ts';
import { openCountingProxy } from './counting-proxy.ts';
import { randomBelow } from './number-options.ts';
import { signIn } from './sign-in.ts';

const ROWS = 120;
const KILLS = 3;
/** Half of these rows are refused by the service, the others are left out from the beginning. */
const FAULT_INTERVAL = 10;
/** Most of the time of a row: the service has queued the mail, and the gateway does not know it. */
const REPLY_DELAY_MS = 80;
const INVITATIONS_TIMEOUT_MS = 60_000;

const mailOf = (row: number) => `invitada${row}@x.example`;
const isFaulty = (row: number) => row % FAULT_INTERVAL === 0;

/**
 * `kill -9` of a gateway, three times in the middle of a job of invitations with faulty rows. Fails unless each other agency
 * gets one mail, and every row has its outcome.
 */
export async function crashInvitations(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-crash-'));
  const [port, servicePort] = [String(await freePort()), String(await freePort())];
  const environment = {
    DATA_DIR: folder.path,
    PORT: port,
    SERVICE_PORT: servicePort,
    DEMO: '1',
    SIMULATOR: '0',
    // Jobs may use a tenth: ten rows a second.
    RATE_LIMIT: '6000',
  };
  await using _service = await spawnServer('service.ts', environment);
  await using proxy = await openCountingProxy(`http://127.0.0.1:${servicePort}`, REPLY_DELAY_MS);
  const start = () => spawnServer('start.ts', { ...environment, UPSTREAM_URL: proxy.url });

  let gateway = await start();
  await using stack = new AsyncDisposableStack();
  stack.defer(async () => void (await gateway.stop()));
  const { db, ...database } = await openGatewayDatabase(readDatabaseTargets(environment).gateway);
  stack.defer(() => database.close());
  const partner = await signIn(`http://localhost:${port}`, (await readDemoPeople(folder.path)).partner);
  const id = randomUUID();
  await callEndpoint(partner, desk.inviteAgencies, { body: createJob(id) });
  const killedAt: number[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const row = (kill * ROWS) / (KILLS + 1);
    await waitForInvitations(db, ({ finished }) => finished >= row);
    await setTimeout(randomBelow(200));
    await gateway.stop('SIGKILL');
    killedAt.push((await fetchInvitationProgress(db)).finished);
    gateway = await start();
  }
  await waitForInvitations(db, ({ state }) => state === 'done');

  const rows = await db.selectFrom('job_row').select(['number', 'state']).orderBy('number').execute();
  const faults = rows.filter(({ number }) => isFaulty(number)).length;
  const mails = await countSentMails(join(folder.path, 'outbox'), ROWS - faults);
  const countOf = (row: number) => mails.get(mailOf(row)) ?? 0;
  const lost = rows.filter(({ number, state }) => state !== (isFaulty(number) ? 'failed' : 'done')).length;
  const twice = rows.filter(({ number }) => countOf(number) > 1).length;
  const wrong = rows.filter(({ number }) => countOf(number) !== (isFaulty(number) ? 0 : 1)).length;
  console.log(
    `A job of ${ROWS} invitations, the gateway killed after ${killedAt.join(', ')} rows: ` +
      `${twice} mails sent twice, ${wrong - twice} never, ${lost + ROWS - rows.length} rows without the right outcome`,
  );
  const isInTheMiddle = killedAt.every((row) => row < ROWS);
  if (lost + wrong > 0 || rows.length !== ROWS || !isInTheMiddle) process.exitCode = 1;
}

function createJob(id: string): InviteAgencies {
  const rows = Array.from({ length: ROWS }, (_, index): InviteAgencies['rows'][number] => {
    const row = index + 1;
    const AdminMail = mailOf(row);
    const cells = [AdminMail];
    if (!isFaulty(row)) return { cells, agency: { AdminMail, Nombre: `Agencia ${row}` } };
    return row % (2 * FAULT_INTERVAL) === 0
      ? { cells, agency: { AdminMail, Region: 'Narnia' } }
      : { cells, skipped: 'malformed', detail: 'Nombre' };
  });
  return { id, name: 'agencias.csv', columns: ['AdminMail'], rows };
}

interface Progress {
  state: string;
  /** Rows. */
  finished: number;
}

async function fetchInvitationProgress(db: Kysely<GatewayTables>): Promise<Progress> {
  const job = await db.selectFrom('job').select(['state', 'done', 'failed']).executeTakeFirstOrThrow();
  return { state: job.state, finished: job.done + job.failed };
}

async function waitForInvitations(
  db: Kysely<GatewayTables>,
  isReached: (progress: Progress) => boolean,
): Promise<void> {
  const end = performance.now() + INVITATIONS_TIMEOUT_MS;
  for (;;) {
    const progress = await fetchInvitationProgress(db);
    if (isReached(progress)) return;
    if (performance.now() > end) throw new Error(`The job does not go on: ${JSON.stringify(progress)}`);
    await setTimeout(20);
  }
}

/** Mails by recipient, once there are so many. */
async function countSentMails(outbox: string, expected: number): Promise<Map<string, number>> {
  const end = performance.now() + INVITATIONS_TIMEOUT_MS;
  for (;;) {
    const counts = new Map<string, number>();
    for (const file of await readdir(outbox)) {
      const recipient = /^To: (invitada.+)\r$/m.exec(await readFile(join(outbox, file), 'utf8'))?.[1];
      if (recipient) counts.set(recipient, (counts.get(recipient) ?? 0) + 1);
    }
    if (counts.size >= expected || performance.now() > end) return counts;
    await setTimeout(200);
  }
}
