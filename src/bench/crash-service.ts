import { randomUUID } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { addressOf } from '#contract/endpoint.ts';
import { publisher } from '#contract/publisher.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { createAppStore } from '#service/apps/store.ts';
import { openServiceDatabase } from '#service/store.ts';
import { systemRandom } from '#system/random.ts';
import { type CrashTarget, countMissingSids } from './crash-target.ts';
import { BENCH_APP, setUpService, signedHeaders } from './service-process.ts';

/** Inquiries that the publisher sends in one request. */
const PUBLICATION_SIZE = 3;

const createPublishedInquiry = (id: string) => ({
  Id: id,
  OrigenLead: 'Formulario',
  TipoAnuncio: 'Usado',
  Auto: { Marca: 'Fiat', Modelo: 'Cronos', Estado: 'Usado' },
  Interesado: {
    Interes: 'Comprar',
    Nombre: 'Ana',
    Apellido: 'Núñez',
    Email: 'ana@example.com',
    Provincia: 'Córdoba',
    Comentario: 'Hola',
  },
});

/**
 * Crash target: the service, with writes by its app, a publisher and the simulator. After each kill, an invited agency has
 * its invitation and mail, and an inquiry its webhook message. A batch of a publisher is stored completely or not at all;
 * the publisher repeats those that were not acknowledged.
 */
export async function prepareService(databaseUrl = ''): Promise<CrashTarget> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-crash-'));
  const {
    origin,
    config,
    credentials: caller,
    start,
  } = await setUpService({
    ...BENCH_APP,
    DATA_DIR: folder.path,
    DATABASE_URL: databaseUrl,
    DEMO: '0',
    SIMULATOR: '1',
    ALLOW_LOCAL_CALLBACKS: '1',
  });
  const receiver = `${randomUUID()}@a.example`;
  const sids = new Set<string>();
  /** Names by mail; empty while the edit is not acknowledged. */
  const agencyNames = new Map<string, string>();
  const publishing = { key: randomUUID(), secret: randomUUID() };
  const publishedIds = new Set<string>();
  /** Batches of ids that were sent and not acknowledged. */
  const pendingBatches = new Set<string[]>();

  const expectStatus = async (expected: number, response: Response): Promise<Response> => {
    await response.arrayBuffer();
    if (response.status === expected) return response;
    throw new Error(`${response.url} was answered ${response.status}`);
  };
  const send = async (
    method: 'POST' | 'PUT',
    path: string,
    body: object,
    expected: number,
    credentials = caller,
  ) => {
    const text = JSON.stringify(body);
    const headers = signedHeaders(credentials, { method, path, body: text });
    return expectStatus(expected, await fetch(origin + path, { method, headers, body: text }));
  };
  const simulate = async (path: string, expected: number) =>
    expectStatus(expected, await fetch(`${origin}/simulator/${path}`, { method: 'POST' }));

  const publish = async (ids: string[]) => {
    const path = addressOf(publisher.publishInquiries, { adminMail: receiver });
    pendingBatches.add(ids);
    await send('POST', path, ids.map(createPublishedInquiry), 200, publishing);
    pendingBatches.delete(ids);
    for (const id of ids) publishedIds.add(id);
  };

  {
    await using _service = await start();
    const database = await openServiceDatabase(config.database);
    const apps = createAppStore(database.db, createSecretBox(config.secretKey, systemRandom));
    await apps.upsert(publishing, 'publisher', Date.now(), { isPublisher: true });
    await database.close();
    await send('POST', addressOf(v3.inviteAgency), { AdminMail: receiver }, 202);
    await simulate(`agencias/${receiver}/registro`, 204);
    // Nothing listens on the callback: messages stay queued.
    const webhook = { Callback: 'http://127.0.0.1:9/' };
    await send('POST', addressOf(v3.createWebhook, { topic: INQUIRY_TOPIC }), webhook, 201);
  }

  return {
    start,
    async write() {
      const inquiry = await simulate(`consultas/${receiver}`, 201);
      sids.add(inquiry.headers.get('location')?.split('/').at(-1) ?? '');
      const [pending] = pendingBatches;
      if (pending) await publish(pending);
      await publish(Array.from({ length: PUBLICATION_SIZE }, () => randomUUID()));
      const adminMail = `${randomUUID().slice(0, 18)}@a.example`;
      await send('POST', addressOf(v3.inviteAgency), { AdminMail: adminMail }, 202);
      agencyNames.set(adminMail, '');
      await send('PUT', addressOf(v3.editAgency, { adminMail }), { Nombre: adminMail }, 200);
      agencyNames.set(adminMail, adminMail);
    },
    async verify() {
      const { db, ...database } = await openServiceDatabase(config.database);
      const inquiries = await db.selectFrom('inquiries').select('sid as key').execute();
      const published = await db.selectFrom('published_inquiries').select('id as key').execute();
      const agencies = await db.selectFrom('agencies').select(['mail', 'name']).execute();
      const { rows } = await sql<{ incomplete: number }>`
        select (select count(*) from agencies a where not exists (select 1 from invitations i where i.agency_key = a.mail_key)
                  or not exists (select 1 from mail m where lower(m.recipient) = a.mail_key))
             + (select count(*) from published_inquiries p where not exists (select 1 from inquiries i where i.sid = p.sid))
             + (select count(*) % ${PUBLICATION_SIZE} from published_inquiries)
             + abs((select count(*) from inquiries) - (select count(*) from deliveries where topic = ${INQUIRY_TOPIC}))
          as incomplete`.execute(db);
      await database.close();
      const storedNames = new Map(agencies.map(({ mail, name }) => [mail, name]));
      const lostAgencies = [...agencyNames].filter(
        ([mail, name]) => !storedNames.has(mail) || (name !== '' && storedNames.get(mail) !== name),
      );
      return {
        acknowledged: sids.size + agencyNames.size + publishedIds.size,
        lost:
          countMissingSids(sids, inquiries) + countMissingSids(publishedIds, published) + lostAgencies.length,
        incomplete: Number(rows[0]?.incomplete),
      };
    },
    [Symbol.asyncDispose]: () => folder.remove(),
  };
}
