import { describe, expect, it } from 'vitest';
import { PROBLEM_TYPE } from '#contract/problem.ts';
import { RECEIVER, openDeliveryWorld } from '#testing/delivery-world.ts';
import { onEachEngine } from '#testing/engines.ts';
import type { FollowUpDetail } from '#contract/desk/follow-up.ts';
import { CONSOLE, OWN, SID, json } from '#testing/gateway-world.ts';

const PATH = `/desk/deliveries/tests/${OWN}/${SID}`;

onEachEngine((engine) => {
  describe('a test of the webhook', () => {
    async function open() {
      const it = await openDeliveryWorld(engine);
      const called: (string | undefined)[] = [];
      const answerWith = (answer: ReturnType<typeof json>) => {
        it.world.upstream.answer = (request, response) => {
          if (request.method === 'POST') called.push(request.url);
          return answer(request, response);
        };
      };
      answerWith(json({}, 202));
      const send = async (cookie = it.cookie) =>
        it.world.call(PATH, { method: 'POST', headers: { cookie, ...CONSOLE } });
      const summarize = async (query = '') =>
        (await it.list(query)).map(({ outcome, isTest, by }) => [outcome, isTest, by]);
      return { ...it, it, called, answerWith, send, summarize };
    }

    it('is marked in the log with who sent it, as is its message, and an ordinary resend is not', async () => {
      const desk = await open();
      await using _ = desk.it;
      const { now } = desk.world.clock;
      expect((await desk.send()).statusCode).toBe(204);
      expect(desk.called).toEqual([`/v3/consultas/${OWN}/${SID}/resendwebhook`]);
      const [sent] = await desk.list();
      expect(sent).toMatchObject({ outcome: 'caused', isTest: true, status: 202, sid: SID, agency: OWN });
      const by = sent?.by;
      expect(by).toMatch(/\S/);
      const message = await desk.keep(now + 1, desk.message('test'));
      await desk.resend(now + 2, RECEIVER);
      await desk.keep(now + 3, desk.message('other'));
      const tests = [
        ['received', true, by],
        ['arrived', true, by],
      ];
      const others = [
        ['received', false, expect.any(String)],
        ['arrived', false, expect.any(String)],
      ];
      expect(await desk.summarize()).toEqual([...others, ...tests]);
      expect(await desk.summarize('?test=1')).toEqual(tests);
      expect(await desk.summarize('?test=0')).toEqual(others);
      expect(await desk.summarize('?test=1&outcome=arrived')).toEqual([tests[1]]);
      expect(await desk.read(`/desk/deliveries/${message}`)).toMatchObject({
        isTest: true,
        by,
        pairedId: sent?.id,
      });
      const { resends } = (await desk.read(`/desk/follow-up/${OWN}/${SID}`)) as FollowUpDetail;
      expect(resends?.map(({ isTest }) => isTest)).toEqual([false, true]);
    });

    it('400: a filter of tests that is none', async () => {
      const desk = await open();
      await using _ = desk.it;
      expect(
        (await desk.world.call('/desk/deliveries?test=2', { headers: { cookie: desk.cookie } })).statusCode,
      ).toBe(400);
    });

    it('403: is not for sellers, and the service is not asked', async () => {
      const desk = await open();
      await using _ = desk.it;
      expect((await desk.send(await desk.world.signIn('seller'))).statusCode).toBe(403);
      expect(desk.called).toEqual([]);
      expect(await desk.list()).toEqual([]);
    });

    it.each([
      [400, { Errors: { _: ['no está activa'] } }],
      [403, {}],
      [404, {}],
      [429, {}],
    ])('%i: what the service refuses is passed on, and leaves no row', async (status, more) => {
      const desk = await open();
      await using _ = desk.it;
      const problem = { Type: 'x', Title: 'x', Status: status, Detail: 'No se puede', ...more };
      desk.answerWith(json(problem, status, PROBLEM_TYPE));
      const answer = await desk.send();
      expect(answer.statusCode).toBe(status);
      expect(answer.json()).toMatchObject({ Detail: 'No se puede', ...more });
      expect(await desk.list()).toEqual([]);
    });

    it('404: the reply of the service has no body', async () => {
      const desk = await open();
      await using _ = desk.it;
      desk.answerWith((_request, response) => void response.writeHead(404).end());
      expect((await desk.send()).statusCode).toBe(404);
      expect(await desk.list()).toEqual([]);
    });

    it('429: another resend of the inquiry is pending', async () => {
      const desk = await open();
      await using _ = desk.it;
      const statuses = (await Promise.all([desk.send(), desk.send()])).map(({ statusCode }) => statusCode);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 429]);
      expect(await desk.list()).toHaveLength(1);
    });
  });
});
