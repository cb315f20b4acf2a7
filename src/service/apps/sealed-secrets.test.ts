import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { openService } from '#service/app.ts';
import { openServiceDatabase } from '#service/store.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { systemRandom } from '#system/random.ts';
import { openCallbackReceiver } from '#testing/callback-receiver.ts';
import { createTestClock } from '#testing/clocks.ts';
import { onBothEngines } from '#testing/engines.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { NOON, type ServiceWorld, createSignedRequest, openServiceWorld } from '#testing/service-world.ts';
import { createSealing } from './sealed-secrets.ts';
import { createAppStore } from './store.ts';

const MAIL = 'ventas@a.example';
const SECRET = 'a'.repeat(32);
const PREVIOUS = 'b'.repeat(32);
const WEBHOOK_SECRET = 'secreto-de-un-webhook';
const OTHER_KEY = Buffer.alloc(32, 9);
const clock = createTestClock(() => NOON);

const dump = async ({ database: { db } }: ServiceWorld) =>
  JSON.stringify([
    await db.selectFrom('apps').selectAll().execute(),
    await db.selectFrom('webhooks').selectAll().execute(),
  ]);
const configure = (world: ServiceWorld, Callback: string, method: 'POST' | 'PUT' = 'POST') =>
  world.call('/v3/appnotificaciones/consulta-recibida', {
    method,
    body: JSON.stringify({ Callback, Secret: WEBHOOK_SECRET }),
  });
const listStatus = async (world: ServiceWorld, app: Parameters<typeof createSignedRequest>[1]['as']) =>
  (await world.app.inject(createSignedRequest('/v3/agencias', { as: app, now: NOON }))).statusCode;

onBothEngines((engine) => {
  /** Starts a service on the world's database as the world's app. @returns its log, after it has ended */
  async function start(
    world: ServiceWorld,
    secretKey: Uint8Array | null = world.config.secretKey ?? null,
    credentials = world.credentials,
  ) {
    let log = '';
    const stream = new Writable({
      write(chunk, _encoding, done) {
        log += String(chunk);
        done();
      },
    });
    const logger = { level: 'warn', stream };
    const service = await openService(
      { ...world.config, secretKey: secretKey ?? undefined },
      { credentials, clock, logger, worker: false },
    );
    await service.close();
    return log;
  }

  it('the service stores no secret of an app or a webhook as it is', async () => {
    await using world = await openServiceWorld(engine);
    const apps = createAppStore(world.database.db, world.secrets);
    await apps.upsert({ key: 'k'.repeat(32), secret: PREVIOUS }, 'Otra', NOON);
    await apps.adoptSecret({ key: 'k'.repeat(32), secret: SECRET }, NOON);
    await configure(world, 'https://a.example/');
    await configure(world, 'https://a.example/', 'PUT');
    const stored = await dump(world);
    for (const secret of [SECRET, PREVIOUS, WEBHOOK_SECRET, world.credentials.secret])
      expect(stored).not.toContain(secret);
    for (const secret of [SECRET, PREVIOUS])
      expect(await listStatus(world, { key: 'k'.repeat(32), secret })).toBe(200);
  });

  it('the service starts without a key on plain secrets, and says that they are in plain text', async () => {
    await using world = await openServiceWorld(engine);
    await world.database.db.updateTable('apps').set({ secret: world.credentials.secret }).execute();
    const { credentials } = world;
    expect(await start(world, null)).toContain('SERVICE_KEY is not set');
    expect(await dump(world)).toContain(credentials.secret);
    expect(await listStatus(world, credentials)).toBe(200);
  });

  // The world is another client on PostgreSQL, which may be of a version that reads plain secrets only.
  it.runIf(engine === 'sqlite')('a start with a key seals plain secrets, which stay valid', async () => {
    await using world = await openServiceWorld(engine);
    const { db } = world.database;
    const key = 'k'.repeat(32);
    await configure(world, 'https://a.example/');
    await db
      .insertInto('apps')
      .values({
        key,
        secret: SECRET,
        previous_secret: PREVIOUS,
        previous_used_at: NOON,
        name: 'x',
        created_at: NOON,
      })
      .execute();
    await db.updateTable('webhooks').set({ secret: WEBHOOK_SECRET }).execute();
    expect(await listStatus(world, { key, secret: SECRET })).toBe(200);
    expect(await start(world)).toBe('');
    const stored = await dump(world);
    for (const secret of [SECRET, PREVIOUS, WEBHOOK_SECRET]) expect(stored).not.toContain(secret);
    for (const secret of [SECRET, PREVIOUS]) expect(await listStatus(world, { key, secret })).toBe(200);
    expect(await start(world)).toBe('');
    expect(await dump(world)).toBe(stored);
  });

  it('the service says at the start what another key makes unreadable, takes the configured secret, and refuses the rest', async () => {
    await using world = await openServiceWorld(engine);
    const other = await world.otherApp();
    await configure(world, 'https://a.example/');
    const log = await start(world, OTHER_KEY);
    expect(log).toContain('SERVICE_KEY is not the one');
    expect(log).toContain(`app ${other.key}`);
    expect(log).toContain(`webhook ${world.credentials.key} consulta-recibida`);
    expect(log).not.toContain(`"app ${world.credentials.key}"`);

    const apps = createAppStore(world.database.db, createSecretBox(OTHER_KEY, systemRandom));
    expect(await apps.find(world.credentials.key)).toMatchObject({ secret: world.credentials.secret });
    expect(await apps.find(other.key)).toMatchObject({ secret: null, previous_secret: null });
    // The other app is unchanged under the previous key.
    expect(await listStatus(world, other)).toBe(200);
    await apps.adoptSecret({ key: other.key, secret: SECRET }, NOON);
    expect(await apps.find(other.key)).toMatchObject({ secret: SECRET, previous_secret: null });
  });

  it('the service signs with the sealed secret of a webhook, and sends nothing while it cannot be read', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await world.agency(MAIL);
    await configure(world, receiver.url);
    const { db } = world.database;
    const sealed = await db.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow();
    await db
      .updateTable('webhooks')
      .set({ secret: createSecretBox(OTHER_KEY, systemRandom).seal(WEBHOOK_SECRET, 'webhook') })
      .execute();
    await world.app.inject({ method: 'POST', url: `/simulator/consultas/${MAIL}`, payload: '' });
    await world.worker.drain();
    expect(receiver.requests).toHaveLength(0);
    await db.updateTable('webhooks').set(sealed).execute();
    world.clock.now += 6000;
    await world.worker.drain();
    expect(receiver.requests.map(({ headers }) => typeof headers['notification-signature'])).toEqual([
      'string',
    ]);
  });

  it.runIf(engine === 'postgres')(
    'the service seals after an hour where other processes may have no key',
    async () => {
      await using world = await openServiceWorld(engine);
      const database = await openServiceDatabase(world.config.database);
      await world.database.db.updateTable('apps').set({ secret: SECRET }).execute();
      const manual = createManualClock();
      const [seal] = await createSealing(database, world.secrets, manual).claim(1);
      const { signal } = new AbortController();
      await seal?.(signal);
      expect(await dump(world)).toContain(SECRET);
      await manual.advance(3_600_000);
      await seal?.(signal);
      expect(await dump(world)).not.toContain(SECRET);
      await database.close();
    },
  );
});
