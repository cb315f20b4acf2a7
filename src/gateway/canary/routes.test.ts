import { describe, expect, it } from 'vitest';
import { Canary } from '#contract/desk/canary.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import type { Engine } from '#database/database.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { onEachEngine } from '#testing/engines.ts';
import { stampAt } from '#testing/clocks.ts';
import { CONSOLE, OWN, SID, openWorld } from '#testing/gateway-world.ts';
import { insertRun } from './store.ts';

async function open(engine: Engine) {
  const world = await openWorld({ engine });
  const database = await openGatewayDatabase(world.config.database);
  await syncAgencies(database.db, [{ adminMail: OWN, name: 'Ruta 9' }], world.clock.now);
  return {
    world,
    db: database.db,
    as: async (role: Role) => {
      const headers = { ...CONSOLE, cookie: await world.signIn(role) };
      return {
        view: () => world.call('/desk/canary', { headers }),
        set: (setting: object | null) =>
          world.call('/desk/canary', { method: 'PUT', headers, payload: { setting } }),
      };
    },
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

onEachEngine((engine) => {
  describe('the canary', () => {
    it('200: is off until a partner switches it on, for one agency', async () => {
      await using it = await open(engine);
      const partner = await it.as('partner');
      const off = {
        setting: null,
        nextAt: null,
        runs: [],
        lastDay: { ended: 0, arrived: 0, medianMs: null },
        failures: 0,
      };
      expect((await partner.view()).json()).toEqual(off);
      const setting = { adminMail: OWN, minutes: 15 };
      const reply = await partner.set(setting);
      expect([reply.statusCode, Canary.parse(reply.json()).setting]).toEqual([200, setting]);
      for (const minutes of [5, 60, 60])
        expect((await partner.set({ ...setting, minutes })).json().setting).toEqual({
          adminMail: OWN,
          minutes,
        });
      expect((await (await it.as('support')).view()).json().setting).toEqual({ adminMail: OWN, minutes: 60 });
      expect((await partner.set(null)).json()).toMatchObject({ setting: null, nextAt: null });
    });

    it('400: an agency that is not in the index, and other intervals', async () => {
      await using it = await open(engine);
      const partner = await it.as('partner');
      for (const [wrong, field] of [
        [{ adminMail: 'nadie@nada.example', minutes: 5 }, 'setting.adminMail'],
        [{ adminMail: OWN, minutes: 1 }, 'setting.minutes'],
        [{ adminMail: OWN, minutes: 5, sid: 'X' }, 'setting'],
      ] as const) {
        const reply = await partner.set(wrong);
        expect([reply.statusCode, Object.keys(reply.json().Errors)]).toEqual([400, [field]]);
      }
      expect((await partner.view()).json().setting).toBeNull();
    });

    it('401 and 403: support looks, sellers do neither', async () => {
      await using it = await open(engine);
      const seller = await it.as('seller');
      const support = await it.as('support');
      const setting = { adminMail: OWN, minutes: 5 };
      for (const reply of [await seller.view(), await seller.set(setting), await support.set(setting)])
        expect([reply.statusCode, reply.json().Type]).toEqual([403, '/problems/forbidden']);
      expect((await support.view()).statusCode).toBe(200);
      expect((await it.world.call('/desk/canary')).statusCode).toBe(401);
    });

    it('counts the runs of 24 hours, and failures until one arrived', async () => {
      await using it = await open(engine);
      const { now } = it.world.clock;
      const run = async (
        at: number,
        outcome: Canary['runs'][number]['outcome'],
        took_ms: number | null = null,
      ) => {
        const id = await insertRun(it.db, { agency_key: OWN, sid: SID, outcome }, stampAt(at));
        await it.db.updateTable('canary_run').set({ took_ms }).where('id', '=', id).execute();
      };
      await run(now - 24 * HOUR_MS - 1, 'arrived', 9000);
      await run(now - 23 * HOUR_MS, 'arrived', 100);
      await run(now - 22 * HOUR_MS, 'arrived', 300);
      await run(now - 21 * HOUR_MS, 'arrived', 200);
      await run(now - 3 * MINUTE_MS, 'missing');
      await run(now - 2 * MINUTE_MS, 'no-inquiry');
      await run(now - MINUTE_MS, 'refused');
      await run(now - 1, 'pending');
      const { runs, lastDay, failures } = Canary.parse((await (await it.as('support')).view()).json());
      expect(runs.map(({ outcome }) => outcome)).toEqual([
        'pending',
        'refused',
        'no-inquiry',
        'missing',
        'arrived',
        'arrived',
        'arrived',
        'arrived',
      ]);
      expect(lastDay).toEqual({ ended: 5, arrived: 3, medianMs: 200 });
      expect(failures).toBe(2);
    });
  });
});
