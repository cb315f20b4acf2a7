import { describe, expect, it } from 'vitest';
import { NUDGE_INTERVAL_MS } from '#contract/follow-up/nudge-change.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CLAIM, ONE, inDatabase, limitToOwn, openFollowUpWorld } from '#testing/follow-up-world.ts';
import { OWN, SID, readMails } from '#testing/gateway-world.ts';

type Desk = Awaited<ReturnType<typeof openFollowUpWorld>>;

const readEvents = ({ world }: Desk) =>
  inDatabase(world, async ({ db }) => {
    const rows = await db.selectFrom('live_event').select('data').where('kind', '=', 'nudge').execute();
    return rows.map(({ data }) => JSON.parse(data) as unknown);
  });

const nudgeAs = (person: Awaited<ReturnType<Desk['signedIn']>>, to: string, text?: string) =>
  person.change({ kind: 'nudge', to, ...(text && { text }) });

/** A partner, and an inquiry that Zoe has. */
async function openClaimed(desk: Desk) {
  await (await desk.zoe()).change(CLAIM);
  const partner = await desk.signedIn('partner');
  return { partner, nudge: (to = 'Zoe', text?: string) => nudgeAs(partner, desk.idOf(to), text) };
}

onEachEngine((engine) => {
  describe('a nudge', () => {
    it('200: stands in the timeline and notifies the owner, without its text, and changes nothing else', async () => {
      await using desk = await openFollowUpWorld(engine);
      const { partner, nudge } = await openClaimed(desk);
      const before = (await partner.view()).followUp;
      expect((await nudge('Zoe', 'Pidió rebaja, llamala')).statusCode).toBe(200);
      const { followUp, timeline } = await partner.view();
      expect(followUp).toEqual(before);
      const [entry] = timeline;
      expect(entry).toMatchObject({
        by: { name: 'Paula Ferreyra' },
        to: { id: desk.idOf('Zoe'), name: 'Zoe' },
        change: { kind: 'nudge', text: 'Pidió rebaja, llamala' },
      });
      const events = await readEvents(desk);
      const [mail = ''] = await readMails(desk.world, 1);
      expect(events).toEqual([
        { adminMail: OWN, sid: SID, entry: entry?.id, by: 'Paula Ferreyra', to: [desk.idOf('Zoe')] },
      ]);
      expect(mail).toContain('To: zoe@ruta9.example');
      expect(mail).toContain('te recuerda una consulta');
      expect(mail).toContain(`/inquiries/${encodeURIComponent(OWN)}/${SID}`);
      expect(JSON.stringify([mail, events])).not.toContain('rebaja');
    });

    it('409 nudged-lately: within an hour of the last one for the same person', async () => {
      await using desk = await openFollowUpWorld(engine);
      const { partner, nudge } = await openClaimed(desk);
      const first = desk.world.clock.now;
      await nudge();
      const statusAt = async (at: number) => {
        desk.world.clock.now = at;
        // The session of before may have ended.
        const reply = await nudgeAs(await desk.signedIn('partner'), desk.idOf('Zoe'));
        return [reply.statusCode, reply.json().Type];
      };
      await partner.change({ kind: 'hand-over', to: desk.idOf('Valeria Sosa') });
      expect((await nudge('Valeria Sosa')).statusCode).toBe(200);
      await partner.change({ kind: 'hand-over', to: desk.idOf('Zoe') });
      expect(await statusAt(first + NUDGE_INTERVAL_MS - 1)).toEqual([409, '/problems/nudged-lately']);
      expect((await statusAt(first + NUDGE_INTERVAL_MS))[0]).toBe(200);
    });

    it('409 changed-meanwhile: to another person than the owner, and where nothing is due', async () => {
      await using desk = await openFollowUpWorld(engine);
      const code = async (name = 'Zoe') => {
        const reply = await nudgeAs(await desk.signedIn('partner'), desk.idOf(name));
        return reply.statusCode === 200 ? 200 : reply.json().Type;
      };
      expect(await code()).toBe('/problems/changed-meanwhile');
      const zoe = await desk.zoe();
      await zoe.change(CLAIM);
      expect(await code('Valeria Sosa')).toBe('/problems/changed-meanwhile');
      const until = desk.world.clock.now + 1000;
      await zoe.change({ kind: 'snooze', until });
      expect(await code()).toBe('/problems/changed-meanwhile');
      desk.world.clock.now = until;
      expect(await code()).toBe(200);
      desk.world.clock.now += NUDGE_INTERVAL_MS;
      // A reminder leaves an inquiry that returned from its snooze waiting.
      expect(await code()).toBe(200);
      desk.world.clock.now += NUDGE_INTERVAL_MS;
      await (await desk.zoe()).change({ kind: 'status', status: 'contacted' });
      expect(await code()).toBe('/problems/changed-meanwhile');
      expect(await readEvents(desk)).toHaveLength(2);
    });

    it('400: to oneself, and to somebody who may not work on the inquiry any more', async () => {
      await using desk = await openFollowUpWorld(engine);
      const { partner, nudge } = await openClaimed(desk);
      const errors = async (to: string) => {
        const refused = await nudge(to);
        return [refused.statusCode, refused.json().Errors];
      };
      const refusal = [400, { 'change.to': ['invalid'] }];
      for (const name of ['Bruno', 'Ida', 'Simón Aguirre', 'nobody'])
        expect([name, ...(await errors(name))]).toEqual([name, ...refusal]);
      await limitToOwn(desk.world, 'Zoe');
      expect(await errors('Zoe')).toEqual(refusal);
      await partner.change(CLAIM);
      expect(await errors('Paula Ferreyra')).toEqual(refusal);
      expect(await readEvents(desk)).toEqual([]);
    });

    it('403: by sellers and support', async () => {
      await using desk = await openFollowUpWorld(engine);
      await openClaimed(desk);
      for (const role of ['seller', 'support'] as const) {
        const person = await desk.signedIn(role);
        const refused = await person.change({ kind: 'nudge', to: desk.idOf('Zoe') }, { version: 1 });
        expect([role, refused.statusCode, refused.json().Type]).toEqual([role, 403, '/problems/forbidden']);
      }
      expect(await readEvents(desk)).toEqual([]);
    });

    it('404: an undo of it finds nothing', async () => {
      await using desk = await openFollowUpWorld(engine);
      const { partner, nudge } = await openClaimed(desk);
      await nudge();
      const [entry] = (await partner.view()).timeline;
      const refused = await partner.change({ kind: 'undo', entry: entry?.id ?? '' });
      expect([refused.statusCode, refused.json().Type]).toEqual([404, '/problems/not-found']);
      expect((await partner.ask('GET', ONE)).statusCode).toBe(200);
    });
  });
});
