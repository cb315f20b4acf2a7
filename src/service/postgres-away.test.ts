import { expect, inject, it, vi } from 'vitest';
import { cloneDatabase } from '#testing/engines.ts';
import { openServiceWorld } from '#testing/service-world.ts';
import { openTcpProxy } from '#testing/tcp-proxy.ts';

it.skipIf(inject('databases').postgresUrl === null)(
  'while PostgreSQL is away, requests are refused for now, and go on when it is back',
  async () => {
    await using clone = await cloneDatabase('postgres', 'service');
    await using proxy = await openTcpProxy(clone.target.url ?? '');
    await using world = await openServiceWorld('sqlite', { database: { ...clone.target, url: proxy.url } });
    expect((await world.call('/v3/agencias')).statusCode).toBe(200);
    proxy.state = 'away';
    const answer = await world.call('/v3/agencias');
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().Title]).toEqual([
      503,
      '5',
      'Servicio no disponible',
    ]);
    expect((await world.call('/readyz')).statusCode).toBe(503);
    proxy.state = 'passing';
    expect((await world.call('/v3/agencias')).statusCode).toBe(200);
  },
);

it.skipIf(inject('databases').postgresUrl === null || !process.env.TEST_FULL)(
  'while PostgreSQL hangs, requests are answered in time, and soon after it does not',
  async () => {
    await using clone = await cloneDatabase('postgres', 'service');
    await using proxy = await openTcpProxy(clone.target.url ?? '');
    const target = { ...clone.target, url: proxy.url, statementTimeoutMs: 400 };
    await using world = await openServiceWorld('sqlite', { database: target });
    expect((await world.call('/v3/agencias')).statusCode).toBe(200);
    proxy.state = 'frozen';
    const started = performance.now();
    const answers = await Promise.all(Array.from({ length: 30 }, () => world.call('/v3/agencias')));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    const ready = await world.app.inject('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { status: 'unavailable', reason: 'The database does not answer, or cannot be written' },
    ]);
    expect(performance.now() - started).toBeLessThan(10_000);
    proxy.state = 'passing';
    await vi.waitFor(async () => expect((await world.call('/v3/agencias')).statusCode).toBe(200), {
      timeout: 10_000,
      interval: 100,
    });
  },
);
