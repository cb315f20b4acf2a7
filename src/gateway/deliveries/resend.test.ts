import { describe, expect, it, vi } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, OWN, SID, json } from '#testing/gateway-world.ts';
import { maskUrl } from './masking.ts';
import { TOPIC, RECEIVER, openDeliveryWorld } from '#testing/delivery-world.ts';

onEachEngine((engine) => {
  describe('a resend', () => {
    const path = `/v3/consultas/${OWN}/${SID}/resendwebhook`;
    const ask = (it: Awaited<ReturnType<typeof openDeliveryWorld>>) =>
      it.world.call(path, { method: 'POST', headers: { cookie: it.cookie, ...CONSOLE } });

    it('is noted with where it goes, and whatever opens that masked', async () => {
      await using it = await openDeliveryWorld(engine);
      it.world.upstream.answer = (request, response) => {
        response.setHeader('location', 'https://ana:clave@a.example/x?token=canary&b=2');
        json({}, 202)(request, response);
      };
      expect((await ask(it)).statusCode).toBe(202);
      const [caused] = await it.list();
      expect(caused).toMatchObject({
        outcome: 'elsewhere',
        agency: OWN,
        sid: SID,
        topic: TOPIC,
        status: 202,
        callback: 'https://…@a.example/x?token=…&b=…',
        hookId: null,
        receivedCount: 1,
        by: expect.stringMatching(/\S/) as string,
      });
    });

    it('is not noted when the service was not reached', async () => {
      await using it = await openDeliveryWorld(engine, { upstreamUrl: 'http://127.0.0.1:1' });
      expect((await ask(it)).statusCode).toBe(503);
      expect(await it.list()).toEqual([]);
    });

    it('arrived once a message about the same inquiry came after it, even before its answer', async () => {
      await using it = await openDeliveryWorld(engine);
      await it.keep(it.world.clock.now - 1, it.message('before'));
      it.world.upstream.answer = (request, response) => {
        const arriving = it.keep(it.world.clock.now, it.message('after', { sid: SID.toLowerCase() }));
        void arriving.then(() => json({}, 202)(request, response));
      };
      await ask(it);
      const outcomes = (await it.list()).map(({ outcome, hookId, status }) => [outcome, hookId, status]);
      expect(outcomes).toHaveLength(3);
      expect(outcomes).toContainEqual(['arrived', 'after', 202]);
      expect((await it.list('?outcome=caused')).length).toBe(0);
    });

    it('arrived only where it goes here, and of several the newest', async () => {
      await using it = await openDeliveryWorld(engine);
      const { now } = it.world.clock;
      const ids = [
        await it.resend(now, null),
        await it.resend(now + 1, RECEIVER),
        await it.resend(now + 2, 'https://otra.example/x'),
      ];
      const hooks = async () => {
        const all = await it.list();
        return ids.map((id) => all.find((one) => one.id === id)?.hookId);
      };
      await it.keep(now + 3, it.message('first'));
      expect(await hooks()).toEqual([null, 'first', null]);
      await it.keep(now + 4, it.message('first'));
      expect(await hooks()).toEqual([null, 'first', null]);
      await it.keep(now + 5, it.message('second'));
      expect(await hooks()).toEqual(['second', 'first', null]);
      await it.keep(now + 6, it.message('third'));
      expect(await hooks()).toEqual(['second', 'first', null]);
      expect((await it.list('?outcome=elsewhere')).map(({ id }) => id)).toEqual([ids[2]]);
    });

    it('a resend to another callback is not matched with an earlier message', async () => {
      await using it = await openDeliveryWorld(engine);
      it.world.upstream.answer = (request, response) => {
        response.setHeader('location', 'https://otra.example/x');
        const arriving = it.keep(it.world.clock.now, it.message('another'));
        void arriving.then(() => json({}, 202)(request, response));
      };
      await ask(it);
      expect(await it.list('?outcome=elsewhere')).toMatchObject([{ hookId: null, status: 202 }]);
    });

    it('is one at a time, with a pause between', async () => {
      await using it = await openDeliveryWorld(engine);
      const answers: (() => void)[] = [];
      it.world.upstream.answer = (request, response) =>
        void answers.push(() => json({}, 202)(request, response));
      const first = ask(it);
      await vi.waitFor(() => expect(answers).toHaveLength(1));
      const refusedDelivery = await ask(it);
      expect([
        refusedDelivery.statusCode,
        refusedDelivery.json().Type,
        refusedDelivery.headers['retry-after'],
      ]).toEqual([429, '/problems/too-many-requests', '1']);
      answers[0]?.();
      expect((await first).statusCode).toBe(202);
      it.world.upstream.answer = json({}, 202);
      const began = performance.now();
      const both = await Promise.all([ask(it), ask(it)]);
      expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([202, 429]);
      expect(performance.now() - began).toBeGreaterThan(900);
      const other = path.replace(SID, '01JCYYYYYYYYYYYYYYYYYYYYYY');
      const headers = { cookie: it.cookie, ...CONSOLE };
      expect((await it.world.call(other, { method: 'POST', headers })).statusCode).toBe(202);
      expect(await it.list('?outcome=caused')).toHaveLength(3);
    });

    it('is on its way for a minute, and then was not seen to arrive', async () => {
      await using it = await openDeliveryWorld(engine);
      const { now } = it.world.clock;
      it.world.upstream.answer = json({ _entries: [{ Topic: TOPIC, Configurado: true }] });
      const receiver = maskUrl((await it.read('/desk/webhooks')).topics[0].receiver) ?? '';
      const ids = {
        here: await it.resend(now, receiver),
        unanswered: await it.resend(now + 1, null),
        elsewhere: await it.resend(now + 2, 'https://otra.example/x'),
      };
      const outcomes = async () =>
        Object.fromEntries((await it.list()).map(({ id, outcome }) => [id, outcome]));
      const filtered = async (outcome: string) => (await it.list(`?outcome=${outcome}`)).map(({ id }) => id);
      it.world.clock.now = now + 59_999;
      expect(await outcomes()).toEqual({
        [ids.here]: 'caused',
        [ids.unanswered]: 'caused',
        [ids.elsewhere]: 'elsewhere',
      });
      expect(await filtered('caused')).toEqual([ids.unanswered, ids.here]);
      expect(await filtered('unseen')).toEqual([]);
      it.world.clock.now = now + 60_001;
      expect(await outcomes()).toEqual({
        [ids.here]: 'unseen',
        [ids.unanswered]: 'unseen',
        [ids.elsewhere]: 'elsewhere',
      });
      expect(await filtered('caused')).toEqual([]);
      expect(await filtered('unseen')).toEqual([ids.unanswered, ids.here]);
      expect(await filtered('elsewhere')).toEqual([ids.elsewhere]);
      expect((await it.read(`/desk/deliveries/${ids.here}`)).outcome).toBe('unseen');
    });

    it('a lost resend marks its topic as silent until a message arrives', async () => {
      await using it = await openDeliveryWorld(engine);
      const { now } = it.world.clock;
      it.world.upstream.answer = json({ _entries: [{ Topic: TOPIC, Configurado: true, Activo: true }] });
      const signals = async () => {
        const [{ lastHeardAt, unseenAt }] = (await it.read('/desk/webhooks')).topics;
        return [lastHeardAt, unseenAt];
      };
      await it.keep(now, it.message('before'));
      await it.resend(now + 1000, null);
      await it.resend(now + 2000, 'https://otra.example/x');
      it.world.clock.now = now + 60_000;
      expect(await signals()).toEqual([now, null]);
      it.world.clock.now = now + 61_000;
      expect(await signals()).toEqual([now, now + 1000]);
      await it.keep(now + 61_000, it.message('other', { sid: '01JDYYYYYYYYYYYYYYYYYYYYYY' }));
      expect(await signals()).toEqual([now + 61_000, null]);
    });

    it('stands in the history of its inquiry with its outcome, and in no other', async () => {
      await using it = await openDeliveryWorld(engine);
      const { now } = it.world.clock;
      const lost = await it.resend(now, null);
      const elsewhere = await it.resend(now + 1, 'https://otra.example/x');
      it.world.clock.now = now + 60_001;
      const by = expect.stringMatching(/\S/) as string;
      const { resends, entries } = await it.read(`/desk/follow-up/${OWN}/${SID}`);
      expect([resends, entries]).toEqual([
        [
          { id: elsewhere, at: now + 1, by, outcome: 'elsewhere', isTest: false },
          { id: lost, at: now, by, outcome: 'unseen', isTest: false },
        ],
        0,
      ]);
      const other = await it.read(`/desk/follow-up/${OWN}/01JCYYYYYYYYYYYYYYYYYYYYYY`);
      expect(other.resends).toEqual([]);
    });

    it('a resend that the service refuses leaves no delivery', async () => {
      await using it = await openDeliveryWorld(engine);
      it.world.upstream.answer = json({ Type: 'x', Errors: {} }, 400, 'application/problem+json');
      expect((await ask(it)).statusCode).toBe(400);
      expect(await it.list()).toEqual([]);
    });

    it('a resend without a reply counts as pending', async () => {
      await using it = await openDeliveryWorld(engine);
      it.world.upstream.answer = (_, response) => response.destroy();
      expect((await ask(it)).statusCode).toBe(503);
      expect(await it.list()).toMatchObject([{ outcome: 'caused', status: null, callback: null }]);
    });
  });
});
