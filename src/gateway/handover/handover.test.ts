import { describe, expect, it } from 'vitest';
import { Handover } from '#contract/desk/handover.ts';
import { onEachEngine } from '#testing/engines.ts';
import {
  CLAIM,
  NOTE,
  ONE,
  OTHER_SID,
  indexInquiry,
  limitToOwn,
  openFollowUpWorld,
} from '#testing/follow-up-world.ts';
import { FOREIGN, OWN, SID, readMails } from '#testing/gateway-world.ts';

type Desk = Awaited<ReturnType<typeof openFollowUpWorld>>;
type Asker = Awaited<ReturnType<Desk['signedIn']>>;

const read = async (person: Asker, search = '') =>
  Handover.parse((await person.ask('GET', `/desk/handover${search}`)).json());
const send = (person: Asker, to: readonly string[], agency = OWN) =>
  person.ask('POST', `/desk/handover/${agency}/mail`, { to });

/** Two inquiries of now: one that waits, and one that Zoe has and promised for the next hour. */
async function openWithRows(desk: Desk) {
  const momento = new Date(desk.world.clock.now - 60_000).toISOString();
  await indexInquiry(desk.world, OTHER_SID, { momento });
  await indexInquiry(desk.world, SID, { momento });
  const zoe = await desk.zoe();
  await zoe.change(CLAIM);
  await zoe.change({ ...NOTE, text: 'Llamar al 351 555-0111' });
  await zoe.change({ kind: 'snooze', until: desk.world.clock.now + 3_600_000 });
  return { zoe, seller: await desk.signedIn('seller') };
}

onEachEngine((engine) => {
  describe('viewHandover', () => {
    it('200: what waits, then what was promised with its owner and last note; pinned before newer ones', async () => {
      await using desk = await openFollowUpWorld(engine);
      const { zoe, seller } = await openWithRows(desk);
      const { rows, more, masked } = await read(seller);
      expect(rows.map(({ sid, kind, owner, note }) => [sid, kind, owner?.name, note?.text])).toEqual([
        [OTHER_SID, 'waiting', undefined, undefined],
        [SID, 'promised', 'Zoe', 'Llamar al 351 555-0111'],
      ]);
      expect([more, masked]).toEqual([false, false]);
      const first = (await zoe.view()).timeline.find(({ change }) => change.kind === 'note');
      await zoe.change({ kind: 'pin', note: first?.id ?? '' });
      await zoe.change({ ...NOTE, text: 'Otra' });
      expect((await read(seller)).rows[1]?.note).toMatchObject({
        text: 'Llamar al 351 555-0111',
        isPinned: true,
      });
    });

    it('200: of one person; and masked where asked for, and always for support', async () => {
      await using desk = await openFollowUpWorld(engine);
      const { seller } = await openWithRows(desk);
      const sids = async (persona: string) =>
        (await read(seller, `?persona=${persona}`)).rows.map(({ sid }) => sid);
      expect(await sids(desk.idOf('Zoe'))).toEqual([SID]);
      expect(await sids(desk.idOf('Valeria Sosa'))).toEqual([]);
      const support = await desk.signedIn('support');
      for (const sheet of [await read(seller, '?enmascarado=1'), await read(support)]) {
        expect(sheet.masked).toBe(true);
        expect(JSON.stringify(sheet)).not.toContain('555-0111');
      }
    });

    it('200: somebody limited to their own inquiries sees those alone', async () => {
      await using desk = await openFollowUpWorld(engine);
      const { seller } = await openWithRows(desk);
      await limitToOwn(desk.world, 'Valeria Sosa');
      expect((await read(seller)).rows).toEqual([]);
      await indexInquiry(desk.world, OTHER_SID, {
        operator: desk.world.mail('seller'),
        momento: new Date(desk.world.clock.now - 60_000).toISOString(),
      });
      expect((await read(seller)).rows.map(({ sid }) => sid)).toEqual([OTHER_SID]);
    });

    it('400: an unknown parameter; 403: a foreign agency', async () => {
      await using desk = await openFollowUpWorld(engine);
      const seller = await desk.signedIn('seller');
      expect((await seller.ask('GET', '/desk/handover?enmascarado=no')).statusCode).toBe(400);
      expect((await seller.ask('GET', `/desk/handover?agencia=${FOREIGN}`)).statusCode).toBe(403);
    });
  });

  describe('sendHandover', () => {
    it('204: mails the figures and the address, without anything of buyers', async () => {
      await using desk = await openFollowUpWorld(engine);
      const { seller } = await openWithRows(desk);
      expect((await send(seller, [desk.idOf('Zoe'), desk.idOf('Zoe')])).statusCode).toBe(204);
      const [mail = ''] = await readMails(desk.world, 1);
      expect(mail).toContain('To: zoe@ruta9.example');
      expect(mail).toContain(`/handover?agencia=${encodeURIComponent(OWN)}`);
      expect(mail).toContain('Traspaso de turno');
      expect(mail).not.toMatch(/555-0111|Ana/);
    });

    it('400: to nobody, or to somebody who does not work there', async () => {
      await using desk = await openFollowUpWorld(engine);
      const seller = await desk.signedIn('seller');
      expect((await send(seller, [])).statusCode).toBe(400);
      for (const name of ['Bruno', 'Ida', 'Simón Aguirre', 'nobody']) {
        const refused = await send(seller, [desk.idOf('Zoe'), desk.idOf(name)]);
        expect([name, refused.statusCode, refused.json().Errors]).toEqual([
          name,
          400,
          { 'to.1': ['invalid'] },
        ]);
      }
    });

    it('403: of a foreign agency, and by support', async () => {
      await using desk = await openFollowUpWorld(engine);
      const to = [desk.idOf('Zoe')];
      expect((await send(await desk.signedIn('seller'), to, FOREIGN)).statusCode).toBe(403);
      expect((await send(await desk.signedIn('support'), to)).statusCode).toBe(403);
      expect((await (await desk.zoe()).ask('GET', ONE)).statusCode).toBe(200);
    });
  });
});
