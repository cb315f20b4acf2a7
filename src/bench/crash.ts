import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { startPostgres } from '#testing/postgres.ts';
import { readKeylessConfiguration } from '#server/configuration.ts';
import type { ServiceConfig } from '#service/config.ts';
import { openServiceDatabase } from '#service/store.ts';
import { type Credentials, digestOf, signRequest } from '#signing/request.ts';
import { type ServerProcess, startService } from './server-process.ts';

// Mixed writes, `kill -9` of the service at a random moment, start again: whatever was acknowledged must be there, and
// nothing by halves: an invited agency with its mail and its invitation, an inquiry with its webhook. On SQLite, and on
// a PostgreSQL of its own where one can be started.

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const WRITERS = 8;

const RECEIVER = `desk-${randomUUID().slice(0, 8)}@a.example`;

/** One engine with what was acknowledged on it. */
interface Check {
  environment: Record<string, string>;
  config: ServiceConfig;
  credentials: Credentials;
  /** Inquiries. */
  sids: Set<string>;
  /** Mails of invited agencies; with their names, once edited. */
  names: Map<string, string>;
}

await check('SQLite', '');
const postgres = await startPostgres();
if (postgres) await check('PostgreSQL', postgres.url).finally(postgres.stop);
else console.log('PostgreSQL was not found: its half is SKIPPED');

async function check(engine: string, databaseUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-crash-'));
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    DEMO: '0',
    SIMULATOR: '1',
    ALLOW_LOCAL_CALLBACKS: '1',
    RATE_LIMIT: '1000000000',
  };
  const { service: config, credentials } = readKeylessConfiguration(environment);
  if (!config) throw new Error('The embedded service is not configured');
  const check = {
    environment,
    config,
    credentials,
    sids: new Set<string>(),
    names: new Map<string, string>(),
  };
  try {
    await prepare(check);
    let lost = 0;
    let halves = 0;
    for (let round = 0; round < Number(values.rounds); round++) {
      const service = await startService(environment);
      const writing = Array.from({ length: WRITERS }, (_, writer) => write(check, service, writer));
      await pause(300 + Math.random() * 1000);
      await service.stop('SIGKILL');
      await Promise.all(writing);
      lost += await missing(check);
      halves += await halfDone(check);
    }
    const written = check.sids.size + check.names.size;
    console.log(
      `${engine}, ${values.rounds} times kill -9: ${written} writes acknowledged, ${lost} lost, ${halves} half done`,
    );
    if (lost + halves > 0 || written === 0) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** An agency that receives inquiries, which are announced to a callback that refuses every connection. */
async function prepare({ environment, credentials }: Check): Promise<void> {
  const service = await startService(environment);
  const statuses = [
    await send({ service, credentials }, 'POST', addressOf(v3.inviteAgency), { AdminMail: RECEIVER }),
    await simulate(service, `/simulator/agencias/${RECEIVER}/registro`),
    await send(
      { service, credentials },
      'POST',
      addressOf(v3.createWebhook, { topic: 'consulta-recibida' }),
      {
        Callback: 'http://127.0.0.1:9/',
      },
    ),
  ].map(({ status }) => status);
  await service.stop();
  if (statuses.join() !== '202,204,201')
    throw new Error(`The service could not be prepared: ${statuses.join()}`);
}

/** Writes until the service is gone, and notes what it acknowledged. */
async function write(
  { credentials, sids, names }: Check,
  service: ServerProcess,
  writer: number,
): Promise<void> {
  const sender = { service, credentials };
  try {
    for (let turn = 0; ; turn++) {
      const mail = `${writer}-${turn}-${randomUUID().slice(0, 8)}@a.example`;
      const inquiry = await simulate(service, `/simulator/consultas/${RECEIVER}`);
      if (inquiry.status === 201) sids.add(inquiry.headers.get('location')?.split('/').at(-1) ?? '');
      const invited = await send(sender, 'POST', addressOf(v3.inviteAgency), { AdminMail: mail });
      if (invited.status !== 202) continue;
      names.set(mail, '');
      const edited = await send(sender, 'PUT', addressOf(v3.editAgency, { adminMail: mail }), {
        Nombre: mail,
      });
      if (edited.status === 200) names.set(mail, mail);
    }
  } catch {
    // The connection broke: the service was killed.
  }
}

async function missing({ config, sids, names }: Check): Promise<number> {
  await using database = await opened(config);
  const kept = new Set(
    (await database.db.selectFrom('inquiries').select('sid').execute()).map(({ sid }) => sid),
  );
  const agencies = new Map(
    (await database.db.selectFrom('agencies').select(['mail', 'name']).execute()).map(({ mail, name }) => [
      mail,
      name,
    ]),
  );
  const lostNames = [...names].filter(
    ([mail, name]) => !agencies.has(mail) || (name !== '' && agencies.get(mail) !== name),
  );
  return [...sids].filter((sid) => !kept.has(sid)).length + lostNames.length;
}

async function halfDone({ config }: Check): Promise<number> {
  await using database = await opened(config);
  const { rows } = await sql<{ halves: number }>`
    select (select count(*) from agencies a where not exists (select 1 from invitations i where i.agency_key = a.mail_key)
              or not exists (select 1 from mails m where lower(m.recipient) = a.mail_key))
         + abs((select count(*) from inquiries) - (select count(*) from deliveries where topic = 'consulta-recibida'))
      as halves`.execute(database.db);
  return Number(rows[0]?.halves);
}

async function opened(config: ServiceConfig) {
  const database = await openServiceDatabase(config.database);
  return { db: database.db, [Symbol.asyncDispose]: () => database.close() };
}

function simulate({ origin }: ServerProcess, path: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${origin}${path}`, { method: 'POST', headers, body: '{}' });
}

function send(
  { service, credentials }: { service: ServerProcess; credentials: Credentials },
  method: 'POST' | 'PUT',
  path: string,
  given: object,
): Promise<Response> {
  const body = JSON.stringify(given);
  const signing = { prefix: 'SVC', now: Date.now(), nonce: randomUUID() };
  const headers = {
    'content-type': 'application/json',
    digest: digestOf(body),
    ...signRequest({ method, path, body }, credentials, signing),
  };
  return fetch(`${service.origin}${path}`, { method, headers, body });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
