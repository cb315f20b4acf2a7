import { expect, it } from 'vitest';
import { startOfDay } from '#contract/window.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import { fetchWholeSince } from './whole-since.ts';

const zone = 'America/Argentina/Buenos_Aires';
const [A, B] = ['a@x.example', 'b@x.example'];
const MARCH = startOfDay('2026-03-10', zone);

it('figures are whole since the first whole day of which every agency that is there has all inquiries', async () => {
  await using store = await openGatewayStore('sqlite');
  const { db } = store;
  const since = (agencies?: string[], keptSince = 0) =>
    fetchWholeSince(db, { agencies, ownInquiriesIn: [], operator: '' }, { keptSince, zone });
  expect(await since()).toBeNull();
  await syncAgencies(
    db,
    [A, B].map((adminMail) => ({ adminMail })),
    NOON,
  );
  const set = (agency: string, values: { complete_since?: number; gone_at?: number }) =>
    db.updateTable('indexed_agency').set(values).where('agency_key', '=', agency).execute();
  await set(A, { complete_since: MARCH });
  expect([await since(), await since([A]), await since([A, B])]).toEqual([null, '2026-03-10', null]);
  // An agency that the index does not know, or whose inquiries are hidden, is not whole.
  expect([await since([A, 'c@x.example']), await since([])]).toEqual([null, null]);
  await set(B, { gone_at: NOON });
  expect([await since(), await since([A, B])]).toEqual(['2026-03-10', null]);
  for (const [completeSince, expected] of [
    [MARCH - 1, '2026-03-10'],
    [MARCH, '2026-03-10'],
    [MARCH + 1, '2026-03-11'],
  ] as const) {
    await set(A, { complete_since: completeSince });
    expect(await since()).toBe(expected);
    await set(A, { complete_since: 0 });
    expect(await since(undefined, completeSince)).toBe(expected);
  }
});
