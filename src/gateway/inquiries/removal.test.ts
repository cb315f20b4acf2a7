import { describe, expect, it } from 'vitest';
import { END_OF_INSTANTS, FIRST_INSTANT } from '#contract/window.ts';
import type { Engine } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import { HOUR, START, openIndex } from '#testing/index-world.ts';
import { checkClock, isErasureAllowed } from './known-time.ts';
import { countRemovable, deleteInquiries } from './removal.ts';

const DAY = 24 * HOUR;

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

  it.each([
    [START - 1, 1],
    [START, 0],
    [null, 0],
  ])('an inquiry that was hidden at %s is removed with those hidden before: %i', async (gone_at, count) => {
    await using it = await open(engine, 2);
    await it.setOne({ gone_at });
    expect(await countRemovable(it.db, { goneBefore: START }, 9)).toBe(count);
    expect(await deleteInquiries(it.db, { goneBefore: START }, 9)).toBe(count);
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
