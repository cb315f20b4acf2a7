import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FollowUps } from '#contract/desk/follow-up.ts';
import { onEachEngine } from '#testing/engines.ts';
import { OWN, SID, json } from '#testing/gateway-world.ts';
import {
  OTHER_SID,
  ONE,
  NOTE,
  CLAIM,
  indexInquiry,
  inquiryReply,
  limitToOwn,
  openFollowUpWorld,
} from '#testing/follow-up-world.ts';

onEachEngine((engine) => {
  describe('a seller who is shown their own inquiries only', () => {
    it('404 without a body: writes and reads nothing of another’s', async () => {
      await using desk = await openFollowUpWorld(engine);
      await limitToOwn(desk.world, 'Zoe');
      const zoe = await desk.zoe();
      for (const answerOf of [
        inquiryReply(),
        inquiryReply('otra@ruta9.example'),
        json({}, 403, 'application/problem+json'),
      ]) {
        desk.world.upstream.answer = answerOf;
        const answers = [
          await zoe.change(NOTE, { version: 0 }),
          await zoe.ask('PUT', `${ONE}/seen`),
          await zoe.ask('GET', ONE),
        ];
        for (const { statusCode, body } of answers) expect([statusCode, body]).toEqual([404, '']);
      }
      expect((await (await desk.signedIn('seller')).view()).timeline).toEqual([]);
    });

    it('200: works on their own, asking for each once', async () => {
      await using desk = await openFollowUpWorld(engine);
      await limitToOwn(desk.world, 'Zoe');
      const zoe = await desk.zoe();
      desk.world.upstream.answer = inquiryReply('zoe@ruta9.example');
      expect((await zoe.change(CLAIM, { version: 0 })).statusCode).toBe(200);
      expect(desk.world.upstreamRequests).toHaveLength(1);
      expect((await zoe.ask('PUT', `${ONE}/seen`)).statusCode).toBe(204);
      expect(desk.world.upstreamRequests).toHaveLength(2);
    });

    it('is told of their own in a list', async () => {
      await using desk = await openFollowUpWorld(engine);
      await limitToOwn(desk.world, 'Zoe');
      const valeria = await desk.signedIn('seller');
      await valeria.change(CLAIM);
      await indexInquiry(desk.world, SID);
      await indexInquiry(desk.world, OTHER_SID, { operator: 'Zoe@ruta9.example' });
      const other = `/desk/follow-up/${OWN}/${OTHER_SID}/changes`;
      await valeria.ask('POST', other, { id: randomUUID(), version: 0, change: CLAIM });
      const list = FollowUps.parse((await (await desk.zoe()).ask('GET', `/desk/follow-up/${OWN}`)).json());
      expect(list.followUps.map(({ sid }) => sid)).toEqual([OTHER_SID]);
    });
  });

  describe('the list', () => {
    it('200: is of a window, with what the person has opened', async () => {
      await using desk = await openFollowUpWorld(engine);
      const [valeria, zoe] = [await desk.signedIn('seller'), await desk.zoe()];
      await valeria.change({ kind: 'status', status: 'contacted' });
      for (const _ of [1, 2]) {
        const seen = await valeria.ask('PUT', `${ONE}/seen`);
        expect([seen.statusCode, seen.body]).toEqual([204, '']);
      }
      const list = async ({ ask }: typeof zoe, search = '') => {
        const { followUps, seen } = FollowUps.parse(
          (await ask('GET', `/desk/follow-up/${OWN}${search}`)).json(),
        );
        return [followUps.map(({ sid, status }) => [sid, status]), seen];
      };
      expect(await list(valeria)).toEqual([[[SID, 'contacted']], [SID]]);
      expect(await list(zoe)).toEqual([[[SID, 'contacted']], []]);
      expect(await list(valeria, '?desde=2026-03-05&hasta=2026-03-05')).toEqual([
        [[SID, 'contacted']],
        [SID],
      ]);
      expect(await list(valeria, '?hasta=2026-03-04')).toEqual([[], []]);
    });

    it('200: is of what rests or is back, whatever its age', async () => {
      await using desk = await openFollowUpWorld(engine);
      const [valeria, zoe] = [await desk.signedIn('seller'), await desk.zoe()];
      const now = desk.world.clock.now;
      const rest = (sid: string, until: number | null, version: number) =>
        valeria.ask('POST', `/desk/follow-up/${OWN}/${sid}/changes`, {
          id: randomUUID(),
          version,
          change: { kind: 'snooze', until },
        });
      const list = async ({ ask }: typeof zoe) => {
        const answer = await ask('GET', `/desk/follow-up/${OWN}?snoozed=1`);
        const { followUps, seen } = FollowUps.parse(answer.json());
        return [followUps.map(({ sid }) => sid), seen];
      };
      await indexInquiry(desk.world, SID);
      await indexInquiry(desk.world, OTHER_SID, {
        operator: 'zoe@ruta9.example',
        momento: '2024-01-02T10:00:00-03:00',
      });
      await rest(SID, now + 2000, 0);
      await rest(OTHER_SID, now + 1000, 0);
      await zoe.ask('PUT', `/desk/follow-up/${OWN}/${OTHER_SID}/seen`);
      expect(await list(valeria)).toEqual([[OTHER_SID, SID], []]);
      expect(await list(zoe)).toEqual([[OTHER_SID, SID], [OTHER_SID]]);
      await limitToOwn(desk.world, 'Zoe');
      expect(await list(zoe)).toEqual([[OTHER_SID], [OTHER_SID]]);
      // Expired snoozes stay listed before pending ones until somebody changes the inquiry.
      desk.world.clock.now = now + 1000;
      expect(await list(valeria)).toEqual([[OTHER_SID, SID], []]);
      desk.world.clock.now = now + 3000;
      expect(await list(valeria)).toEqual([[OTHER_SID, SID], []]);
      const change = { kind: 'note', text: 'No atiende', contact: false };
      await valeria.ask('POST', `/desk/follow-up/${OWN}/${OTHER_SID}/changes`, {
        id: randomUUID(),
        version: 1,
        change,
      });
      expect(await list(valeria)).toEqual([[SID], []]);
      await rest(SID, null, 1);
      expect(await list(valeria)).toEqual([[], []]);
    });

    it('400: what is no window', async () => {
      await using desk = await openFollowUpWorld(engine);
      const seller = await desk.signedIn('seller');
      for (const [search, field = ''] of [
        ['?desde=2025-01-01', 'desde'],
        ['?desde=2026-03-04&hasta=2026-03-03', 'desde'],
        ['?hasta=2026-03-06', 'hasta'],
        ['?desde=ayer', 'desde'],
        ['?pagina=2', '_'],
        ['?snoozed=2', 'snoozed'],
      ]) {
        const answer = await seller.ask('GET', `/desk/follow-up/${OWN}${search}`);
        expect([answer.statusCode, answer.json().Errors]).toEqual([400, { [field]: ['invalid'] }]);
      }
    });
  });
});
