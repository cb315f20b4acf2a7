import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, inject, it, vi } from 'vitest';
import { openGatewayDatabase } from '#gateway/store.ts';
import { cloneDatabase } from '#testing/engines.ts';
import { CONSOLE, OWN, SID, json, openWorld } from '#testing/gateway-world.ts';
import { openTcpProxy } from '#testing/tcp-proxy.ts';

const STATEMENT_MS = 400;
const SOON = { timeout: 10_000, interval: 100 };

/** A gateway that reaches its database through a proxy. */
async function open() {
  const clone = await cloneDatabase('postgres', 'gateway');
  const proxy = await openTcpProxy(clone.target.url ?? '');
  const target = { ...clone.target, url: proxy.url, statementTimeoutMs: STATEMENT_MS };
  const inquiry = {
    OperadorResponsable: null,
    Momento: '2026-03-05T10:00:00-03:00',
    Auto: {},
    Interesado: {},
    _links: {},
  };
  const world = await openWorld({ config: { database: target }, answer: json(inquiry) });
  const cookie = await world.signIn('seller');
  const note = () =>
    world.call(`/desk/follow-up/${OWN}/${SID}/changes`, {
      method: 'POST',
      headers: { ...CONSOLE, cookie },
      payload: { id: randomUUID(), version: 0, change: { kind: 'touch', how: 'call' } },
    });
  const me = () => world.call('/desk/me', { headers: { cookie } });
  const ready = async () => (await world.call('/readyz')).statusCode;
  return {
    world,
    proxy,
    target,
    note,
    me,
    ready,
    async [Symbol.asyncDispose]() {
      proxy.state = 'passing';
      await world[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
      await clone[Symbol.asyncDispose]();
    },
  };
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  return [await work(), performance.now() - started];
}

describe.skipIf(inject('databases').postgresUrl === null)('while PostgreSQL is', () => {
  it('away, what needs it is refused for now, and goes on when it is back', async () => {
    await using at = await open();
    expect([(await at.me()).statusCode, await at.ready()]).toEqual([200, 200]);
    at.proxy.state = 'away';
    for (const answer of [await at.me(), await at.note()]) {
      expect([answer.statusCode, answer.headers['retry-after'], answer.json().Type]).toEqual([
        503,
        '5',
        '/problems/storage-unavailable',
      ]);
      expect(answer.body).not.toContain('ECONN');
    }
    expect([await at.ready(), (await at.world.call('/healthz')).statusCode]).toEqual([503, 200]);
    at.proxy.state = 'passing';
    expect([(await at.me()).statusCode, (await at.note()).statusCode, await at.ready()]).toEqual([
      200, 200, 200,
    ]);
  });

  it.runIf(process.env.TEST_FULL)(
    'frozen, everybody is answered in time, and soon after it is not',
    async () => {
      await using at = await open();
      expect((await at.me()).statusCode).toBe(200);
      at.proxy.state = 'frozen';
      const [status, ms] = await timed(at.ready);
      expect([status, ms < 2500]).toEqual([503, true]);
      const [answers, waited] = await timed(() => Promise.all(Array.from({ length: 30 }, at.me)));
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
      expect(waited).toBeLessThan(8000);
      at.proxy.state = 'passing';
      const [, recovered] = await timed(() =>
        vi.waitFor(async () => expect(await at.ready()).toBe(200), SOON),
      );
      expect(recovered).toBeLessThan(5000);
      expect((await at.me()).statusCode).toBe(200);
    },
  );

  it('waiting for a lock, a statement is given up', async () => {
    await using at = await open();
    const { db, ...database } = await openGatewayDatabase(at.target);
    await db.transaction().execute(async (transaction) => {
      await sql`lock table live_counter`.execute(transaction);
      const answer = await at.note();
      expect([answer.statusCode, answer.json().Type]).toEqual([503, '/problems/storage-unavailable']);
    });
    expect((await at.note()).statusCode).toBe(200);
    await database.close();
  });

  it('restarted, connections in use break without ending the process', async () => {
    await using at = await open();
    const { db, ...database } = await openGatewayDatabase(at.target);
    const broken = db.transaction().execute(async (transaction) => {
      at.proxy.state = 'away';
      await vi.waitFor(async () => expect(await at.ready()).toBe(503), SOON);
      await sql`select 1`.execute(transaction);
    });
    await expect(broken).rejects.toThrow('The database does not answer');
    at.proxy.state = 'passing';
    expect((await at.me()).statusCode).toBe(200);
    await database.close();
  });
});
