import { describe, expect, it } from 'vitest';
import { END_OF_INSTANTS, FIRST_INSTANT } from '#contract/window.ts';
import type { Engine } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import { AGENCY, HOUR, START, openIndex } from '#testing/index-world.ts';
import { type IndexedAgency, registerIndexedAgency, updateIndexedAgency } from './agencies.ts';
import { checkClock, isErasureAllowed } from './known-time.ts';
import { applyRetention, countRemovable, deleteInquiries } from './removal.ts';

const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

async function open(engine: Engine, count: number) {
  const index = await openIndex(engine);
  const { db, service } = index;
  for (let one = 0; one < count; one++) service.receive(START - one * 1000);
  await index.run();
  const [sid = ''] = service.inquiries.map((one) => one.sid);
  return {
    ...index,
    sid,
    setOne: (values: object) => db.updateTable('inquiry').set(values).where('sid', '=', sid).execute(),
    set: (values: object) => db.updateTable('inquiry').set(values).execute(),
    setAgency: (values: Partial<IndexedAgency>) => updateIndexedAgency(db, AGENCY, values),
    agencies: async () =>
      (await db.selectFrom('indexed_agency').select('agency_key').orderBy('agency_key').execute()).map(
        ({ agency_key }) => agency_key,
      ),
    /** Applies the retention by a clock that was just checked. */
    retain: async (now: number) => {
      await db.updateTable('known_time').set({ at: now }).execute();
      return applyRetention(db, { now, retentionDays: 400 });
    },
    knownTime: () => db.selectFrom('known_time').selectAll().executeTakeFirstOrThrow(),
    [Symbol.asyncDispose]: () => index[Symbol.asyncDispose](),
  };
}

onEachEngine((engine) => {
  it.each([
    [{ at: START - 1 }, 1],
    [{ at: START }, 0],
    [{ at: FIRST_INSTANT, first_seen_at: START }, 1],
    // Implausible dates tell no age: those rows are as old as their arrival.
    [{ at: FIRST_INSTANT - 1, first_seen_at: START - 1 }, 1],
    [{ at: FIRST_INSTANT - 1, first_seen_at: START }, 0],
    [{ at: END_OF_INSTANTS, first_seen_at: START - 1 }, 1],
    [{ at: END_OF_INSTANTS - 1, first_seen_at: START - 1 }, 0],
  ])('an inquiry is older than its day: %j %i', async (values, count) => {
    await using it = await open(engine, 2);
    await it.set({ at: START, first_seen_at: START });
    await it.setOne(values);
    expect(await countRemovable(it.db, { before: START }, 9)).toBe(count);
    expect(await deleteInquiries(it.db, { before: START }, 9)).toBe(count);
    expect(await it.kept()).toHaveLength(2 - count);
  });

  it('inquiries are deleted and counted as many as asked for', async () => {
    await using it = await open(engine, 5);
    expect(await countRemovable(it.db, { before: START + 1 }, 3)).toBe(3);
    expect(await deleteInquiries(it.db, { before: START + 1 }, 3)).toBe(3);
    expect(await deleteInquiries(it.db, { before: START + 1 }, 3)).toBe(2);
  });

  describe('retention', () => {
    it.each([
      [400 * DAY, 3],
      [400 * DAY + 1, 2],
    ])('%i ms after an inquiry leaves %i', async (later, left) => {
      await using it = await open(engine, 3);
      await it.set({ at: START + DAY });
      await it.setOne({ at: START });
      expect(await it.retain(START + later)).toBe(false);
      expect(await it.kept()).toHaveLength(left);
    });

    it.each([
      [WEEK, 3],
      [WEEK + 1, 2],
    ])('%i ms after one was hidden leaves %i', async (later, left) => {
      await using it = await open(engine, 3);
      await it.setOne({ gone_at: START });
      await it.retain(START + later);
      expect(await it.kept()).toHaveLength(left);
    });

    it.each([
      [START, 3],
      [START - 1, 2],
    ])(
      'a week and a moment after one was hidden, by a clock doubted since %i, leaves %i',
      async (doubted, left) => {
        await using it = await open(engine, 3);
        await it.setOne({ gone_at: START - 1 });
        // Less than a tenth is erased by a doubted clock, too.
        for (let more = 0; more < 10; more++) it.service.receive(START - DAY - more);
        await it.db.updateTable('indexed_agency').set({ due_at: 0, full_read_at: null }).execute();
        await it.run();
        await it.setOne({ gone_at: START - 1 });
        await it.db.updateTable('known_time').set({ doubted_since: doubted }).execute();
        await it.retain(START + WEEK);
        expect(await it.kept()).toHaveLength(left + 10);
      },
    );

    it.each([
      [{ gone_at: START - 1, missing_since: START - 1 }, false],
      [{ gone_at: START, missing_since: START }, true],
      [{ gone_at: START - 1, missing_since: null }, true],
      [{ gone_at: null, missing_since: START - 1 }, true],
    ])(
      'a week after an agency was hidden erases it with its finding: %j stays: %s',
      async (values, stays) => {
        await using it = await open(engine, 0);
        await registerIndexedAgency(it.db, 'otra@x.example', START);
        await it.setAgency(values);
        await it.db
          .insertInto('index_finding')
          .values({ kind: 'inquiries', agency_key: AGENCY, missing: 1, total: 1, found_at: START })
          .execute();
        await it.retain(START + WEEK);
        expect(await it.agencies()).toEqual(
          stays ? ['otra@x.example', AGENCY].toSorted() : ['otra@x.example'],
        );
        expect(await it.findings()).toHaveLength(stays ? 1 : 0);
      },
    );

    it('erases in one turn what more than one write takes', async () => {
      await using it = await open(engine, 60);
      expect(await it.retain(START + 401 * DAY)).toBe(false);
      expect(await it.kept()).toEqual([]);
    });
  });

  describe('the clock', () => {
    it.each([
      [DAY, null],
      [DAY + 1, START],
      [-DAY, null],
      [-DAY - 1, START],
    ])('that is %i ms from the service’s is doubted since %s', async (ahead, doubted) => {
      await using it = await open(engine, 0);
      const serviceDate = new Date(START - ahead).toISOString();
      await checkClock(it.db, { now: START, serviceDate });
      expect((await it.knownTime()).doubted_since).toBe(doubted);
      await checkClock(it.db, {
        now: START + HOUR,
        serviceDate: new Date(START + HOUR - 2 * ahead).toISOString(),
      });
      expect((await it.knownTime()).doubted_since).toBe(doubted ?? START + HOUR);
      await checkClock(it.db, { now: START + HOUR, serviceDate: new Date(START + HOUR).toISOString() });
      expect(await it.knownTime()).toEqual({ at: START + HOUR, doubted_since: null });
    });

    it.each([
      [DAY, true],
      [DAY + 1, false],
    ])('without an answer may be %i ms later than before: %s', async (later, isConfirmed) => {
      await using it = await open(engine, 0);
      await checkClock(it.db, { now: START, serviceDate: new Date(START).toISOString() });
      await checkClock(it.db, { now: START + later, serviceDate: undefined });
      expect(await it.knownTime()).toEqual(
        isConfirmed
          ? { at: START + later, doubted_since: null }
          : { at: START, doubted_since: START + later },
      );
    });

    it.each([
      ['doubted', { at: START, doubted_since: START }, START, 2, true],
      ['doubted', { at: START, doubted_since: START }, START, 3, false],
      ['not checked for more than a day', { at: START, doubted_since: null }, START + DAY + 1, 2, true],
      ['not checked for more than a day', { at: START, doubted_since: null }, START + DAY + 1, 3, false],
      ['not checked for a day', { at: START, doubted_since: null }, START + DAY, 99, true],
      ['never checked', { at: 0, doubted_since: null }, START + DAY + 1, 99, true],
    ])('that was %s erases up to a tenth: %j %i %i %s', async (_, known, now, erased, isAllowed) => {
      await using it = await open(engine, 29);
      await it.db.updateTable('known_time').set(known).execute();
      const countErased = async (limit: number) => Math.min(erased, limit);
      expect(await isErasureAllowed(it.db, { now, countErased })).toBe(isAllowed);
      const isFound = !isAllowed && known.doubted_since !== null;
      expect(await it.findings()).toHaveLength(isFound ? 1 : 0);
    });
  });
});
