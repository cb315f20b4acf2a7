import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { expect, inject, it, vi } from 'vitest';
import { insertJob } from '#gateway/jobs/store.ts';
import { createPeople, findPersonById } from '#gateway/people/store.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import type { MailTables } from '#work/mail-table.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { EMPTY_AGENCY_DATA, createAgencyStore } from '#service/agencies/store.ts';
import { createAppStore } from '#service/apps/store.ts';
import { openServiceDatabase } from '#service/store.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { systemRandom } from '#system/random.ts';
import { stampAt } from '#testing/clocks.ts';
import { createDatabase } from '#testing/postgres.ts';
import { openTcpProxy } from '#testing/tcp-proxy.ts';
import { freePort, runCommand, spawnServer } from '#testing/server-process.ts';

const MAILS = 10_000;
const DELIVERIES = 100;
const JOB_ROWS = 2000;
/** After 5 s a process ends itself with another exit code; its end takes a moment more. */
const STOP_LIMIT_MS = 6500;
const ADMIN_MAIL = 'ventas@a.example';
const OTHER_APP = { key: 'o'.repeat(32), secret: 's'.repeat(32) };
const ENVIRONMENT = {
  APP_KEY: 'k'.repeat(32),
  APP_SECRET: 's'.repeat(32),
  CONSOLE_KEY: Buffer.alloc(32, 7).toString('base64'),
  SERVICE_KEY: Buffer.alloc(32, 7).toString('base64'),
  MAIL_FROM: 'no-responder@x.example',
  LOG_LEVEL: 'error',
};

/** A server that accepts connections and says nothing. */
async function openSilentServer() {
  const server = createServer();
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    countConnections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function queueMails(db: Kysely<MailTables>): Promise<void> {
  const due = Date.now();
  const mails = Array.from({ length: MAILS }, (_, at) => ({
    id: `mail${at}`,
    recipient: `p${at}@x.example`,
    subject: 'Resumen',
    text: 'Resumen',
    html: '<p>Resumen',
    created_at: due,
    priority: 2,
    due_at: due,
    attempts: 0,
    sent_at: null,
  }));
  for (let at = 0; at < MAILS; at += 1000)
    await db
      .insertInto('mail')
      .values(mails.slice(at, at + 1000))
      .execute();
}

async function queueDeliveries(db: Parameters<typeof createAppStore>[0], callback: string): Promise<void> {
  const secrets = createSecretBox(Buffer.from(ENVIRONMENT.SERVICE_KEY, 'base64'), systemRandom);
  const now = Date.now();
  const app = await createAppStore(db, secrets).upsert(OTHER_APP, 'Otra', now);
  const agency = { ...EMPTY_AGENCY_DATA, mail: ADMIN_MAIL, invited_at: now, registered_at: now };
  await createAgencyStore(db).add(app, [
    { agency, operators: [{ mail: ADMIN_MAIL, first_name: null, last_name: null }] },
  ]);
  const topic = 'consulta-recibida';
  await db
    .insertInto('webhooks')
    .values({
      app_key: app.key,
      topic,
      callback,
      secret: null,
      description: null,
      active: 1,
      headers: '[null,null,null]',
      version: '1',
      failing_since: null,
    })
    .execute();
  await db
    .insertInto('deliveries')
    .values(
      Array.from({ length: DELIVERIES }, () => ({
        id: randomUUID(),
        app_key: app.key,
        topic,
        agency_key: ADMIN_MAIL,
        body: '{}',
        due_at: now,
        attempts: 0,
        claimed_by: null,
        not_before: null,
      })),
    )
    .execute();
}

/** A job that sends invitations for as long as the test takes. */
async function beginJob(db: Kysely<GatewayTables>): Promise<void> {
  const author = { mail: 'ana@x.example', password: 'correct horse battery' };
  await createPeople(db, [{ ...author, name: 'Ana', role: 'partner', agencies: [] }], stampAt(Date.now()));
  const { id } = await db.selectFrom('person').select('id').executeTakeFirstOrThrow();
  const person = await findPersonById(db, id);
  if (!person) throw new Error('nobody can begin a job');
  const rows = Array.from({ length: JOB_ROWS }, (_, at) => ({
    agency_key: `n${at}@x.example`,
    input: { agency: { AdminMail: `n${at}@x.example` }, isReminder: false },
  }));
  const job = {
    id: randomUUID(),
    kind: 'invitations',
    person,
    address: '127.0.0.1',
    input: {},
    rows,
  } as const;
  await db.transaction().execute((transaction) => insertJob(transaction, job, Date.now()));
}

it
  .runIf(process.env.TEST_FULL)
  .each(
    inject('databases').postgresUrl === null
      ? ['everything in one process']
      : ['everything in one process', 'a worker alone'],
  )(
  'a stop of %s ends what hangs in both programs at once, and what was queued stays due',
  async (processes) => {
    await using stack = new AsyncDisposableStack();
    const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'vitrina-stop-')));
    const smtp = stack.use(await openSilentServer());
    const callback = stack.use(await openSilentServer());
    const [port, servicePort, workerPort] = await Promise.all([freePort(), freePort(), freePort()]);
    const environment = {
      ...ENVIRONMENT,
      DATA_DIR: folder.path,
      DEMO: '0',
      SMTP_URL: `smtp://${smtp.host}`,
      ALLOW_LOCAL_CALLBACKS: '1',
      PORT: String(port),
      SERVICE_PORT: String(servicePort),
      PUBLIC_URL: `http://localhost:${port}`,
      ...(processes === 'a worker alone' && {
        ROLES: 'worker',
        WORKER_PORT: String(workerPort),
        DATABASE_URL: await createDatabase(inject('databases').postgresUrl ?? '', `stop_${Date.now()}`),
      }),
    };
    const targets = readDatabaseTargets(environment);
    if (!targets.service) throw new Error('the process has no service');
    const service = await openServiceDatabase(targets.service);
    stack.defer(() => service.close());
    const gateway = await openGatewayDatabase(targets.gateway);
    stack.defer(() => gateway.close());
    await queueMails(service.db);
    await queueMails(gateway.db);
    await queueDeliveries(service.db, `http://${callback.host}/`);
    await beginJob(gateway.db);

    // The build runs in a process of its own, because NODE_ENV is `test` in this one.
    await runCommand('build.ts', [], { NODE_ENV: '' });
    const server = stack.use(await spawnServer('start.ts', environment));
    const countHanging = async () => [
      await countMails(service.db, 'attempted'),
      await countMails(gateway.db, 'attempted'),
      callback.countConnections(),
    ];
    await vi.waitFor(
      async () => {
        for (const count of await countHanging()) expect(count).toBeGreaterThan(0);
        expect(await gateway.db.selectFrom('job').select('claimed_by').execute()).not.toEqual([
          { claimed_by: null },
        ]);
      },
      { timeout: 30_000, interval: 100 },
    );
    const stoppedAt = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(STOP_LIMIT_MS);

    const { state, done } = await gateway.db
      .selectFrom('job')
      .select(['state', 'done'])
      .executeTakeFirstOrThrow();
    expect(state).toBe('running');
    expect(done).toBeLessThan(JOB_ROWS);
    for (const { db } of [service, gateway]) expect(await countMails(db, 'due')).toBe(MAILS);
    const claimed = await service.db
      .selectFrom('deliveries')
      .select('claimed_by')
      .where('app_key', '=', OTHER_APP.key)
      .execute();
    expect(claimed).toEqual(Array.from({ length: DELIVERIES }, () => ({ claimed_by: null })));
  },
  120_000,
);

it.runIf(process.env.TEST_FULL && inject('databases').postgresUrl !== null)(
  'a stop ends in time though the database does not answer',
  async () => {
    await using stack = new AsyncDisposableStack();
    const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'vitrina-stop-')));
    const url = await createDatabase(inject('databases').postgresUrl ?? '', `silent_${Date.now()}`);
    const proxy = stack.use(await openTcpProxy(url));
    const server = stack.use(
      await spawnServer('start.ts', {
        ...ENVIRONMENT,
        DATA_DIR: folder.path,
        DEMO: '0',
        ROLES: 'worker',
        WORKER_PORT: String(await freePort()),
        PUBLIC_URL: 'http://localhost:4000',
        SERVICE_PORT: String(await freePort()),
        DATABASE_URL: proxy.url,
      }),
    );
    proxy.state = 'frozen';
    const stoppedAt = performance.now();
    await server.stop();
    expect(performance.now() - stoppedAt).toBeLessThan(STOP_LIMIT_MS);
  },
  120_000,
);

/** Counts mails that the test queued: `due` and claimed by nobody, or being `attempted`. */
async function countMails(db: Kysely<MailTables>, which: 'due' | 'attempted'): Promise<number> {
  const { count } = await db
    .selectFrom('mail')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('priority', '=', 2)
    .$if(which === 'due', (query) => query.where('due_at', '<=', Date.now()).where('claimed_by', 'is', null))
    .$if(which === 'attempted', (query) => query.where('claimed_by', 'is not', null))
    .executeTakeFirstOrThrow();
  return count;
}
