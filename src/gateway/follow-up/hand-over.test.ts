import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Colleagues, FollowUpDetail } from '#contract/desk/follow-up.ts';
import { onEachEngine } from '#testing/engines.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { OWN } from '#testing/gateway-world.ts';
import {
  inDatabase,
  inquiryReply,
  limitToOwn,
  openFollowUpWorld,
  type Change,
} from '#testing/follow-up-world.ts';

onEachEngine((engine) => {
  describe('handing over', () => {
    it('is to whoever may see the inquiry and work on it', async () => {
      await using desk = await openFollowUpWorld(engine);
      const valeria = await desk.signedIn('seller');
      for (const name of ['Zoe', 'Paula Ferreyra', 'Valeria Sosa']) {
        const answer = await valeria.change({ kind: 'hand-over', to: desk.idOf(name), note: 'Lo conocés' });
        const { followUp, timeline } = FollowUpDetail.parse(answer.json());
        expect([followUp.claimedBy?.name, timeline[0]?.to?.name]).toEqual([name, name]);
      }
    });

    it('400: never to anybody else', async () => {
      await using desk = await openFollowUpWorld(engine);
      const valeria = await desk.signedIn('seller');
      for (const name of ['Bruno', 'Ida', 'Simón Aguirre', 'nobody']) {
        const answer = await valeria.change({ kind: 'hand-over', to: desk.idOf(name) });
        expect([name, answer.json().Errors]).toEqual([name, { 'change.to': ['invalid'] }]);
      }
      expect(await valeria.view()).toMatchObject({ followUp: { claimedBy: null, version: 0 }, timeline: [] });
    });

    it('is not to somebody who has not accepted yet', async () => {
      await using desk = await openFollowUpWorld(engine);
      await inDatabase(desk.world, ({ db }) =>
        db.updateTable('person').set({ accepted_at: null }).where('name', '=', 'Zoe').execute(),
      );
      const valeria = await desk.signedIn('seller');
      expect((await valeria.change({ kind: 'hand-over', to: desk.idOf('Zoe') })).statusCode).toBe(400);
    });

    it('is to a limited seller where it is theirs', async () => {
      await using desk = await openFollowUpWorld(engine);
      await limitToOwn(desk.world, 'Zoe');
      const valeria = await desk.signedIn('seller');
      const toZoe: Change = { kind: 'hand-over', to: desk.idOf('Zoe') };
      expect((await valeria.change(toZoe)).statusCode).toBe(400);
      desk.world.upstream.answer = inquiryReply(' ZOE@ruta9.example');
      expect((await valeria.change(toZoe)).statusCode).toBe(200);
    });

    it('offers those colleagues, by name', async () => {
      await using desk = await openFollowUpWorld(engine);
      await limitToOwn(desk.world, 'Zoe');
      const valeria = await desk.signedIn('seller');
      const names = async (search = '') => {
        const answer = await valeria.ask('GET', `/desk/agencies/${OWN.toUpperCase()}/colleagues${search}`);
        return Colleagues.parse(answer.json()).colleagues.map(({ name }) => name);
      };
      expect(await names()).toEqual(['Paula Ferreyra', 'Valeria Sosa']);
      expect(await names('?operador=Zoe@ruta9.example')).toEqual(['Paula Ferreyra', 'Valeria Sosa', 'Zoe']);
      expect(await names('?operador=bruno@otra.example')).not.toContain('Bruno');
      expect((await valeria.ask('GET', `/desk/agencies/${OWN}/colleagues?x=1`)).statusCode).toBe(400);
    });

    it('offers the first of 10,000 colleagues, and finds the others by name', async () => {
      await using desk = await openFollowUpWorld(engine);
      await inDatabase(desk.world, ({ db }) => addSellers(db, 10_000));
      const valeria = await desk.signedIn('seller');
      const find = async (search: string) => {
        const answer = await valeria.ask('GET', `/desk/agencies/${OWN}/colleagues${search}`);
        expect(answer.payload.length).toBeLessThan(8000);
        const { colleagues, more } = Colleagues.parse(answer.json());
        return { names: colleagues.map(({ name }) => name), more };
      };
      const first = await find('');
      expect([first.names.length, first.names[0], first.more]).toEqual([50, 'Ágata 00000', true]);
      expect(await find('?q=%20AGATA%20099')).toMatchObject({ names: { length: 50 }, more: true });
      expect(await find('?q=agata%2009999')).toEqual({ names: ['Ágata 09999'], more: false });
      expect(await find('?q=%25')).toEqual({ names: [], more: false });
      expect(
        (await valeria.ask('GET', `/desk/agencies/${OWN}/colleagues?q=${'a'.repeat(101)}`)).statusCode,
      ).toBe(400);
    });
  });
});

/** Adds sellers of the agency. */
async function addSellers(db: Kysely<GatewayTables>, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, at) => String(at).padStart(5, '0'));
  for (let at = 0; at < count; at += 1000) {
    const part = ids.slice(at, at + 1000);
    await db
      .insertInto('person')
      .values(
        part.map((id) => ({
          id,
          mail: `${id}@x.example`,
          name: `Ágata ${id}`,
          name_key: `agata ${id}`,
          role: 'seller' as const,
          password_hash: '',
          last_agency: null,
          created_at: 0,
          disabled_at: null,
          accepted_at: 0,
          second_factor_secret: null,
          second_factor_next: null,
          second_factor_step: null,
        })),
      )
      .execute();
    await db
      .insertInto('person_agency')
      .values(part.map((id) => ({ person_id: id, admin_mail: OWN, own_inquiries_only: 0 as const })))
      .execute();
  }
}
