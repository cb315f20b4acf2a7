import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { Looking } from '#contract/desk/live.ts';
import { LOOKING_TTL_MS } from '#contract/desk/looking.ts';
import { onEachEngine } from '#testing/engines.ts';
import { openGateway } from '#gateway/app.ts';
import { loadWebhookReceiver } from '#gateway/webhook-receiver/receiver.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { createTestClock } from '#testing/clocks.ts';
import { FOREIGN, OWN, SID, json } from '#testing/gateway-world.ts';
import { appendEvent } from './event-log.ts';
import { ZOE, LIVE_POLL_MS, listening, openLiveWorld, waitFor, closeStreams } from '#testing/live-world.ts';

afterEach(closeStreams);

const DETAIL = `/desk/follow-up/${OWN}/${SID}`;

onEachEngine((engine) => {
  it('tells of a late inquiry those who are named, if they still may see it', async () => {
    await using desk = await openLiveWorld(engine);
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
    await using desk = await openLiveWorld(engine);
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
    await using desk = await openLiveWorld(engine);
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
    await using desk = await openLiveWorld(engine, { limited: true });
    const [zoe, valeria] = [await (await desk.zoe()).stream(), await desk.valeria.stream()];
    await desk.tell('inquiry');
    await desk.tell('inquiry', { operator: 'otra@ruta9.example' });
    await desk.tell('inquiry', { operator: ZOE });
    await waitFor(() => expect(valeria.told).toHaveLength(3));
    await waitFor(() => expect(zoe.told).toHaveLength(1));
    expect(zoe.told[0]?.id).toBe(valeria.told[2]?.id);
  });

  it('tells those who may see it that messages begin to be refused, and that somebody knows of it', async () => {
    await using desk = await openLiveWorld(engine);
    const { partner, world } = desk;
    const [stream, seller] = [await partner.stream(), await desk.valeria.stream()];
    const { url } = await loadWebhookReceiver(desk.db, world.config.publicUrl, {
      clock: systemClock,
      random: systemRandom,
      lookup: (_host, _options, done) => done(null, []),
    });
    const headers = { 'content-type': 'application/json', 'notification-topic': 'otro' };
    const refuse = () => world.call(new URL(url).pathname, { method: 'POST', headers, payload: '{}' });
    expect((await refuse()).statusCode).toBe(401);
    await waitFor(() => expect(stream.kinds).toEqual(['incident']));
    await refuse();
    const body = { topic: 'otro', reason: 'topic' };
    expect((await partner.ask('PUT', '/desk/incidents/acknowledgement', body)).statusCode).toBe(204);
    await waitFor(() => expect(stream.kinds).toEqual(['incident', 'incident']));
    await desk.tell('inquiry');
    await waitFor(() => expect(seller.kinds).toEqual(['inquiry']));
  });

  it('says whether the service tells this console of inquiries, and when that changes', async () => {
    await using desk = await openLiveWorld(engine);
    const { partner, valeria, world } = desk;
    const { url: receiver } = await loadWebhookReceiver(desk.db, world.config.publicUrl, {
      clock: systemClock,
      random: systemRandom,
      lookup: (_host, _options, done) => done(null, []),
    });
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

  describe('a look', () => {
    it('is told of when it begins and ends, not when it goes on', async () => {
      await using desk = await openLiveWorld(engine);
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
      await using desk = await openLiveWorld(engine);
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
      await using desk = await openLiveWorld(engine, { limited: true });
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

onEachEngine((engine) => {
  it.runIf(engine === 'postgres').each([
    ['and is notified', true],
    ['also where nothing notifies it', false],
  ])('a stream tells of what another gateway on the same database did, %s', async (_, isNotified) => {
    await using desk = await openLiveWorld(engine);
    if (!isNotified) await sql`drop trigger live_event_notification on live_event`.execute(desk.db);
    const other = await openGateway(
      { ...desk.world.config, demo: false },
      { clock: createTestClock(() => desk.world.clock.now), livePollMs: LIVE_POLL_MS },
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
    await using desk = await openLiveWorld(engine);
    const stream = await desk.partner.stream();
    await Promise.all(Array.from({ length: 60 }, () => desk.tell('inquiry')));
    await waitFor(() => expect(stream.told).toHaveLength(60));
    const ids = stream.told.map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 60 }, (_, at) => (ids[0] ?? 0) + at));
  });
});
