import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { NOTE, inDatabase, inquiryReply, limitToOwn, openFollowUpWorld } from '#testing/follow-up-world.ts';
import { OWN, SID, readMails } from '#testing/gateway-world.ts';

type Desk = Awaited<ReturnType<typeof openFollowUpWorld>>;

const readEvents = ({ world }: Desk) =>
  inDatabase(world, async ({ db }) => {
    const rows = await db.selectFrom('live_event').select('data').where('kind', '=', 'mention').execute();
    return rows.map(({ data }) => JSON.parse(data) as unknown);
  });

onEachEngine((engine) => {
  describe('a note that mentions people', () => {
    it('200: notifies them once, by an event and a mail without anything of the note', async () => {
      await using desk = await openFollowUpWorld(engine);
      const valeria = await desk.signedIn('seller');
      const id = randomUUID();
      const mentions = ['Zoe', 'Valeria Sosa', 'Zoe'].map(desk.idOf);
      const note = { ...NOTE, text: '@Zoe pide rebaja', mentions };
      for (const _ of [1, 2]) expect((await valeria.change(note, { id, version: 0 })).statusCode).toBe(200);
      const { timeline } = await valeria.view();
      expect(timeline.map(({ mentionNames }) => mentionNames)).toEqual([['Zoe', 'Valeria Sosa', 'Zoe']]);
      const events = await readEvents(desk);
      const [mail = ''] = await readMails(desk.world, 1);
      expect(events).toEqual([
        { adminMail: OWN, sid: SID, entry: id, by: 'Valeria Sosa', to: [desk.idOf('Zoe')] },
      ]);
      expect(mail).toContain('To: zoe@ruta9.example');
      expect(mail).toContain('Valeria Sosa te nombró en una nota');
      expect(mail).toContain(`/inquiries/${encodeURIComponent(OWN)}/${SID}`);
      expect(JSON.stringify([mail, events])).not.toContain('rebaja');
    });

    it('400: refuses those who may not see the inquiry or work on it, and notifies nobody', async () => {
      await using desk = await openFollowUpWorld(engine);
      await limitToOwn(desk.world, 'Valeria Sosa');
      const partner = await desk.signedIn('partner');
      // Another agency's seller, a disabled one, support, one who is limited to her own inquiries, and nobody.
      for (const name of ['Bruno', 'Ida', 'Simón Aguirre', 'Valeria Sosa', 'nobody']) {
        const mentions = [desk.idOf('Zoe'), desk.idOf(name)];
        const refused = await partner.change({ ...NOTE, mentions });
        expect([name, refused.statusCode, refused.json().Errors]).toEqual([
          name,
          400,
          { 'change.mentions.1': ['invalid'] },
        ]);
      }
      expect(await readEvents(desk)).toEqual([]);
      expect((await partner.view()).timeline).toEqual([]);
      desk.world.upstream.answer = inquiryReply(desk.world.mail('seller'));
      const hers = await partner.change({ ...NOTE, mentions: [desk.idOf('Valeria Sosa')] });
      expect(hers.statusCode).toBe(200);
      const [mail] = await readMails(desk.world, 1);
      expect(mail).toContain(desk.world.mail('seller'));
    });

    it('400: too many', async () => {
      await using desk = await openFollowUpWorld(engine);
      const valeria = await desk.signedIn('seller');
      const mentions = Array.from({ length: 11 }, () => desk.idOf('Zoe'));
      expect((await valeria.change({ ...NOTE, mentions })).statusCode).toBe(400);
    });
  });
});
