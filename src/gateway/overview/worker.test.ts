import { expect, it } from 'vitest';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { defaultHours } from '#contract/hours.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { prepareRollUps } from './roll-ups.ts';
import { createRollUps } from './worker.ts';

const ZONE = 'America/Argentina/Buenos_Aires';

it('figures are brought up to date slice by slice with pauses, then looked at after half a minute', async () => {
  await using store = await openGatewayStore('sqlite');
  const { db } = store;
  await prepareRollUps(db, ZONE);
  const agency = 'a@x.example';
  const entries = Array.from({ length: 9 }, (_, days) => ({
    Momento: new Date(NOON - days * 86_400_000).toISOString(),
    Auto: {},
    Interesado: {},
    _links: { self: { href: `/v3/consultas/${agency}/01JCINQUIRY${String(days).padStart(15, '0')}` } },
  }));
  await upsertInquiries(db, entries, {
    agency,
    discoverySource: 'list',
    hours: defaultHours(ZONE),
    now: NOON,
  });
  const clock = createManualClock(NOON);
  const rollUps = createRollUps({ db, clock, config: { timeZone: ZONE } as Gateway['config'] });
  const days = async () =>
    (await db.selectFrom('overview_day').select('day').where('agency_key', '=', agency).execute()).length;
  const waits = [];
  for (const expected of [8, 9, 9]) {
    const [piece] = await rollUps.claim(1);
    await piece?.(new AbortController().signal);
    expect(await days()).toBe(expected);
    const wait = ((await rollUps.findNextDueAt()) ?? 0) - clock.now();
    waits.push(wait);
    await clock.advance(wait - 1);
    expect(await rollUps.claim(1)).toEqual([]);
    await clock.advance(1);
  }
  expect(waits).toEqual([20, 20, 30_000]);
});
