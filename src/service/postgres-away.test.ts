import { expect, inject, it } from 'vitest';
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
