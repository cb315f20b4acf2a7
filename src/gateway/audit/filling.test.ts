import { expect, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { CONSOLE, type World, openWorld } from '#gateway/world-for-tests.ts';

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

it('who signs in is in it, however many knock', async () => {
  await using world = await openWorld();
  for (let times = 0; times < 70; times += 1)
    await world.call('/desk/session', { method: 'POST', headers: CONSOLE, payload: {} });
  await world.signIn('seller');
  expect(await entries(world)).toBe(61);
});
