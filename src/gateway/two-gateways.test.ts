import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { describe, expect, inject, it, vi } from 'vitest';
import { signNotification } from '#signing/webhook.ts';
import { createTestClock } from '#testing/clocks.ts';
import { cloneDatabase } from '#testing/engines.ts';
import { CONSOLE, OWN, SID, json, openWorld } from '#testing/gateway-world.ts';
import { openGateway } from './app.ts';
import { type GatewayTables, openGatewayDatabase } from './store.ts';

// These tests run several gateways on one PostgreSQL.

const TOPIC = 'consulta-recibida';
const PATH = `/v3/appnotificaciones/${TOPIC}`;
const SETTINGS = { Callback: 'https://a.example/x' };
const FIRST = 'x'.repeat(32);
const SECOND = 'y'.repeat(32);

interface Write {
  secret: unknown;
  answer: () => void;
}

/** Two gateways, and a service that holds its answers to writes of a topic. */
async function open(config: { rateLimit?: number } = {}) {
  const world = await openWorld({ engine: 'postgres', config });
  const second = await openGateway(
    { ...world.config, demo: false },
    { clock: createTestClock(() => world.clock.now) },
  );
  const database = await openGatewayDatabase(world.config.database);
  const cookie = await world.signIn('support');
  const writes: Write[] = [];
  /** The secret that the service signs with. */
  const service: { secret: unknown; holds: boolean } = { secret: undefined, holds: false };

  world.upstream.answer = (request, response) => void answer(request, response);
  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== 'PUT') return json({ _entries: [], _links: {} })(request, response);
    const { Secret } = JSON.parse(await text(request)) as { Secret?: unknown };
    const write = () => {
      if (Secret !== undefined) service.secret = Secret;
      json({ ...SETTINGS, Secret: null, _links: {} })(request, response);
    };
    if (service.holds) writes.push({ secret: Secret, answer: write });
    else write();
  }

  const gateways = [world.gateway.app, second.app];
  const ask = (at: number, url: string, method: 'GET' | 'POST' | 'PUT' = 'GET', payload?: object) => {
    const app = gateways[at];
    if (!app) throw new Error('There are two gateways');
    return app.inject({ url, method, headers: { cookie, ...CONSOLE }, ...(payload && { payload }) });
  };
  const put = (at: number, Secret?: string) =>
    ask(at, PATH, 'PUT', { ...SETTINGS, ...(Secret !== undefined && { Secret }) });
  const receiver = async () => {
    const receivers = database.db.selectFrom('setting').select('value').where('name', '=', 'RECEIVER');
    return (await receivers.executeTakeFirstOrThrow()).value;
  };
  /** Sends a message that is signed with a secret. @returns its status */
  const notify = async (at: number, secret: string) => {
    const body = JSON.stringify({ _links: {} });
    const headers = signNotification({ id: randomUUID(), topic: TOPIC, body, at: world.clock.now }, secret);
    const answered = await gateways[at]?.inject({
      url: `/hooks/${await receiver()}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    });
    return answered?.statusCode;
  };
  return {
    world,
    db: database.db,
    service,
    writes,
    ask,
    put,
    notify,
    async [Symbol.asyncDispose]() {
      await second.close();
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

/** Advisory locks of the database that are held, or waited for. */
async function findLocks(db: Kysely<GatewayTables>, isHeld: boolean): Promise<{ pid: number }[]> {
  const { rows } = await sql<{
    pid: number;
  }>`select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and datname = current_database() and granted = ${isHeld}`.execute(db);
  return rows;
}

describe.skipIf(inject('databases').postgresUrl === null)('two gateways on one PostgreSQL', () => {
  it('write several topics at once with the smallest pool of connections', async () => {
    await using clone = await cloneDatabase('postgres', 'gateway');
    await using world = await openWorld({
      config: { database: { ...clone.target, poolSize: 2 } },
      answer: json({ ...SETTINGS, Secret: null, _links: {} }),
    });
    const headers = { cookie: await world.signIn('support'), ...CONSOLE };
    const statuses = await Promise.all(
      ['consulta-recibida', 'agencia-registrada', 'agencia-desasociada'].map(async (topic) => {
        const url = `/v3/appnotificaciones/${topic}`;
        const payload = { ...SETTINGS, Secret: FIRST };
        return (await world.call(url, { method: 'PUT', headers, payload })).statusCode;
      }),
    );
    expect(statuses).toEqual([200, 200, 200]);
  });

  it.each([
    [0, 1],
    [1, 0],
  ])('write a topic one after the other, and both know its secret (%i, then %i)', async (early, late) => {
    await using it = await open();
    it.service.holds = true;
    const first = it.put(early, FIRST);
    await vi.waitFor(() => expect(it.writes).toHaveLength(1));
    const second = it.put(late, SECOND);
    // The second waits for the lock before it calls the service.
    await vi.waitFor(async () => {
      expect(await findLocks(it.db, false)).toHaveLength(1);
    });
    expect(it.writes).toHaveLength(1);
    it.service.holds = false;
    it.writes[0]?.answer();
    expect([(await first).statusCode, (await second).statusCode]).toEqual([200, 200]);
    expect(it.service.secret).toBe(SECOND);
    for (const gateway of [0, 1]) {
      expect(await it.notify(gateway, SECOND)).toBe(204);
      expect(await it.notify(gateway, FIRST)).toBe(401);
      expect((await it.put(gateway)).statusCode).toBe(200);
      expect(it.service.secret).toBe(SECOND);
    }
  });

  it('believe either secret where the connection that held the lock broke', async () => {
    await using it = await open();
    it.service.holds = true;
    const first = it.put(0, FIRST);
    await vi.waitFor(() => expect(it.writes).toHaveLength(1));
    const [holder] = await findLocks(it.db, true);
    await sql`select pg_terminate_backend(${holder?.pid})`.execute(it.db);
    const second = it.put(1, SECOND);
    await vi.waitFor(() => expect(it.writes).toHaveLength(2));
    // The service takes the second before the first.
    it.writes[1]?.answer();
    expect((await second).statusCode).toBe(200);
    it.writes[0]?.answer();
    expect((await first).statusCode).toBe(503);
    expect(it.service.secret).toBe(FIRST);
    for (const gateway of [0, 1])
      expect([await it.notify(gateway, FIRST), await it.notify(gateway, SECOND)]).toEqual([204, 204]);
    it.service.holds = false;
    await it.put(1);
    expect(it.service.secret).toBe(FIRST);
    expect([await it.notify(0, FIRST), await it.notify(0, SECOND)]).toEqual([204, 401]);
  });

  it('limit a person together', async () => {
    await using it = await open({ rateLimit: 25 });
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1)
      statuses.push((await it.ask(call % 2, '/v3/agencias')).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    it.world.clock.now += 60_000;
    expect((await it.ask(1, '/v3/agencias')).statusCode).toBe(200);
  });

  it('send a resend of one inquiry at a time', async () => {
    await using it = await open();
    const answers: (() => void)[] = [];
    it.world.upstream.answer = (request, response) =>
      void answers.push(() => json({}, 202)(request, response));
    const resend = (at: number) => it.ask(at, `/v3/consultas/${OWN}/${SID}/resendwebhook`, 'POST');
    const first = resend(0);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    expect((await resend(1)).statusCode).toBe(429);
    answers[0]?.();
    expect((await first).statusCode).toBe(202);
    const began = performance.now();
    const second = resend(1);
    await vi.waitFor(() => expect(answers).toHaveLength(2), { timeout: 5000 });
    expect(performance.now() - began).toBeGreaterThan(900);
    answers[1]?.();
    expect((await second).statusCode).toBe(202);
  });
});
