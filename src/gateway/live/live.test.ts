import { randomUUID } from 'node:crypto';
import { type ClientRequest, IncomingMessage, ServerResponse, get } from 'node:http';
import { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LIVE_EVENTS, type LiveKind, Looking } from '#contract/desk/live.ts';
import { LOOKING_TTL_MS } from '#contract/desk/looking.ts';
import type { Engine } from '#database/database.ts';
import { onBothEngines, onEachEngine } from '#testing/engines.ts';
import { openGateway } from '#gateway/app.ts';
import { loadWebhookReceiver } from '#gateway/webhook-receiver/receiver.ts';
import { createPeople } from '#gateway/people/store.ts';
import { createSession, findSession } from '#gateway/sessions/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import {
  CONSOLE,
  FOREIGN,
  OWN,
  SID,
  type World,
  cookieOf,
  json,
  openWorld,
  signIn,
} from '#testing/gateway-world.ts';
import { LiveEventHub } from './live-event-hub.ts';
import { appendEvent } from './event-log.ts';

const PASSWORD = 'una clave bien larga';
const DETAIL = `/desk/follow-up/${OWN}/${SID}`;
const ZOE = 'zoe@ruta9.example';
const LIVE_POLL_MS = 25;

interface Told {
  id: number;
  kind: string;
  data: Record<string, unknown>;
}

const openStreams = new Set<ClientRequest>();
afterEach(() => {
  for (const stream of openStreams) stream.destroy();
  openStreams.clear();
});

/** Parses a stream like EventSource. */
class Stream {
  readonly told: Told[] = [];
  /** Values of `receiving` in pulses. */
  readonly pulses: unknown[] = [];
  readonly #request: ClientRequest;
  lastId: string | undefined;
  ended = false;
  status = 0;
  headers: IncomingMessage['headers'] = {};
  #rest = '';

  constructor(url: string, headers: Record<string, string>) {
    this.#request = get(url, { headers, agent: false }, (response) => {
      this.status = response.statusCode ?? 0;
      this.headers = response.headers;
      response.setEncoding('utf8');
      response.on('data', (text: string) => this.#read(text));
      response.on('close', () => (this.ended = true));
      response.on('error', () => {});
    });
    this.#request.on('error', () => (this.ended = true));
    openStreams.add(this.#request);
  }

  #read(text: string): void {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      this.lastId = fields.id ?? this.lastId;
      const { data, event } = fields;
      if (!data || !event) continue;
      const parsed = LIVE_EVENTS[event as LiveKind].parse(JSON.parse(data));
      if (event === 'pulse') this.pulses.push(parsed);
      else this.told.push({ id: Number(fields.id), kind: event, data: parsed });
    }
  }

  get kinds(): string[] {
    return this.told.map(({ kind }) => kind);
  }

  close(): void {
    this.#request.destroy();
  }

  async begun(): Promise<this> {
    await vi.waitUntil(() => this.ended || this.pulses.length > 0, { timeout: 10_000 });
    return this;
  }
}

const listening = async (gateway: { app: World['gateway']['app'] }) =>
  gateway.app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });

/** Valeria and Zoe work for one agency, Bruno for another; Zoe can be limited to her own inquiries. */
async function open(engine: Engine, { limited = false } = {}) {
  const inquiry = {
    OperadorResponsable: null as string | null,
    Momento: '2026-03-05T10:00:00-03:00',
    Auto: {},
    Interesado: {},
    _links: {},
  };
  const world = await openWorld({
    engine,
    livePollMs: LIVE_POLL_MS,
    answer: (request, response) => json(inquiry)(request, response),
  });
  const database = await openGatewayDatabase(world.config.database);
  const seller = { role: 'seller' as const, password: PASSWORD };
  await createPeople(
    database.db,
    [
      { ...seller, name: 'Zoe', mail: ZOE, agencies: [OWN] },
      { ...seller, name: 'Bruno', mail: 'bruno@otra.example', agencies: [FOREIGN] },
    ],
    1,
  );
  if (limited)
    await database.db
      .updateTable('person_agency')
      .set({ own_inquiries_only: 1 })
      .where('person_id', 'in', (eb) => eb.selectFrom('person').select('id').where('mail', '=', ZOE))
      .execute();
  const origin = await listening(world.gateway);
  const as = (cookie: string) => ({
    cookie,
    ask: (method: 'GET' | 'PUT' | 'DELETE' | 'POST', url: string, payload?: object) =>
      world.call(url, { method, headers: { ...CONSOLE, cookie }, ...(payload && { payload }) }),
    stream: (more: Record<string, string> = {}, search = '', at = origin) =>
      new Stream(`${at}/desk/events${search}`, { cookie, accept: 'text/event-stream', ...more }).begun(),
  });
  const entered = async (mail: string) =>
    as(cookieOf(await signIn(world.call, { mail, password: PASSWORD })));
  const tell = (kind: 'agency' | 'webhook' | 'inquiry', about: { agency?: string; operator?: string } = {}) =>
    database.db.transaction().execute((transaction) =>
      kind === 'webhook'
        ? appendEvent(transaction, {
            kind,
            agency_key: null,
            operator_key: null,
            data: { topic: 'consulta-recibida' },
          })
        : appendEvent(transaction, {
            kind,
            agency_key: about.agency ?? OWN,
            operator_key: about.operator ?? null,
            data: { adminMail: about.agency ?? OWN, sid: SID },
          }),
    );
  return {
    world,
    db: database.db,
    inquiry,
    origin,
    tell,
    as,
    valeria: as(await world.signIn('seller')),
    partner: as(await world.signIn('partner')),
    zoe: () => entered(ZOE),
    bruno: () => entered('bruno@otra.example'),
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

const waitFor = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 10_000, interval: 20 });

onEachEngine((engine) => {
  it('is an uncompressed stream that nobody keeps', async () => {
    await using desk = await open(engine);
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

  it('tells of a late inquiry those who are named, if they still may see it', async () => {
    await using desk = await open(engine);
    const people = await desk.db.selectFrom('person').select(['id', 'mail']).execute();
    const idOf = (mail: string) => people.find((person) => person.mail === mail)?.id ?? '';
    const [hers, unnamed, foreign, all] = [
      await desk.valeria.stream(),
      await (await desk.zoe()).stream(),
      await (await desk.bruno()).stream(),
      await desk.partner.stream(),
    ];
    const to = [idOf(desk.world.mail('seller')), idOf('bruno@otra.example')];
    await desk.db.transaction().execute((transaction) =>
      appendEvent(transaction, {
        kind: 'late',
        agency_key: OWN,
        operator_key: null,
        data: { adminMail: OWN, sid: SID, to },
      }),
    );
    await desk.tell('agency');
    await desk.tell('agency', { agency: FOREIGN });
    await waitFor(() => expect(all.told).toHaveLength(2));
    await waitFor(() => expect(hers.told.map(({ kind }) => kind)).toEqual(['late', 'agency']));
    await waitFor(() => expect(unnamed.told.map(({ kind }) => kind)).toEqual(['agency']));
    await waitFor(() => expect(foreign.told.map(({ kind }) => kind)).toEqual(['agency']));
    expect(all.told.map(({ kind }) => kind)).toEqual(['agency', 'agency']);
  });

  it('tells those who may see it of a change, and of an undo', async () => {
    await using desk = await open(engine);
    const { valeria, partner } = desk;
    const [hers, foreign, all] = [
      await (await desk.zoe()).stream(),
      await (await desk.bruno()).stream(),
      await partner.stream(),
    ];
    const change = { kind: 'status', status: 'contacted' };
    const body = { id: randomUUID(), version: 0, change };
    for (const _ of [1, 2])
      expect((await valeria.ask('POST', `${DETAIL}/changes`, body)).statusCode).toBe(200);
    const undo = { kind: 'undo', entry: body.id };
    await valeria.ask('POST', `${DETAIL}/changes`, { id: randomUUID(), version: 1, change: undo });
    await waitFor(() => expect(all.told).toHaveLength(2));
    await waitFor(() => expect(hers.told).toHaveLength(2));
    expect(all.told.map(({ kind, data }) => [kind, data])).toEqual(
      [1, 2].map((version) => [
        'follow-up',
        { adminMail: OWN, sid: SID, version, by: expect.any(String) as string },
      ]),
    );
    expect(hers.told).toEqual(all.told);
    expect(foreign.told).toEqual([]);
  });

  it('tells of agencies and topics those who may see them', async () => {
    await using desk = await open(engine);
    const [seller, other, partner] = [
      await desk.valeria.stream(),
      await (await desk.bruno()).stream(),
      await desk.partner.stream(),
    ];
    await desk.tell('webhook');
    await desk.tell('agency', { agency: FOREIGN });
    await desk.tell('inquiry');
    await waitFor(() => expect(partner.kinds).toEqual(['webhook', 'agency', 'inquiry']));
    await waitFor(() => expect([seller.kinds, other.kinds]).toEqual([['inquiry'], ['agency']]));
    const ids = partner.told.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('tells whoever is limited to their own inquiries of those alone', async () => {
    await using desk = await open(engine, { limited: true });
    const [zoe, valeria] = [await (await desk.zoe()).stream(), await desk.valeria.stream()];
    await desk.tell('inquiry');
    await desk.tell('inquiry', { operator: 'otra@ruta9.example' });
    await desk.tell('inquiry', { operator: ZOE });
    await waitFor(() => expect(valeria.told).toHaveLength(3));
    await waitFor(() => expect(zoe.told).toHaveLength(1));
    expect(zoe.told[0]?.id).toBe(valeria.told[2]?.id);
  });

  it('goes on after the last one that was read, and says when that is not known', async () => {
    await using desk = await open(engine);
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

  it('says whether the service tells this console of inquiries, and when that changes', async () => {
    await using desk = await open(engine);
    const { partner, valeria, world } = desk;
    const { url: receiver } = await loadWebhookReceiver(desk.db, world.config.publicUrl);
    const settings = { callback: receiver, active: true };
    world.upstream.answer = (request, response) => {
      const body =
        request.url === '/v3/appnotificaciones'
          ? { _entries: [{ Topic: 'consulta-recibida', Configurado: true, Activo: settings.active }] }
          : { Callback: settings.callback, _links: {} };
      json(body)(request, response);
    };
    const stream = await valeria.stream();
    await waitFor(() => expect(stream.pulses).toEqual([{ receiving: true }]));
    const asked = world.upstreamRequests.length;
    expect((await partner.stream()).pulses[0]).toEqual({ receiving: true });
    // The connection state is cached.
    expect(world.upstreamRequests).toHaveLength(asked);

    // Settings written through this gateway invalidate the cache.
    settings.callback = 'https://otra.example/avisos';
    await desk.tell('webhook');
    await waitFor(() => expect(stream.pulses.at(-1)).toEqual({ receiving: false }));
    settings.callback = receiver;
    await desk.tell('webhook');
    await waitFor(() => expect(stream.pulses.at(-1)).toEqual({ receiving: true }));
    settings.active = false;
    await desk.tell('webhook');
    await waitFor(() => expect(stream.pulses.at(-1)).toEqual({ receiving: false }));
    world.upstream.answer = (_, response) => response.destroy();
    settings.active = true;
    await desk.tell('webhook');
    await desk.tell('inquiry');
    await waitFor(() => expect(stream.kinds).toContain('inquiry'));
    expect(stream.pulses).toHaveLength(4);
  });

  it('keeps so many events and no more', async () => {
    await using desk = await open(engine);
    await desk.db.updateTable('live_counter').set({ last: 9998 }).execute();
    await desk.tell('inquiry');
    await desk.tell('inquiry');
    await desk.db.updateTable('live_counter').set({ last: 20_098 }).execute();
    await desk.tell('inquiry');
    const ids = async () =>
      (await desk.db.selectFrom('live_event').select('id').orderBy('id').execute()).map(({ id }) => id);
    expect(await ids()).toEqual([9999, 10_000, 20_099]);
    await desk.tell('inquiry');
    expect(await ids()).toEqual([20_099, 20_100]);
  });

  it('ends with its session and keeps none alive', async () => {
    await using desk = await open(engine);
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
    await using desk = await open(engine);
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
    await using desk = await open(engine);
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
    await using desk = await open(engine);
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
    await using desk = await open(engine);
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
    await using desk = await open(engine);
    const streams = await Promise.all(Array.from({ length: 13 }, () => desk.valeria.stream()));
    await waitFor(() => expect(streams.filter(({ ended }) => ended)).toHaveLength(3));
    await desk.tell('inquiry');
    const left = streams.filter(({ ended }) => !ended);
    for (const { told } of left) await waitFor(() => expect(told).toHaveLength(1));
    expect(left).toHaveLength(10);
  });

  /** A separate `LiveEventHub`, and a session to subscribe with. */
  async function liveOf({ db, world }: Awaited<ReturnType<typeof open>>) {
    const now = () => world.clock.now;
    const { id } = await db
      .selectFrom('person')
      .select('id')
      .where('role', '=', 'partner')
      .executeTakeFirstOrThrow();
    const rules = world.config;
    const from = { address: '', userAgent: '' };
    const token = await createSession(db, { personId: id, stage: 'in', ...from }, rules.sessions, now());
    const session = await findSession(db, token, { isBackground: true, address: '' }, rules, now());
    if (!session) throw new Error('There is no session');
    const connection = { receivesInquiries: async () => false, invalidate() {} };
    const live = new LiveEventHub({ db, now, rules, connection });
    live.start(world.gateway.app.log);
    return { live, session };
  }

  it('lets go whoever does not read', async () => {
    await using desk = await open(engine);
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
    await using desk = await open(engine);
    const { live, session } = await liveOf(desk);
    const gone = () => new ServerResponse(new IncomingMessage(new Socket())).destroy();
    const first = new ServerResponse(new IncomingMessage(new Socket()));
    await live.subscribe(session, undefined, () => first);
    for (let count = 0; count < 10; count += 1) await live.subscribe(session, undefined, gone);
    expect(first.writableEnded).toBe(false);
    await live.stop();
    expect(first.writableEnded).toBe(true);
  });

  describe('a look', () => {
    it('is told of when it begins and ends, not when it goes on', async () => {
      await using desk = await open(engine);
      const { valeria, partner } = desk;
      const [stream, foreign] = [await partner.stream(), await (await desk.bruno()).stream()];
      const begun = await valeria.ask('PUT', `${DETAIL}/looking`);
      const { people } = Looking.parse(begun.json());
      expect([begun.statusCode, people.map(({ name }) => name)]).toEqual([200, ['Valeria Sosa']]);
      const asked = desk.world.upstreamRequests.length;
      expect((await valeria.ask('PUT', `${DETAIL}/looking`)).json().people).toEqual(people);
      // Only the first call reaches the service.
      expect(desk.world.upstreamRequests).toHaveLength(asked);
      expect((await partner.ask('PUT', `${DETAIL}/looking`)).json().people).toHaveLength(2);
      for (const _ of [1, 2]) expect((await valeria.ask('DELETE', `${DETAIL}/looking`)).statusCode).toBe(204);
      await waitFor(() => expect(stream.told).toHaveLength(3));
      expect(stream.told.map(({ kind, data }) => [kind, (data.people as unknown[]).length])).toEqual([
        ['looking', 1],
        ['looking', 2],
        ['looking', 1],
      ]);
      expect(foreign.told).toEqual([]);
      const audit = (await partner.ask('GET', '/desk/audit')).json().entries;
      expect(audit.filter(({ action }: { action: string }) => /looking/i.test(action))).toEqual([]);
    });

    it('ends by itself after a minute', async () => {
      await using desk = await open(engine);
      const stream = await desk.partner.stream();
      await desk.valeria.ask('PUT', `${DETAIL}/looking`);
      desk.world.clock.now += LOOKING_TTL_MS - 1;
      await desk.valeria.ask('PUT', `${DETAIL}/looking`);
      desk.world.clock.now += LOOKING_TTL_MS - 1;
      expect((await desk.partner.ask('PUT', `${DETAIL}/looking`)).json().people).toHaveLength(2);
      desk.world.clock.now += 1;
      await waitFor(() => expect(stream.told).toHaveLength(3));
      expect(stream.told[2]?.data.people).toHaveLength(1);
    });

    it('404: at what one may not see, or is not there', async () => {
      await using desk = await open(engine, { limited: true });
      const zoe = await desk.zoe();
      const stream = await zoe.stream();
      expect((await zoe.ask('PUT', `${DETAIL}/looking`)).statusCode).toBe(404);
      await desk.valeria.ask('PUT', `${DETAIL}/looking`);
      desk.inquiry.OperadorResponsable = ZOE;
      expect((await zoe.ask('PUT', `${DETAIL}/looking`)).statusCode).toBe(200);
      await waitFor(() => expect(stream.told).toHaveLength(1));
      // Presence ends when the inquiry is no longer hers.
      desk.inquiry.OperadorResponsable = null;
      expect((await zoe.ask('PUT', `${DETAIL}/looking`)).statusCode).toBe(404);
      expect((await desk.valeria.ask('PUT', `/desk/follow-up/${FOREIGN}/${SID}/looking`)).statusCode).toBe(
        403,
      );
      desk.world.upstream.answer = (_, response) => response.writeHead(404).end();
      const other = DETAIL.replace(SID, '01JCYYYYYYYYYYYYYYYYYYYYYY');
      expect((await desk.partner.ask('PUT', `${other}/looking`)).statusCode).toBe(404);
    });
  });
});

onBothEngines((engine) => {
  it.runIf(engine === 'postgres').each([
    ['and is notified', true],
    ['also where nothing notifies it', false],
  ])('tells of what another gateway on the same database did, %s', async (_, isNotified) => {
    await using desk = await open(engine);
    if (!isNotified) await sql`drop trigger live_event_notification on live_event`.execute(desk.db);
    const other = await openGateway(
      { ...desk.world.config, demo: false },
      { now: () => desk.world.clock.now, livePollMs: LIVE_POLL_MS },
    );
    try {
      const stream = await desk.valeria.stream({}, '', await listening(other));
      const looked = await desk.partner.ask('PUT', `${DETAIL}/looking`);
      expect(looked.statusCode).toBe(200);
      await waitFor(() => expect(stream.kinds).toEqual(['looking']));
    } finally {
      await other.close();
    }
  });

  it('events of many concurrent writers are all sent, in one order', async () => {
    await using desk = await open(engine);
    const stream = await desk.partner.stream();
    await Promise.all(Array.from({ length: 60 }, () => desk.tell('inquiry')));
    await waitFor(() => expect(stream.told).toHaveLength(60));
    const ids = stream.told.map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 60 }, (_, at) => (ids[0] ?? 0) + at));
  });
});
