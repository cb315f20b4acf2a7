import { describe, expect, it } from 'vitest';
import { openGatewayDatabase } from '#gateway/store.ts';
import { CONSOLE, OWN, SID, json, openWorld, openSharedWorld } from '#testing/gateway-world.ts';
import { LIST } from '#testing/forward-world.ts';

const sharedWorld = openSharedWorld();

describe('one person', () => {
  it('uses a fifth of what the app may ask in a minute in all sessions together, and leaves the rest to others', async () => {
    await using world = await openWorld({ config: { rateLimit: 25 } });
    const sessions: string[] = [];
    for (let number = 0; number < 6; number += 1) sessions.push(await world.signIn('seller'));
    const [one = ''] = sessions;
    const other = await world.signIn('partner');
    const ask = (cookie: string, url = LIST) => world.call(url, { headers: { cookie } });
    const answers = await Promise.all(sessions.map((cookie) => ask(cookie)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 200, 429,
    ]);
    world.clock.now += 17_000;
    const refused = await ask(one);
    expect([refused.statusCode, refused.json().Type]).toEqual([429, '/problems/too-many-requests']);
    expect(refused.headers['retry-after']).toBe('43');
    expect(world.upstreamRequests).toHaveLength(5);
    expect((await ask(other)).statusCode).toBe(200);
    expect((await ask(one, '/desk/session')).statusCode).toBe(200);
    world.clock.now += 43_000;
    expect((await ask(one)).statusCode).toBe(200);
  });

  it.each<[string, 'GET' | 'PUT', number]>([
    [`/desk/follow-up/${OWN}/${SID}/seen`, 'PUT', 1],
    [`/desk/follow-up/${OWN}/${SID}/looking`, 'PUT', 1],
    ['/desk/webhooks', 'GET', 1],
  ])('uses it also by what the gateway asks itself: %s', async (url, method, asks) => {
    await using world = await openWorld({ config: { rateLimit: 25 } });
    const cookie = await world.signIn('partner');
    const headers = { cookie, ...CONSOLE };
    world.upstreamRequests.length = 0;
    await world.call(url, { method, headers });
    expect(world.upstreamRequests).toHaveLength(asks);
    for (let times = asks; times < 5; times += 1)
      expect((await world.call(LIST, { headers: { cookie } })).statusCode).toBe(200);
    expect((await world.call(LIST, { headers: { cookie } })).statusCode).toBe(429);
    expect((await world.call('/desk/session', { headers: { cookie } })).statusCode).toBe(200);
  });

  it('uses it by the proof that an inquiry is theirs, and is asked for nothing without room', async () => {
    await using world = await openWorld({ config: { rateLimit: 25 } });
    const { db, ...database } = await openGatewayDatabase(world.config.database);
    await db.updateTable('person_agency').set({ own_inquiries_only: 1 }).execute();
    await database.close();
    const cookie = await world.signIn('seller');
    world.upstream.answer = json({ OperadorResponsable: world.mail('seller') });
    world.upstreamRequests.length = 0;
    const view = () => world.call(`/desk/follow-up/${OWN}/${SID}`, { headers: { cookie } });
    for (let times = 0; times < 5; times += 1) expect((await view()).statusCode).toBe(200);
    expect([(await view()).statusCode, world.upstreamRequests.length]).toEqual([429, 5]);
  });

  it('asks the gateway itself twelve hundred times a minute', async () => {
    const world = sharedWorld();
    const cookie = await world.signIn('seller');
    const ask = () => world.call('/desk/session', { headers: { cookie } });
    for (let times = 0; times < 1200; times += 1) expect((await ask()).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(429);
  });
});
