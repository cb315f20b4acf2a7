import { describe, expect, it } from 'vitest';
import type { Engine } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import { AGENCY, HOUR, START, openIndex } from '#testing/index-world.ts';
import { updateIndexedAgency } from './agencies.ts';
import {
  countMissing,
  countUnmarked,
  findUnseenSince,
  hideInquiries,
  hideMissing,
  noteAsked,
  restoreInquiries,
} from './missing.ts';
import { reconcile } from './reconcile.ts';

const DAY = 24 * HOUR;
/** A full read that began now, a day after the first one. */
const SINCE = START + DAY;
const FROM = START - 90 * DAY;

/** An agency whose inquiries a full read has just found, but for the first `missed`. */
async function open(engine: Engine, count: number, missed: number) {
  const index = await openIndex(engine);
  const { db, service } = index;
  for (let one = 0; one < count; one++) service.receive(START - one * 60_000);
  await index.run();
  await db.updateTable('inquiry').set({ last_seen_at: SINCE }).execute();
  const sids = service.inquiries.map(({ sid }) => sid).slice(0, missed);
  if (missed > 0)
    await db.updateTable('inquiry').set({ last_seen_at: START }).where('sid', 'in', sids).execute();
  await updateIndexedAgency(db, AGENCY, { full_read_at: START });
  const asked: string[] = [];
  const hidden = async () =>
    (await db.selectFrom('inquiry').select('sid').where('gone_at', 'is not', null).execute()).length;
  return {
    ...index,
    sids,
    asked,
    hidden,
    /** Reconciles, with the given answer of the service for each inquiry. */
    reconcile: async (isThere: (sid: string) => boolean | undefined = () => false, now = SINCE + HOUR) => {
      const agency = await index.row();
      if (!agency) throw new Error('There is no agency');
      return reconcile(db, agency, {
        since: SINCE,
        from: FROM,
        now: () => now,
        askFor: async (sid) => {
          asked.push(sid);
          return isThere(sid);
        },
      });
    },
    inquiry: (sid: string) =>
      db.selectFrom('inquiry').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow(),
    set: (sid: string, values: object) =>
      db.updateTable('inquiry').set(values).where('sid', '=', sid).execute(),
    [Symbol.asyncDispose]: () => index[Symbol.asyncDispose](),
  };
}

onEachEngine((engine) => {
  describe('inquiries that a full read missed', () => {
    it.each([
      [1, 1],
      [3, 1],
      [5, 2],
      [10, 5],
      [12, 5],
      [119, 5],
      [120, 6],
      [440, 22],
    ])('of %i may vanish up to %i, and wait for a person beyond', async (count, limit) => {
      for (const missed of [limit, limit + 1]) {
        if (missed > count) continue;
        await using it = await open(engine, count, missed);
        while (!(await it.reconcile()));
        expect(await it.findings()).toMatchObject(missed > limit ? [{ missing: missed, total: count }] : []);
        expect(await it.hidden()).toBe(0);
      }
    });

    it('are asked for twenty at a time, each once', async () => {
      await using it = await open(engine, 440, 21);
      expect(await it.reconcile()).toBe(false);
      expect(it.asked).toHaveLength(20);
      expect(await it.reconcile()).toBe(true);
      expect(it.asked.toSorted()).toEqual(it.sids.toSorted());
    });

    it('are not missing where the service does not say, or has them', async () => {
      await using it = await open(engine, 12, 12);
      const there = new Set(it.sids.slice(0, 6));
      expect(await it.reconcile((sid) => (there.has(sid) ? true : undefined))).toBe(true);
      expect(it.asked).toHaveLength(12);
      expect(await it.findings()).toEqual([]);
      for (const sid of it.sids)
        expect(await it.inquiry(sid)).toMatchObject({ missing_since: null, checked_at: SINCE + HOUR });
    });

    it('count no more once the service has them, and hide the others', async () => {
      await using it = await open(engine, 12, 6);
      for (const sid of it.sids) await it.set(sid, { missing_since: START });
      const [back] = it.sids;
      expect(await it.reconcile((sid) => sid === back, START + DAY + HOUR)).toBe(true);
      // Six are missing until one is found: too many to ask for.
      expect(await it.findings()).toHaveLength(1);
      await it.set(back ?? '', { missing_since: null });
      expect(await it.reconcile((sid) => sid === back)).toBe(true);
      expect(await it.findings()).toEqual([]);
      expect(await it.hidden()).toBe(5);
      expect((await it.inquiry(back ?? '')).gone_at).toBeNull();
    });

    it('are hidden all at once, also more than one write takes', async () => {
      await using it = await open(engine, 1100, 55);
      await it.db
        .updateTable('inquiry')
        .set({ missing_since: START, checked_at: SINCE })
        .where('sid', 'in', it.sids)
        .execute();
      expect(await it.reconcile()).toBe(true);
      expect(await it.hidden()).toBe(55);
    });

    it.each([
      [DAY, null, 1],
      [DAY - 1, null, 0],
      [DAY, SINCE + HOUR - DAY, 1],
      [DAY, SINCE + HOUR - DAY + 1, 0],
    ])(
      'for %i ms while the clock is doubted since %s are hidden: %i',
      async (missing, doubted_since, hidden) => {
        await using it = await open(engine, 9, 1);
        await it.set(it.sids[0] ?? '', { missing_since: SINCE + HOUR - missing });
        await it.db.updateTable('known_time').set({ doubted_since }).execute();
        await it.reconcile();
        expect(await it.hidden()).toBe(hidden);
      },
    );

    it('that a person accepted are hidden at once, whatever their number, and no others', async () => {
      await using it = await open(engine, 40, 20);
      expect(await it.reconcile()).toBe(true);
      await it.db
        .updateTable('index_finding')
        .set({ read_at: START + 1 })
        .execute();
      expect(await it.decide('accept')).toBe(true);
      await it.set(it.sids[0] ?? '', { last_seen_at: START + 1 });
      while (!(await it.reconcile()));
      expect(await it.hidden()).toBe(19);
      expect(await it.findings()).toEqual([]);
    });
  });

  describe('a missing inquiry', () => {
    it.each([
      [{ last_seen_at: SINCE - 1 }, true],
      [{ last_seen_at: SINCE }, false],
      [{ last_seen_at: SINCE + HOUR }, false],
      // A clock that was ahead stored it.
      [{ last_seen_at: SINCE + HOUR + 1 }, true],
      [{ at: FROM }, true],
      [{ at: FROM - 1 }, false],
      [{ gone_at: START }, false],
      [{ checked_at: SINCE - 1 }, true],
      [{ checked_at: SINCE }, false],
      [{ checked_at: SINCE + HOUR }, false],
      [{ checked_at: SINCE + HOUR + 1 }, true],
    ])('is one that the read has neither seen nor asked for: %j %s', async (values, isUnseen) => {
      await using it = await open(engine, 3, 1);
      const [sid = ''] = it.sids;
      await it.set(sid, values);
      const unseen = { from: FROM, since: SINCE, now: SINCE + HOUR };
      const found = await findUnseenSince(it.db, AGENCY, { ...unseen, limit: 9 });
      expect(found.map((one) => one.sid)).toEqual(isUnseen ? [sid] : []);
      expect(await countUnmarked(it.db, AGENCY, unseen)).toBe(isUnseen ? 1 : 0);
      await it.set(sid, { missing_since: START });
      expect(await countUnmarked(it.db, AGENCY, unseen)).toBe(0);
      expect(await findUnseenSince(it.db, 'otra@x.example', { ...unseen, limit: 9 })).toEqual([]);
    });

    it('is counted in the days that lists have, as accepted where it was last seen before', async () => {
      await using it = await open(engine, 5, 3);
      const [first = '', second = '', third = ''] = it.sids;
      for (const sid of it.sids) await it.set(sid, { missing_since: START });
      await it.set(first, { last_seen_at: START + 1 });
      await it.set(third, { at: FROM - 1 });
      expect(await countMissing(it.db, AGENCY, { from: FROM, acceptedAt: START + 1 })).toEqual({
        missing: 2,
        unaccepted: 1,
        present: 4,
      });
      await it.set(second, { gone_at: START });
      expect(await countMissing(it.db, AGENCY, { from: FROM, acceptedAt: START + 2 })).toEqual({
        missing: 1,
        unaccepted: 0,
        present: 3,
      });
    });

    it.each([
      [{}, true],
      [{ missing_since: SINCE }, true],
      [{ missing_since: SINCE + 1 }, false],
      [{ missing_since: SINCE + 1, last_seen_at: START - 1 }, true],
      [{ missing_since: SINCE + 1, last_seen_at: START }, false],
      [{ missing_since: null, last_seen_at: START - 1 }, false],
      [{ checked_at: SINCE - 1 }, false],
      [{ checked_at: null }, false],
      [{ at: FROM - 1 }, false],
      [{ gone_at: START }, false],
    ])(
      'is hidden where it was missing before or is accepted, and asked for by this read: %j %s',
      async (values, is) => {
        await using it = await open(engine, 3, 1);
        await it.set(it.sids[0] ?? '', { missing_since: START, checked_at: SINCE, ...values });
        const before = { from: FROM, since: SINCE, before: SINCE, acceptedAt: START, now: SINCE + HOUR };
        expect(await hideMissing(it.db, AGENCY, before)).toBe(is ? 1 : 0);
        expect(await hideMissing(it.db, 'otra@x.example', before)).toBe(0);
      },
    );

    it('is missing since the service first said so, unless a wrong clock noted that', async () => {
      await using it = await open(engine, 3, 1);
      const [sid = ''] = it.sids;
      const note = async (isThere: boolean | undefined, now: number) => {
        await noteAsked(it.db, { agency_key: AGENCY, sid }, { isThere, now });
        const { missing_since, checked_at } = await it.inquiry(sid);
        expect(checked_at).toBe(now);
        return missing_since;
      };
      expect(await note(undefined, START)).toBeNull();
      expect(await note(false, START + 5)).toBe(START + 5);
      expect(await note(false, START + 9)).toBe(START + 5);
      expect(await note(undefined, START + 9)).toBe(START + 5);
      expect(await note(false, START + 5)).toBe(START + 5);
      expect(await note(false, START + 4)).toBe(START + 4);
      expect(await note(true, START + 9)).toBeNull();
    });
  });

  it('inquiries are hidden and shown with their agency a write at a time, erased and earlier ones not', async () => {
    await using it = await open(engine, 30, 2);
    const [earlier = '', erased = ''] = it.sids;
    await it.set(earlier, { gone_at: START - 1 });
    expect([await hideInquiries(it.db, AGENCY, START), await hideInquiries(it.db, AGENCY, START)]).toEqual([
      25, 4,
    ]);
    await it.set(erased, { erased_at: START });
    expect([
      await restoreInquiries(it.db, AGENCY, START),
      await restoreInquiries(it.db, AGENCY, START),
    ]).toEqual([25, 3]);
    expect((await it.inquiry(earlier)).gone_at).toBe(START - 1);
    expect((await it.inquiry(erased)).gone_at).toBe(START);
  });
});
