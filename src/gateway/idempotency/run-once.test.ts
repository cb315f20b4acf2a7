import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { FollowUpDetail } from '#contract/desk/follow-up.ts';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { callWith, outcomeOf, personalToken } from '#testing/api-tokens.ts';
import { onEachEngine } from '#testing/engines.ts';
import { INVALID, NOTE, ONE, inDatabase, openFollowUpWorld } from '#testing/follow-up-world.ts';
import { json } from '#testing/gateway-world.ts';

const KEY = '8e03978e-40d5-43e8-bc93-6894a57f9324';

onEachEngine((engine) => {
  const open = async () => {
    const desk = await openFollowUpWorld(engine);
    const { secret } = await personalToken(desk.world, 'seller');
    const change = (payload: object, key: string | undefined = KEY, token = secret) =>
      callWith(desk.world, token, `${ONE}/changes`, {
        method: 'POST',
        headers: { 'idempotency-key': key },
        payload,
      });
    const count = async () => (await (await desk.signedIn('partner')).view()).entries;
    return { desk, change, count, secret, [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose]() };
  };
  const note = (text = 'Hola') => ({ id: randomUUID(), version: 0, change: { ...NOTE, text } });

  it('a repeat changes nothing and gets the same reply, with a bare or a quoted key', async () => {
    await using at = await open();
    const payload = note();
    const first = await at.change(payload);
    expect(first.statusCode).toBe(200);
    for (const key of [KEY, `"${KEY}"`]) expect((await at.change(payload, key)).json()).toEqual(first.json());
    expect(await at.count()).toBe(1);
  });

  it('422: the key of another request; another key, or that of another caller, is new', async () => {
    await using at = await open();
    await at.change(note());
    expect(outcomeOf(await at.change(note()))).toEqual([422, 'key-reused']);
    expect((await at.change(note(), randomUUID())).statusCode).toBe(200);
    const other = await personalToken(at.desk.world, 'seller');
    expect((await at.change(note(), KEY, other.secret)).statusCode).toBe(200);
    const seller = await at.desk.signedIn('seller');
    expect((await seller.change(NOTE)).statusCode).toBe(200);
  });

  it('a refused change stays refused, also when it would be accepted now', async () => {
    await using at = await open();
    await at.change(note(), randomUUID());
    const stale = { id: randomUUID(), version: 7, change: { kind: 'status', status: 'answered' } };
    const refused = await at.change(stale);
    expect(outcomeOf(refused)).toEqual([409, 'changed-meanwhile']);
    await inDatabase(at.desk.world, ({ db }) => db.updateTable('follow_up').set({ version: 7 }).execute());
    expect(outcomeOf(await at.change(stale))).toEqual([409, 'changed-meanwhile']);
    expect((await at.change(stale, randomUUID())).statusCode).toBe(200);
  });

  it('a failure of the service is no outcome: the same key can be tried again', async () => {
    await using at = await open();
    const { upstream } = at.desk.world;
    const { answer } = upstream;
    const payload = note();
    upstream.answer = json({}, 500);
    expect((await at.change(payload)).statusCode).toBe(503);
    upstream.answer = answer;
    expect((await at.change(payload)).statusCode).toBe(200);
  });

  it('409: while the first request is in flight, and not once it was interrupted for a minute', async () => {
    await using at = await open();
    const payload = note();
    await at.change(payload);
    const interrupt = (at1: number) =>
      inDatabase(at.desk.world, ({ db }) =>
        db.updateTable('idempotency_key').set({ done: 0, at: at1 }).execute(),
      );
    const { now } = at.desk.world.clock;
    await interrupt(now - MINUTE_MS + 1);
    const waiting = await at.change(payload);
    expect([outcomeOf(waiting), waiting.headers['retry-after']]).toEqual([[409, 'key-in-use'], '1']);
    await interrupt(now - MINUTE_MS);
    expect((await at.change(payload)).statusCode).toBe(200);
    expect(await at.count()).toBe(1);
  });

  it('of many at once one is done', async () => {
    await using at = await open();
    const payload = note();
    const answers = await Promise.all(Array.from({ length: 5 }, () => at.change(payload)));
    const statuses = new Set(answers.map(({ statusCode }) => statusCode));
    expect(statuses.has(200)).toBe(true);
    expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(await at.count()).toBe(1);
  });

  it('a key is known for 24 hours', async () => {
    await using at = await open();
    await at.change(note());
    at.desk.world.clock.now += DAY_MS - 1;
    expect(outcomeOf(await at.change(note()))).toEqual([422, 'key-reused']);
    at.desk.world.clock.now += 1;
    const answer = await at.change(note('Chau'));
    expect(FollowUpDetail.parse(answer.json()).entries).toBe(2);
  });

  it.each(['', 'con espacio', 'x'.repeat(101), '"abierta', 'eñe'])('400: %j is no key', async (key) => {
    await using at = await open();
    const answer = await at.change(note(), key);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { Type: INVALID, Errors: { 'Idempotency-Key': ['invalid'] } },
    ]);
  });
});
