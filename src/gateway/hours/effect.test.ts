import { expect, it } from 'vitest';
import { COMPARED_DAYS } from '#contract/desk/hours.ts';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { defaultHours } from '#contract/hours.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { onEachEngine } from '#testing/engines.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import { fetchHoursEffect } from './effect.ts';

const HOURS = defaultHours('America/Argentina/Buenos_Aires');
const ALWAYS = Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]);

onEachEngine((engine) => {
  it('compares the answers of the last days with what other hours would have made of them', async () => {
    await using store = await openGatewayStore(engine);
    const { db } = store;
    let number = 0;
    const answer = async (agency: string, at: number, minutes: number | null) => {
      const sid = `01JCEFFECT0000000000000${String((number += 1)).padStart(3, '0')}`;
      const entry = {
        Momento: new Date(at).toISOString(),
        Interesado: { Nombre: 'Ana' },
        Auto: {},
        _links: { self: { href: `/v3/consultas/${agency}/${sid}` } },
      };
      await upsertInquiries(db, [entry], { agency, discoverySource: 'list', hours: HOURS, now: NOON });
      if (minutes !== null)
        await db
          .insertInto('follow_up')
          .values({
            agency_key: agency,
            sid,
            momento: at,
            version: 1,
            changed_at: at,
            status: 'contacted',
            contacted_at: at + minutes * MINUTE_MS,
            contacted_by: 'p',
            notes: 0,
          })
          .execute();
    };
    const { target } = HOURS;
    await answer('a@x.example', NOON - DAY_MS, target);
    await answer('a@x.example', NOON - DAY_MS, target + 1);
    await answer('a@x.example', NOON - DAY_MS, 3 * target);
    await answer('a@x.example', NOON - DAY_MS, null);
    await answer('a@x.example', NOON - COMPARED_DAYS * DAY_MS - 1, 1);
    await answer('b@x.example', NOON - DAY_MS, 1);
    const compare = (hours: Partial<typeof HOURS>) =>
      fetchHoursEffect(db, 'A@x.example', { ...HOURS, ...hours }, NOON);
    expect(await compare({})).toEqual({ answered: 3, inTime: 1, inTimeWith: 1 });
    expect(await compare({ week: ALWAYS, target: target + 1 })).toMatchObject({ inTime: 1, inTimeWith: 2 });
    expect(await compare({ week: ALWAYS, target: target - 1 })).toMatchObject({ inTime: 1, inTimeWith: 0 });
  });
});
