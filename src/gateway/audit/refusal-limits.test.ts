import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { CONSOLE, OWN, type World, openWorld, signIn } from '#testing/gateway-world.ts';

async function entries(world: World): Promise<number> {
  const database = await openDatabase<GatewayTables>(world.config.database);
  const { count } = await database.db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  await database.close();
  return count;
}

it.each([
  ['no sign-in that is one', CONSOLE, '{}'],
  ['nothing of the console', {}, '{}'],
])('nobody who is not signed in fills the audit: %s', async (_, headers, payload) => {
  await using world = await openWorld();
  const knock = (remoteAddress: string) =>
    world.call('/desk/session', {
      method: 'POST',
      remoteAddress,
      headers: { ...headers, 'content-type': 'application/json' },
      payload,
    });
  for (let times = 0; times < 70; times += 1) await knock('192.0.2.1');
  expect(await entries(world)).toBe(60);
  for (let at = 0; at < 14; at += 1)
    for (let times = 0; times < 50; times += 1) await knock(`198.51.100.${at}`);
  expect(await entries(world)).toBe(600);
  world.clock.now += 60_000;
  await knock('192.0.2.1');
  expect(await entries(world)).toBe(601);
});

it('a sign-in is recorded despite many refused requests', async () => {
  await using world = await openWorld();
  for (let times = 0; times < 70; times += 1)
    await world.call('/desk/session', { method: 'POST', headers: CONSOLE, payload: {} });
  await world.signIn('seller');
  expect(await entries(world)).toBe(61);
});

describe('where the audit cannot be written', () => {
  const broken = async () => {
    const world = await openWorld();
    const cookie = await world.signIn('partner');
    const database = await openDatabase<GatewayTables>(world.config.database);
    await sql`drop table audit`.execute(database.db);
    await database.close();
    return { world, cookie, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
  };

  it('nothing is done', async () => {
    await using one = await broken();
    const answer = await one.world.call(`/v3/agencias/${OWN}/desasociar`, {
      method: 'PATCH',
      headers: { ...CONSOLE, cookie: one.cookie },
    });
    expect([answer.statusCode, answer.json().Type]).toEqual([500, '/problems/internal']);
    expect(one.world.upstreamRequests).toHaveLength(0);
  });

  it('nobody signs in, and nothing of the reason is said', async () => {
    await using one = await broken();
    const answer = await signIn(one.world.call, {
      mail: one.world.mail('seller'),
      password: one.world.password('seller'),
    });
    expect([answer.statusCode, answer.json().Type]).toEqual([500, '/problems/internal']);
    expect(answer.body).not.toMatch(/audit|sqlite|table/i);
  });

  it('reading goes on', async () => {
    await using one = await broken();
    const answer = await one.world.call('/v3/marcas', { headers: { cookie: one.cookie } });
    expect(answer.statusCode).toBe(200);
  });
});
