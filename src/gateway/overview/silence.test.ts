import { expect, it } from 'vitest';
import { UNANSWERED_INVITATION_MS } from '#contract/overview.ts';
import { defaultHours } from '#contract/hours.ts';
import { setHours } from '#gateway/hours/store.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { recordSend } from '#gateway/invitations/store.ts';
import { stampAt } from '#testing/clocks.ts';
import { onBothEngines } from '#testing/engines.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import { fetchUnansweredInvitations } from './now.ts';
import { refreshRollUps } from './roll-ups.ts';
import { fetchSilentAgencies } from './silence.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const DAY_MS = 86_400_000;
/** Four inquiries in eight weeks are one in two weeks: after so many days more than five are missed. */
const SILENT_DAYS = 80;

onBothEngines((engine) => {
  /** Agencies that have received inquiries so many days before their last one. */
  async function open(agencies: Readonly<Record<string, readonly number[]>>) {
    const store = await openGatewayStore(engine);
    const { db } = store;
    await syncAgencies(
      db,
      Object.keys(agencies).map((adminMail) => ({ adminMail })),
      NOON,
    );
    await db.updateTable('indexed_agency').set({ swept_at: NOON }).execute();
    const source = { discoverySource: 'list', hours: defaultHours(ZONE), now: NOON } as const;
    for (const [agency, days] of Object.entries(agencies)) {
      const inquiries = days.map((ago) => ({
        Momento: new Date(NOON - (SILENT_DAYS + ago) * DAY_MS).toISOString(),
        Auto: {},
        Interesado: {},
        _links: { self: { href: `/v3/consultas/${agency}/01JCINQUIRY${String(ago).padStart(15, '0')}` } },
      }));
      await upsertInquiries(db, inquiries, { ...source, agency });
    }
    await refreshRollUps(db, ZONE, {});
    const scope = { agencies: undefined, ownInquiriesIn: [], operator: 'ana@x.example' };
    return {
      db,
      list: async () =>
        (await fetchSilentAgencies(db, scope, { now: NOON, zone: ZONE })).map(({ adminMail }) => adminMail),
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    };
  }

  it('silent agencies are found among more than are read at once', async () => {
    const mails = Array.from({ length: 21 }, (_, number) => `a${10 + number}@x.example`);
    await using it = await open(Object.fromEntries(mails.map((mail) => [mail, [0, 1, 2, 3]])));
    expect((await it.list()).toSorted()).toEqual(mails);
  });

  it('the habit of an agency is that of the eight weeks up to its last inquiry', async () => {
    await using it = await open({ 'in@x.example': [0, 1, 2, 55], 'out@x.example': [0, 1, 2, 56] });
    expect(await it.list()).toEqual(['in@x.example']);
  });

  it('the most missed agencies come first, and a silence ends with the last read, or now', async () => {
    await using it = await open({
      'less@x.example': [0, 1, 2, 3],
      'most@x.example': [0, 1, 2, 3, 4, 5],
      'more@x.example': [0, 1, 2, 3, 4],
    });
    expect(await it.list()).toEqual(['most@x.example', 'more@x.example', 'less@x.example']);
    const read = (swept_at: number) => it.db.updateTable('indexed_agency').set({ swept_at }).execute();
    await read(NOON - SILENT_DAYS * DAY_MS);
    expect(await it.list()).toEqual([]);
    // A clock was ahead.
    await read(NOON + SILENT_DAYS * DAY_MS);
    await it.db.updateTable('inquiry').set({ at: NOON }).execute();
    await refreshRollUps(it.db, ZONE, {});
    expect(await it.list()).toEqual([]);
  });

  it('the habit of an agency is by the hour of its zone', async () => {
    await using it = await open({ 'a@x.example': [0, 7, 14, 21] });
    await setHours(
      it.db,
      'a@x.example',
      { hours: defaultHours('Asia/Tokyo'), version: 0 },
      { now: 0, zone: ZONE },
    );
    await refreshRollUps(it.db, ZONE, {});
    // One in two weeks is missed ten times when the hour of the tenth has passed.
    const end = NOON + (9 * 7 - SILENT_DAYS) * DAY_MS + 3_600_000;
    for (const [swept_at, expected] of [
      [end - 1, []],
      [end, ['a@x.example']],
    ] as const) {
      await it.db.updateTable('indexed_agency').set({ swept_at }).execute();
      expect(await it.list()).toEqual(expected);
    }
  });

  it('an invitation is unanswered from its time after the last send on', async () => {
    await using store = await openGatewayStore(engine);
    const { db, ana } = store;
    const agency = { adminMail: 'a@x.example', name: null };
    for (const at of [NOON - 5, NOON]) await recordSend(db, ana.id, agency, stampAt(at));
    const end = NOON + UNANSWERED_INVITATION_MS;
    expect(await Promise.all([end - 1, end].map((now) => fetchUnansweredInvitations(db, now)))).toEqual([
      { unansweredInvitations: 0, oldestInvitationAt: null },
      { unansweredInvitations: 1, oldestInvitationAt: NOON },
    ]);
  });
});
