import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Delivery } from '#contract/desk/deliveries.ts';
import type { WebhookDesk } from '#contract/desk/webhooks.ts';
import { CONSOLE_HEADER } from '#contract/desk/page.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { freePort } from '#testing/server-process.ts';
import { openServiceDatabase } from '#service/store.ts';
import { readConfiguration } from './configuration.ts';
import { type RunningServer, startServer } from './server.ts';

// The demo: gateway and service over real connections in both directions.

const TOPIC = 'consulta-recibida';
const SOON = { timeout: 15_000 };
/** The service waits 15 s for a callback, and 5 s before it tries again. */
const SLOW_CALLBACK = { timeout: 30_000, interval: 200 };

let folder: string;
let server: RunningServer;
let origins: { gateway: string; service: string };
let configuration: ReturnType<typeof readConfiguration>;
const cookies = new Map<Role, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrina-server-'));
  const [PORT, SERVICE_PORT] = [String(await freePort()), String(await freePort())];
  configuration = readConfiguration({ DATA_DIR: folder, PORT, SERVICE_PORT });
  origins = { gateway: `http://127.0.0.1:${PORT}`, service: `http://127.0.0.1:${SERVICE_PORT}` };
  server = await startServer(configuration, { page: false });
}, 60_000);

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function call(role: Role, method: string, path: string, body?: object): Promise<Response> {
  const headers = {
    [CONSOLE_HEADER]: '1',
    'sec-fetch-site': 'same-origin',
    cookie: cookies.get(role) ?? (await signIn(role)),
    ...(body && { 'content-type': 'application/json' }),
  };
  return fetch(`${origins.gateway}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function signIn(role: Role): Promise<string> {
  const { mail, password } = server.demoPeople?.find((person) => person.role === role) ?? {};
  const answer = await fetch(`${origins.gateway}/desk/session`, {
    method: 'POST',
    headers: { [CONSOLE_HEADER]: '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ mail, password }),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  cookies.set(role, cookie);
  return cookie;
}

async function read<T>(path: string): Promise<T> {
  const answer = await call('support', 'GET', path);
  const body = (await answer.json()) as T;
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body;
}

const deliveries = async (query: string) =>
  (await read<{ deliveries: Delivery[] }>(`/desk/deliveries?${query}`)).deliveries;
const topics = async () => (await read<{ topics: WebhookDesk[] }>('/desk/webhooks')).topics;

/** Simulates an inquiry to the busy agency. @returns its sid */
async function inquire(): Promise<string> {
  const made = await simulate(`/simulator/consultas/${BUSY_AGENCY}`);
  return made.headers.get('location')?.split('/').at(-1) ?? '';
}

function simulate(path: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${origins.service}${path}`, { method: 'POST', headers, body: '{}' });
}

describe('the demo', () => {
  it('receives webhooks from its first start, signed over their whole body', async () => {
    const sid = await inquire();
    await vi.waitFor(
      async () =>
        expect(await deliveries(`id=${sid}`)).toMatchObject([
          { outcome: 'received', topic: TOPIC, agency: BUSY_AGENCY, sid, receivedCount: 1, bodySigned: true },
        ]),
      SOON,
    );
    expect(await topics()).toMatchObject([
      { topic: 'agencia-registrada', secret: 'kept', lastHeardAt: null },
      { topic: TOPIC, secret: 'kept', lastHeardAt: expect.any(Number) as number },
    ]);
    const connection = await read<{ state: string; topics: object[] }>('/desk/connection');
    const [{ receiver } = { receiver: '' }] = await topics();
    const topic = { callback: receiver, active: true };
    expect(connection).toMatchObject({ state: 'working', topics: [topic, topic] });
  });

  it('switched off and on again is as it was, the secret included', async () => {
    const path = `/v3/appnotificaciones/${TOPIC}`;
    const before = await read<Record<string, unknown>>(path);
    const { Secret: _secret, _links, ...settings } = before;
    expect((await call('support', 'PUT', path, { ...settings, Activo: false })).status).toBe(200);
    expect(await read<object>(path)).toMatchObject({ Activo: false });
    expect((await call('support', 'PUT', path, settings)).status).toBe(200);
    expect(await read<object>(path)).toEqual(before);

    const sid = await inquire();
    await vi.waitFor(
      async () => expect(await deliveries(`id=${sid}`)).toMatchObject([{ outcome: 'received' }]),
      SOON,
    );
    expect(await deliveries('outcome=refused')).toEqual([]);
  });

  it.each<[string, object]>([
    ['wrong-secret', { incidents: [{ topic: TOPIC, reason: 'signature', state: 'open' }] }],
    ['topic-off', { stoppedTopics: 1 }],
    ['callback-gone', { strayTopics: 1 }],
    ['service-down', { service: { state: 'unreachable' } }],
    ['mail-down', { refusedMails: 1 }],
    ...(process.env.TEST_FULL
      ? ([
          ['callback-failing', { failingTopics: [{ topic: TOPIC, cause: 'callback-failed' }] }],
          ['clock-wrong', { service: { state: 'refused' } }],
          ['service-slow', { service: { state: 'slow' } }],
          ['package-spent', { spentPackages: [{ adminMail: BUSY_AGENCY }] }],
        ] satisfies [string, object][])
      : []),
  ])(
    'has the fault %s, which the overview names, and is mended',
    async (fault, named) => {
      // The console received something before.
      const sid = await inquire();
      await vi.waitFor(async () => expect(await deliveries(`id=${sid}`)).toHaveLength(1), SOON);
      const set = async (body: object) => (await call('support', 'PUT', '/desk/demo/fault', body)).status;
      expect((await call('seller', 'PUT', '/desk/demo/fault', { fault })).status).toBe(403);
      expect(await set({ fault: 'other' })).toBe(400);
      expect(await set({ fault })).toBe(204);
      await vi.waitFor(
        async () => expect(await read<object>('/desk/overview/now')).toMatchObject(named),
        SOON,
      );
      expect(await read<object>('/desk/connection')).toMatchObject({ demo: { fault } });
      expect(await set({ fault: null })).toBe(204);
      expect(await read<object>('/desk/connection')).toMatchObject({
        state: 'working',
        demo: { fault: null },
      });
      const after = await inquire();
      await vi.waitFor(
        async () => expect(await deliveries(`id=${after}`)).toMatchObject([{ outcome: 'received' }]),
        SOON,
      );
      await vi.waitFor(
        async () =>
          expect(await read<object>('/desk/overview/now')).toMatchObject({
            service: null,
            stoppedTopics: 0,
            strayTopics: 0,
            failingTopics: [],
            refusedMails: 0,
            spentPackages: [],
          }),
        SOON,
      );
    },
    60_000,
  );

  it.each([
    ['wrong-secret', 'signature'],
    ['receiver-down', 'unreachable'],
    ...(process.env.TEST_FULL
      ? [
          ['topic-off', 'topic-off'],
          ['callback-gone', 'topic-elsewhere'],
          ['callback-failing', 'callback-failed'],
          ['callback-slow', 'callback-slow'],
          ['certificate-expired', 'certificate'],
        ]
      : []),
  ])(
    'explains an inquiry that was made during the fault %s',
    async (fault, cause) => {
      const set = async (body: object) => (await call('support', 'PUT', '/desk/demo/fault', body)).status;
      expect(await set({ fault })).toBe(204);
      const sid = await inquire();
      await vi.waitFor(async () => {
        // The list brings it into the index.
        await read<object>(`/v3/consultas/${BUSY_AGENCY}`);
        const { verdict } = await read<{ verdict: object }>(`/desk/trace/${BUSY_AGENCY}/${sid}`);
        expect(verdict).toMatchObject({ outcome: 'found', causes: [cause] });
      }, SLOW_CALLBACK);
      expect(await set({ fault: null })).toBe(204);
    },
    60_000,
  );

  it.each([
    ['seller-limited', 'limited'],
    ...(process.env.TEST_FULL ? [['message-repeated', 'repeated']] : []),
  ])(
    'explains an inquiry that arrived during the fault %s',
    async (fault, note) => {
      const set = async (body: object) => (await call('support', 'PUT', '/desk/demo/fault', body)).status;
      expect(await set({ fault })).toBe(204);
      const sid = await inquire();
      await vi.waitFor(async () => {
        const { verdict } = await read<{ verdict: object }>(`/desk/trace/${BUSY_AGENCY}/${sid}`);
        expect(verdict).toMatchObject({ outcome: 'arrived', causes: [], notes: [note] });
      }, SLOW_CALLBACK);
      expect(await set({ fault: null })).toBe(204);
    },
    60_000,
  );

  it('refuses messages while its clock is wrong', async () => {
    const set = async (body: object) => (await call('support', 'PUT', '/desk/demo/fault', body)).status;
    expect(await set({ fault: 'clock-wrong' })).toBe(204);
    await vi.waitFor(
      async () => expect((await deliveries('outcome=refused'))[0]).toMatchObject({ reason: 'age' }),
      SOON,
    );
    expect(await set({ fault: null })).toBe(204);
  });

  it('explains an inquiry of an agency that left', async () => {
    const set = async (body: object) => (await call('support', 'PUT', '/desk/demo/fault', body)).status;
    expect(await set({ fault: 'agency-left' })).toBe(204);
    const { agencies } = await read<{ agencies: { adminMail: string }[] }>('/desk/trace?q=retirada');
    const [{ adminMail } = { adminMail: '' }] = agencies;
    await vi.waitFor(async () => {
      // The message of its registration may come later than that of the inquiry.
      const [delivery] = await deliveries(`agency=${adminMail}&topic=${TOPIC}`);
      const { verdict } = await read<{ verdict: object }>(`/desk/trace/${adminMail}/${delivery?.sid}`);
      expect(verdict).toMatchObject({ outcome: 'missing', causes: ['disassociated'] });
    }, SOON);
    expect(await set({ fault: null })).toBe(204);
  });

  it('sees a resend arrive', async () => {
    const sid = await inquire();
    const answer = await call('support', 'POST', `/v3/consultas/${BUSY_AGENCY}/${sid}/resendwebhook`);
    expect(answer.status).toBe(202);
    await vi.waitFor(async () => {
      const found = await deliveries(`id=${sid}`);
      expect(found.map(({ outcome }) => outcome)).toContain('arrived');
      const arrived = found.find(({ outcome }) => outcome === 'arrived');
      expect(found.map(({ hookId, outcome }) => outcome === 'received' && hookId)).toContain(arrived?.hookId);
    }, SOON);
  });

  it('knows at once that an agency which was invited from here registered', async () => {
    const AdminMail = 'nueva@invitada.example';
    expect((await call('partner', 'POST', '/v3/agencias', { AdminMail })).status).toBe(202);
    expect((await simulate(`/simulator/agencias/${AdminMail}/registro`)).status).toBe(204);
    await vi.waitFor(
      async () =>
        expect(await read<object>('/desk/invitations')).toMatchObject({
          invitations: [{ adminMail: AdminMail, state: 'registered', checkedAt: null }],
        }),
      SOON,
    );
  });

  it('explains that an invited agency does not register', async () => {
    const set = async (body: object) => (await call('support', 'PUT', '/desk/demo/fault', body)).status;
    expect(await set({ fault: 'never-registered' })).toBe(204);
    const { agencies } = await read<{ agencies: { adminMail: string }[] }>('/desk/trace?q=invitada-');
    const [{ adminMail } = { adminMail: '' }] = agencies;
    expect(await read<object>(`/desk/trace/${adminMail}`)).toMatchObject({
      forecast: { way: 'none', causes: ['never-registered'] },
      remedy: 'remind',
    });
    expect(await set({ fault: null })).toBe(204);
  });

  it('receives at once after the start what it could not while it was down', async () => {
    const sid = await inquire();
    const body = await read<object>(`/v3/consultas/${BUSY_AGENCY}/${sid}`);
    await vi.waitFor(async () => expect(await deliveries(`id=${sid}`)).toHaveLength(1), SOON);
    await server.close();
    if (!configuration.service) throw new Error('The demo has a service');
    const { db, ...database } = await openServiceDatabase(configuration.service.database);
    await db
      .insertInto('deliveries')
      .values({
        id: randomUUID(),
        app_key: configuration.credentials.key,
        topic: TOPIC,
        agency_key: BUSY_AGENCY,
        body: JSON.stringify(body),
        due_at: Date.now() + 1_800_000,
        attempts: 3,
      })
      .execute();
    await database.close();
    server = await startServer(configuration, { page: false });
    await vi.waitFor(async () => expect(await deliveries(`id=${sid}`)).toHaveLength(2), SOON);
  }, 60_000);

  it('started at another port, receives webhooks there', async () => {
    const before = await read<{ Callback: string }>(`/v3/appnotificaciones/${TOPIC}`);
    await server.close();
    const port = await freePort();
    const { gateway } = configuration;
    if (!gateway) throw new Error('The demo has a gateway');
    const moved = { ...gateway, port, publicUrl: gateway.publicUrl.replace(/\d+$/, String(port)) };
    const former = origins;
    origins = { ...origins, gateway: `http://127.0.0.1:${port}` };
    server = await startServer({ ...configuration, gateway: moved }, { page: false });
    expect(await read<object>(`/v3/appnotificaciones/${TOPIC}`)).toEqual({
      ...before,
      Callback: before.Callback.replace(/:\d+/, `:${port}`),
    });
    const sid = await inquire();
    await vi.waitFor(
      async () => expect(await deliveries(`id=${sid}`)).toMatchObject([{ outcome: 'received' }]),
      SOON,
    );
    await server.close();
    origins = former;
    server = await startServer(configuration, { page: false });
    expect(await read<object>(`/v3/appnotificaciones/${TOPIC}`)).toEqual(before);
  }, 60_000);

  it('restores what was deleted, and does not do so by itself', async () => {
    const path = `/v3/appnotificaciones/${TOPIC}`;
    const before = await read<object>(path);
    expect((await call('support', 'DELETE', path)).status).toBe(204);
    await server.close();
    server = await startServer(configuration, { page: false });
    expect((await call('support', 'GET', path)).status).toBe(404);

    // The past of the demo is written once every agency was read.
    const changes = await vi.waitFor(async () => {
      const history = await read<{ changes: { id: string; action: string; by: string }[] }>(
        `/desk/webhooks/${TOPIC}/history`,
      );
      expect(history.changes.map(({ action }) => action)).toEqual([
        'deleted',
        'edited',
        'edited',
        'edited',
        'edited',
        'created',
      ]);
      return history.changes;
    }, SOON);
    expect(changes.at(-1)?.by).toBe('Vitrina');
    const change = { change: changes[1]?.id };
    const restored = await call('support', 'POST', `/desk/webhooks/${TOPIC}/restorations`, change);
    expect(await restored.json()).toMatchObject({ differing: [] });
    expect(await read<object>(path)).toEqual(before);
    const sid = await inquire();
    await vi.waitFor(
      async () => expect(await deliveries(`id=${sid}`)).toMatchObject([{ outcome: 'received' }]),
      SOON,
    );
  }, 60_000);
});
