import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { readConfiguration } from '#server/configuration.ts';
import { openServiceDatabase } from '#service/store.ts';
import { digestOf, signRequest } from '#signing/request.ts';
import { type ServiceProcess, startService } from './service-process.ts';

// Mixed writes, `kill -9` at a random moment, start again: whatever was acknowledged must be there, and nothing by
// halves: an invited agency with its mail and its invitation, an inquiry with its webhook.

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const WRITERS = 8;

const folder = await mkdtemp(join(tmpdir(), 'vitrina-crash-'));
const environment = { DATA_DIR: folder, DEMO: '0', SIMULATOR: '1', RATE_LIMIT: '1000000000' };
const { service: config, credentials } = readConfiguration(environment);
if (!config) throw new Error('The embedded service is not configured');

const RECEIVER = `desk-${randomUUID().slice(0, 8)}@a.example`;
const acknowledged = new Set<string>();
const names = new Map<string, string>();
let lost = 0;
let halves = 0;

try {
  await prepare();
  for (let round = 0; round < Number(values.rounds); round++) {
    const service = await startService(environment);
    const writing = Array.from({ length: WRITERS }, (_, writer) => write(service, writer));
    await pause(300 + Math.random() * 1000);
    await service.stop('SIGKILL');
    await Promise.all(writing);
    lost += await missing();
    halves += await halfDone();
  }
  console.log(
    `${values.rounds} times kill -9: ${acknowledged.size + names.size} writes acknowledged, ${lost} lost, ${halves} half done`,
  );
  process.exitCode = lost + halves === 0 && acknowledged.size > 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true });
}

/** An agency that receives inquiries, which are announced to a callback that refuses every connection. */
async function prepare(): Promise<void> {
  const service = await startService(environment);
  const statuses = [
    await send(service, 'POST', addressOf(v3.inviteAgency), { AdminMail: RECEIVER }),
    await simulate(service, `/simulator/agencias/${RECEIVER}/registro`),
    await send(service, 'POST', addressOf(v3.createWebhook, { topic: 'consulta-recibida' }), {
      Callback: 'http://127.0.0.1:9/',
    }),
  ].map(({ status }) => status);
  await service.stop();
  if (statuses.join() !== '202,204,201')
    throw new Error(`The service could not be prepared: ${statuses.join()}`);
}

/** Writes until the service is gone, and notes what it acknowledged. */
async function write(service: ServiceProcess, writer: number): Promise<void> {
  try {
    for (let turn = 0; ; turn++) {
      const mail = `${writer}-${turn}-${randomUUID().slice(0, 8)}@a.example`;
      const inquiry = await simulate(service, `/simulator/consultas/${RECEIVER}`);
      if (inquiry.status === 201) acknowledged.add(inquiry.headers.get('location')?.split('/').at(-1) ?? '');
      const invited = await send(service, 'POST', addressOf(v3.inviteAgency), { AdminMail: mail });
      if (invited.status !== 202) continue;
      names.set(mail, '');
      const edited = await send(service, 'PUT', addressOf(v3.editAgency, { adminMail: mail }), {
        Nombre: mail,
      });
      if (edited.status === 200) names.set(mail, mail);
    }
  } catch {
    // The connection broke: the service was killed.
  }
}

async function missing(): Promise<number> {
  await using database = await opened();
  const sids = new Set(
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
  return [...acknowledged].filter((sid) => !sids.has(sid)).length + lostNames.length;
}

async function halfDone(): Promise<number> {
  await using database = await opened();
  const { rows } = await sql<{ halves: number }>`
    select (select count(*) from agencies a where not exists (select 1 from invitations i where i.agency_key = a.mail_key)
              or not exists (select 1 from mails m where lower(m.recipient) = a.mail_key))
         + abs((select count(*) from inquiries) - (select count(*) from deliveries where topic = 'consulta-recibida'))
      as halves`.execute(database.db);
  return Number(rows[0]?.halves);
}

async function opened() {
  if (!config) throw new Error('The embedded service is not configured');
  const database = await openServiceDatabase(config.database);
  return { db: database.db, [Symbol.asyncDispose]: () => database.close() };
}

function simulate({ origin }: ServiceProcess, path: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${origin}${path}`, { method: 'POST', headers, body: '{}' });
}

function send(
  { origin }: ServiceProcess,
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
  return fetch(`${origin}${path}`, { method, headers, body });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
