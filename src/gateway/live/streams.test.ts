import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { createSession, findSession } from '#gateway/sessions/store.ts';
import { stampAt } from '#testing/clocks.ts';
import { FOREIGN } from '#testing/gateway-world.ts';
import { systemClock } from '#system/clock.ts';
import { LiveEventHub } from './live-event-hub.ts';
import { appendEvent } from './event-log.ts';
import { type Stream, ZOE, openLiveWorld, waitFor, closeStreams } from '#testing/live-world.ts';

afterEach(closeStreams);

onEachEngine((engine) => {
  it('is an uncompressed stream that nobody keeps', async () => {
    await using desk = await openLiveWorld(engine);
    const stream = await desk.valeria.stream({ 'accept-encoding': 'br, gzip' });
    expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'private, no-store, no-transform',
    ]);
    expect(stream.headers['content-encoding']).toBeUndefined();
    expect(stream.headers['x-content-type-options']).toBe('nosniff');
    expect((await desk.world.call('/desk/events')).statusCode).toBe(401);
    const head = await desk.world.call('/desk/events', {
      method: 'HEAD',
      headers: { cookie: desk.valeria.cookie },
    });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  it('goes on after the last one that was read, and says when that is not known', async () => {
    await using desk = await openLiveWorld(engine);
    const first = await desk.valeria.stream();
    await desk.tell('inquiry');
    await waitFor(() => expect(first.told).toHaveLength(1));
    first.close();
    for (const _ of [1, 2]) await desk.tell('inquiry');
    const last = String(first.told[0]?.id);
    for (const stream of [
      await desk.valeria.stream({ 'last-event-id': last }),
      await desk.valeria.stream({}, `?after=${last}`),
      await desk.valeria.stream({ 'last-event-id': last }, '?after=1'),
    ])
      await waitFor(() =>
        expect(stream.told.map(({ id }) => id)).toEqual([Number(last) + 1, Number(last) + 2]),
      );
    await desk.db
      .deleteFrom('live_event')
      .where('id', '<=', Number(last) + 1)
      .execute();
    for (const id of [last, '999999', '0']) {
      const stream = await desk.valeria.stream({ 'last-event-id': id });
      await waitFor(() => expect(stream.kinds).toEqual(['reset']));
      expect(stream.lastId).toBe(String(Number(last) + 2));
    }
    // An invalid id is ignored.
    const odd = await desk.valeria.stream({ 'last-event-id': 'x' });
    expect([odd.kinds, odd.status]).toEqual([[], 200]);
    expect((await desk.valeria.ask('GET', '/desk/events?after=-1')).statusCode).toBe(400);
  });

  it('ends with its session and keeps none alive', async () => {
    await using desk = await openLiveWorld(engine);
    const { valeria, partner, world } = desk;
    const [one, other] = [await valeria.stream(), await partner.stream()];
    await valeria.ask('DELETE', '/desk/session');
    await waitFor(() => expect(one.ended).toBe(true));
    expect(other.ended).toBe(false);
    world.clock.now += 29 * 60_000;
    const again = await partner.stream();
    world.clock.now += 2 * 60_000;
    await waitFor(() => expect([other.ended, again.ended]).toEqual([true, true]));
    expect((await partner.ask('GET', '/desk/me')).statusCode).toBe(401);
  });

  it.each(['session', 'connection'])('is over once its %s ended, whatever happens next', async (what) => {
    await using desk = await openLiveWorld(engine);
    const uncaught: unknown[] = [];
    const collect = (error: unknown) => void uncaught.push(error);
    process.on('uncaughtException', collect);
    try {
      const [one, other] = [await desk.valeria.stream(), await desk.partner.stream()];
      if (what === 'session') await desk.valeria.ask('DELETE', '/desk/session');
      else one.close();
      // The step that processes this event ends the stream.
      await desk.tell('inquiry');
      await waitFor(() => expect(one.ended).toBe(true));
      await waitFor(() => expect(other.kinds).toEqual(['inquiry']));
      await desk.tell('inquiry');
      await waitFor(() => expect(other.kinds).toEqual(['inquiry', 'inquiry']));
      expect([one.kinds, uncaught]).toEqual([[], []]);
    } finally {
      process.off('uncaughtException', collect);
    }
  });

  it('goes by the rights of this moment, and says that they changed', async () => {
    await using desk = await openLiveWorld(engine);
    const { partner } = desk;
    const stream = await (await desk.zoe()).stream();
    await desk.tell('inquiry');
    await waitFor(() => expect(stream.kinds).toEqual(['inquiry']));
    const { people } = (await partner.ask('GET', '/desk/people')).json();
    const { id, name, role, version } = people.find(({ mail }: { mail: string }) => mail === ZOE);
    const agencies = [{ adminMail: FOREIGN, ownInquiriesOnly: false }];
    const edited = await partner.ask('PUT', `/desk/people/${id}`, { name, role, agencies, version });
    expect(edited.statusCode).toBe(200);
    await desk.tell('inquiry');
    await desk.tell('inquiry', { agency: FOREIGN });
    await waitFor(() => expect(stream.kinds).toEqual(['inquiry', 'reset', 'inquiry']));
    expect(stream.told.at(-1)?.data.adminMail).toBe(FOREIGN);
    const disabled = await partner.ask('PUT', `/desk/people/${id}/access`, { enabled: false });
    expect(disabled.statusCode).toBe(200);
    await waitFor(() => expect(stream.ended).toBe(true));
  });

  it('a session has so many and no more: the oldest ends for one that comes', async () => {
    await using desk = await openLiveWorld(engine);
    const other = await desk.partner.stream();
    const streams: Stream[] = [];
    for (let count = 0; count < 12; count += 1) streams.push(await desk.valeria.stream());
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    await waitFor(() => expect(streams.slice(0, 2).map(({ ended }) => ended)).toEqual([true, true]));
    await desk.tell('inquiry');
    for (const { told } of [...streams.slice(2), other]) await waitFor(() => expect(told).toHaveLength(1));
    expect(streams.filter(({ ended }) => ended)).toHaveLength(2);
  });

  it('a person has so many over all of their sessions: the oldest ends', async () => {
    await using desk = await openLiveWorld(engine);
    const other = await desk.partner.stream();
    const streams: Stream[] = [];
    for (let session = 0; session < 5; session += 1) {
      const browser = desk.as(await desk.world.signIn('seller'));
      for (let count = 0; count < 5; count += 1) streams.push(await browser.stream());
    }
    await waitFor(() => expect(streams.slice(0, 5).map(({ ended }) => ended)).toEqual(Array(5).fill(true)));
    await desk.tell('inquiry');
    for (const { told } of [...streams.slice(5), other]) await waitFor(() => expect(told).toHaveLength(1));
    expect(streams.filter(({ ended }) => ended)).toHaveLength(5);
  });

  it('concurrent requests open no more streams than allowed', async () => {
    await using desk = await openLiveWorld(engine);
    const streams = await Promise.all(Array.from({ length: 13 }, () => desk.valeria.stream()));
    await waitFor(() => expect(streams.filter(({ ended }) => ended)).toHaveLength(3));
    await desk.tell('inquiry');
    const left = streams.filter(({ ended }) => !ended);
    for (const { told } of left) await waitFor(() => expect(told).toHaveLength(1));
    expect(left).toHaveLength(10);
  });

  /** A separate `LiveEventHub`, and a session to subscribe with. */
  async function liveOf({ db, world }: Awaited<ReturnType<typeof openLiveWorld>>) {
    const now = () => world.clock.now;
    const { id } = await db
      .selectFrom('person')
      .select('id')
      .where('role', '=', 'partner')
      .executeTakeFirstOrThrow();
    const rules = world.config;
    const from = { address: '', userAgent: '' };
    const token = await createSession(db, { personId: id, stage: 'in', ...from }, stampAt(now()));
    const session = await findSession(db, token, { isBackground: true, address: '' }, rules, now());
    if (!session) throw new Error('There is no session');
    const connection = { receivesInquiries: async () => false, invalidate() {} };
    const live = new LiveEventHub({ db, clock: { ...systemClock, now }, rules, connection });
    live.start(world.gateway.app.log);
    return { live, session };
  }

  it('lets go whoever does not read', async () => {
    await using desk = await openLiveWorld(engine);
    const { db } = desk;
    const { live, session } = await liveOf(desk);
    // Everything written stays buffered without a socket.
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    await live.subscribe(session, undefined, () => response);
    const topic = 'x'.repeat(10_000);
    for (let round = 0; !response.destroyed && round < 100; round++) {
      await db.transaction().execute((transaction) =>
        appendEvent(transaction, {
          kind: 'webhook',
          agency_key: null,
          operator_key: null,
          data: { topic },
        }),
      );
      live.wake();
      const before = response.writableLength;
      await waitFor(() => expect(response.destroyed || response.writableLength > before).toBe(true));
    }
    expect([response.destroyed, response.writableLength < 300_000]).toEqual([true, true]);
    await live.stop();
  });

  it('does not count whoever left before it began', async () => {
    await using desk = await openLiveWorld(engine);
    const { live, session } = await liveOf(desk);
    const gone = () => new ServerResponse(new IncomingMessage(new Socket())).destroy();
    const first = new ServerResponse(new IncomingMessage(new Socket()));
    await live.subscribe(session, undefined, () => first);
    for (let count = 0; count < 10; count += 1) await live.subscribe(session, undefined, gone);
    expect(first.writableEnded).toBe(false);
    await live.stop();
    expect(first.writableEnded).toBe(true);
  });
});
