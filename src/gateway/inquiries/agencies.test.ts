import { describe, expect, it } from 'vitest';
import type { Engine } from '#database/database.ts';
import { createTestClock } from '#testing/clocks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { EVERYTHING } from '#gateway/inquiries/scope.ts';
import { AGENCY, START, openIndex } from '#testing/index-world.ts';
import {
  type IndexedAgency,
  RATE_LIMITED,
  clampFutureTimes,
  createSweepClaims,
  fetchIndexed,
  registerIndexedAgency,
  scheduleNextSweep,
  scheduleSweepOnChange,
  scheduleSweeps,
  updateIndexedAgency,
  watchAgencies,
} from './agencies.ts';

const MINUTE = 60_000;
const OTHER = 'otra@x.example';

async function open(engine: Engine) {
  const index = await openIndex(engine);
  const { db, database } = index;
  await registerIndexedAgency(db, OTHER, START);
  await db.updateTable('indexed_agency').set({ due_at: START }).execute();
  const get = (key: string): Promise<IndexedAgency> =>
    db.selectFrom('indexed_agency').selectAll().where('agency_key', '=', key).executeTakeFirstOrThrow();
  /** Claims as a process has them that has just started. */
  const openClaims = (now: number) => createSweepClaims(database, { now: () => now, monotonic: () => now });
  return {
    db,
    get,
    set: (key: string, values: Partial<IndexedAgency>) => updateIndexedAgency(db, key, values),
    claim: async (now: number) => {
      const [agency] = await openClaims(now).claim(1);
      return agency?.agency_key;
    },
    findNextDueAt: (now: number) => openClaims(now).findNextDueAt(),
    clientName: database.clientName,
    [Symbol.asyncDispose]: () => index[Symbol.asyncDispose](),
  };
}

onEachEngine((engine) => {
  describe('the claim of an agency', () => {
    it('is given when it is due and not claimed, and no longer than its lease', async () => {
      await using it = await open(engine);
      await it.set(OTHER, { due_at: START + 14 * MINUTE });
      await it.set(AGENCY, { due_at: START + 1 });
      expect(await it.claim(START)).toBeUndefined();
      expect(await it.claim(START + 1)).toBe(AGENCY);
      expect(await it.get(AGENCY)).toMatchObject({
        claimed_until: START + 1 + MINUTE,
        claimed_by: it.clientName,
      });
      expect(await it.claim(START + MINUTE)).toBeUndefined();
      expect(await it.claim(START + MINUTE + 1)).toBe(AGENCY);
    });

    it('is given although a process that is gone has it, and never for a hidden agency', async () => {
      await using it = await open(engine);
      await it.set(OTHER, { gone_at: START });
      await it.set(AGENCY, { claimed_until: START + MINUTE, claimed_by: 'a killed process' });
      // On PostgreSQL it is gone when it had no connection for a while.
      const claimed = engine === 'sqlite' ? await it.claim(START) : AGENCY;
      expect(claimed).toBe(AGENCY);
      expect(await it.claim(START)).toBeUndefined();
      expect((await fetchIndexed(it.db, EVERYTHING)).map(({ agency_key }) => agency_key)).toEqual([AGENCY]);
    });

    it.each([
      [START + 1, 5 * MINUTE - 1, AGENCY],
      [START + 1, 5 * MINUTE + 1, OTHER],
      [START, 0, OTHER],
    ])(
      'goes to the one that waits longest; an inbox open until %i has a lead of 5 min: behind by %i ms, %s',
      async (watched_until, behind, claimed) => {
        await using it = await open(engine);
        await it.set(AGENCY, { watched_until, due_at: START });
        await it.set(OTHER, { due_at: START - behind - (watched_until === START ? 1 : 0) });
        expect(await it.claim(START)).toBe(claimed);
      },
    );

    it('can be had next when the first shown agency is due, or its claim ends', async () => {
      await using it = await open(engine);
      await it.set(AGENCY, { due_at: START + 1, claimed_by: it.clientName, claimed_until: START + 9 });
      await it.set(OTHER, { due_at: START + 7 });
      expect(await it.findNextDueAt(START)).toBe(START + 7);
      await it.set(OTHER, { gone_at: START });
      expect(await it.findNextDueAt(START)).toBe(START + 9);
      await it.set(AGENCY, { gone_at: START, claimed_by: null, claimed_until: null });
      expect(await it.findNextDueAt(START)).toBeUndefined();
    });
  });

  describe('the next sweep of an agency', () => {
    it.each([
      [START, 5 * MINUTE],
      [START + 1, MINUTE],
    ])('whose inbox is open until %i is due in %i ms', async (watched_until, wait) => {
      await using it = await open(engine);
      await it.set(AGENCY, { watched_until });
      await scheduleNextSweep(
        it.db,
        await it.get(AGENCY),
        createTestClock(() => START),
      );
      expect(await it.get(AGENCY)).toMatchObject({ due_at: START + wait });
      expect((await it.get(OTHER)).due_at).toBe(START);
    });

    it.each([
      [null, true, true],
      [null, false, false],
      ['status 500', true, false],
      ['status 500', false, true],
      [RATE_LIMITED, true, false],
      [RATE_LIMITED, false, false],
    ])(
      'that last said %s is due now after a read that failed (%s): %s',
      async (failure, hasFailed, isDue) => {
        await using it = await open(engine);
        await it.set(AGENCY, { failure, due_at: START + MINUTE });
        expect(await scheduleSweepOnChange(it.db, AGENCY.toUpperCase(), { hasFailed, now: START })).toBe(
          isDue,
        );
        expect((await it.get(AGENCY)).due_at).toBe(isDue ? START : START + MINUTE);
        expect(await scheduleSweepOnChange(it.db, 'nadie@x.example', { hasFailed, now: START })).toBe(false);
      },
    );

    it.each([
      [{ swept_at: START - 1 }, true],
      [{ swept_at: START }, false],
      [{ swept_at: null }, true],
      [{ swept_at: null, failure: 'status 500' }, true],
      [{ swept_at: null, failure: RATE_LIMITED }, false],
    ])('of all agencies of a scope, read before a time, is due now: %j %s', async (values, isDue) => {
      await using it = await open(engine);
      for (const key of [AGENCY, OTHER]) await it.set(key, { ...values, due_at: START + MINUTE });
      const scope = { ...EVERYTHING, agencies: [AGENCY] };
      await scheduleSweeps(it.db, scope, { before: START, now: START });
      expect((await it.get(AGENCY)).due_at).toBe(isDue ? START : START + MINUTE);
      expect((await it.get(OTHER)).due_at).toBe(START + MINUTE);
      // An agency that is due already keeps its place.
      await it.set(AGENCY, { due_at: START - 1 });
      await scheduleSweeps(it.db, scope, { before: START, now: START });
      expect((await it.get(AGENCY)).due_at).toBe(START - 1);
    });

    it('comes sooner, never later, where its inbox is opened', async () => {
      await using it = await open(engine);
      await it.set(AGENCY, { due_at: START + 9 });
      await it.set(OTHER, { due_at: START + 3 });
      await watchAgencies(it.db, EVERYTHING, { until: START + 20, at: START + 5 });
      expect(await it.get(AGENCY)).toMatchObject({ due_at: START + 5, watched_until: START + 20 });
      expect(await it.get(OTHER)).toMatchObject({ due_at: START + 3, watched_until: START + 20 });
      await watchAgencies(it.db, { ...EVERYTHING, agencies: [OTHER] }, { until: START + 30, at: START });
      expect(await it.get(AGENCY)).toMatchObject({ due_at: START + 5, watched_until: START + 20 });
    });
  });

  it.each([
    [15 * MINUTE, false],
    [15 * MINUTE + 1, true],
  ])('times %i ms ahead are taken for those of a wrong clock: %s', async (ahead, isWrong) => {
    await using it = await open(engine);
    const at = START + ahead;
    const clamped = { due_at: at, watched_until: at };
    const forgotten = {
      swept_at: at,
      full_read_at: at,
      full_read_started_at: at,
      missing_since: at,
      denied_at: at,
    };
    for (const [name, stored] of Object.entries({ ...clamped, ...forgotten })) {
      await it.set(AGENCY, { [name]: stored });
      await clampFutureTimes(it.db, START);
      const expected = isWrong ? (name in clamped ? START : null) : at;
      expect(await it.get(AGENCY)).toMatchObject({ [name]: expected });
      await it.set(AGENCY, { [name]: name in clamped ? START : null });
    }
  });

  it('an agency that is registered again is shown and due now only where it was hidden', async () => {
    await using it = await open(engine);
    const marks = { missing_since: START - 1, denied_at: START - 1, due_at: START + MINUTE };
    await it.set(AGENCY, marks);
    expect(await registerIndexedAgency(it.db, AGENCY.toUpperCase(), START)).toBe(false);
    expect(await it.get(AGENCY)).toMatchObject(marks);
    await it.set(AGENCY, { gone_at: START });
    expect(await registerIndexedAgency(it.db, AGENCY.toUpperCase(), START)).toBe(true);
    expect(await it.get(AGENCY)).toMatchObject({ missing_since: null, denied_at: null, due_at: START });
    expect(await registerIndexedAgency(it.db, 'nueva@x.example', START)).toBe(true);
    expect(await it.get('nueva@x.example')).toMatchObject({ due_at: START, added_at: START, gone_at: null });
  });
});
