import { describe, expect, it } from 'vitest';
import type { Engine } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import { AGENCY, HOUR, START, openIndex } from '#testing/index-world.ts';
import { hideDisassociatedAgency, restoreHeardAgencies, syncAgencies } from './absent-agencies.ts';
import { type IndexedAgency, updateIndexedAgency } from './agencies.ts';
import { INQUIRIES_PER_BATCH } from './store.ts';

const DAY = 24 * HOUR;
const OTHERS = Array.from({ length: 9 }, (_, one) => `agencia${one}@x.example`);
const ALL = [AGENCY, ...OTHERS];

/** An index of ten agencies, one of which has inquiries. */
async function open(engine: Engine, count = 0) {
  const index = await openIndex(engine);
  const { db, service } = index;
  for (let one = 0; one < count; one++) service.receive(START - one * HOUR);
  await index.run();
  const list = (mails: readonly string[], at: number) =>
    syncAgencies(
      db,
      mails.map((adminMail) => ({ adminMail, name: null })),
      at,
    );
  await list(ALL, START - HOUR);
  // An agency counts as known when it was listed before.
  await db
    .updateTable('indexed_agency')
    .set({ added_at: START - HOUR })
    .execute();
  return {
    ...index,
    list,
    set: (key: string, values: Partial<IndexedAgency>) => updateIndexedAgency(db, key, values),
    hidden: async () => {
      const rows = await db
        .selectFrom('indexed_agency')
        .select('agency_key')
        .where('gone_at', 'is not', null)
        .orderBy('agency_key')
        .execute();
      return rows.map(({ agency_key }) => agency_key);
    },
    doubt: (doubted_since: number) => db.updateTable('known_time').set({ doubted_since }).execute(),
    [Symbol.asyncDispose]: () => index[Symbol.asyncDispose](),
  };
}

const without = (count: number) => ALL.slice(0, ALL.length - count);
const last = (count: number) => ALL.slice(ALL.length - count);

onEachEngine((engine) => {
  describe('agencies that lists lack', () => {
    it.each([
      [DAY - 1, 0],
      [DAY, 1],
    ])('for %i ms are hidden: %i', async (later, hidden) => {
      await using it = await open(engine);
      await it.list(without(1), START);
      expect(await it.hidden()).toEqual([]);
      await it.list(without(1), START + later);
      expect(await it.hidden()).toHaveLength(hidden);
    });

    it.each([
      [START + HOUR, 1],
      [START + HOUR + 1, 0],
    ])('for a day while the clock is doubted since %i are hidden: %i', async (doubted, hidden) => {
      await using it = await open(engine);
      await it.list(without(1), START);
      await it.doubt(doubted);
      await it.list(without(1), START + HOUR + DAY);
      expect(await it.hidden()).toHaveLength(hidden);
    });

    it.each([
      [START, 0],
      [START + 1, 1],
    ])(
      'and whose address was gone at %i, after the first of them, are hidden: %i',
      async (denied_at, hidden) => {
        await using it = await open(engine);
        await it.list(without(1), START);
        for (const key of last(1)) await it.set(key, { denied_at });
        await it.list(without(1), START + HOUR);
        expect(await it.hidden()).toHaveLength(hidden);
      },
    );

    it('are hidden up to three within a day, and wait for a person beyond', async () => {
      await using it = await open(engine);
      await it.list(without(3), START);
      await it.list(without(3), START + DAY);
      expect(await it.hidden()).toEqual(last(3));
      expect(await it.findings()).toEqual([]);
      await it.list(without(4), START + DAY + HOUR);
      expect(await it.findings()).toMatchObject([{ kind: 'agencies', missing: 1, total: 7 }]);
      await it.list(without(4), START + 2 * DAY - 1);
      expect(await it.findings()).toHaveLength(1);
      // Those of a day ago do not count any more.
      await it.list(without(4), START + 2 * DAY);
      expect(await it.findings()).toEqual([]);
      expect(await it.hidden()).toEqual(last(3));
      await it.list(without(4), START + 2 * DAY + HOUR);
      expect(await it.hidden()).toEqual(last(4));
    });

    it.each([3, 4])('%i at once: four wait for a person', async (count) => {
      await using it = await open(engine);
      for (const later of [0, DAY, 3 * DAY]) await it.list(without(count), START + later);
      expect(await it.hidden()).toHaveLength(count === 3 ? 3 : 0);
      expect(await it.findings()).toHaveLength(count === 3 ? 0 : 1);
    });

    it('do not count where they were disassociated from here', async () => {
      await using it = await open(engine);
      for (const mail of last(3)) await hideDisassociatedAgency(it.db, mail, START);
      await it.list(without(6), START + HOUR);
      expect(await it.findings()).toEqual([]);
      await it.list(without(6), START + HOUR + DAY);
      expect(await it.hidden()).toEqual(last(6));
    });

    it('are hidden at once where a person accepted a list that lacked them then', async () => {
      await using it = await open(engine);
      await it.list(without(5), START + HOUR);
      expect(await it.decide('accept')).toBe(true);
      for (const mail of last(1)) await it.set(mail, { missing_since: START + HOUR + 1 });
      await it.list(without(5), START + HOUR + 2);
      expect(await it.hidden()).toEqual(last(5).slice(0, 4));
    });

    it('all that were known before wait for a person, whatever is new', async () => {
      await using it = await open(engine);
      await it.db.deleteFrom('indexed_agency').where('agency_key', 'not in', last(2)).execute();
      const added = ['nueva@x.example'];
      await it.list(added, START + HOUR);
      await it.list(added, START + HOUR + DAY);
      expect(await it.hidden()).toEqual([]);
      expect(await it.findings()).toMatchObject([{ missing: 2, total: 3 }]);
    });
  });

  it('an agency is hidden and shown with all of its inquiries', async () => {
    await using it = await open(engine, 60);
    await it.list(OTHERS, START + HOUR);
    await it.list(OTHERS, START + HOUR + DAY);
    expect([await it.hidden(), await it.held()]).toEqual([[AGENCY], []]);
    await it.list(ALL, START + HOUR + DAY);
    expect(await it.hidden()).toEqual([]);
    expect(await it.held()).toHaveLength(60);
    expect(
      await it.db
        .selectFrom('indexed_agency')
        .selectAll()
        .where('agency_key', '=', AGENCY)
        .executeTakeFirst(),
    ).toMatchObject({ missing_since: null, denied_at: null, due_at: START + HOUR + DAY });
  });

  it('an agency is shown again where a webhook told of it, and not where lists lack it', async () => {
    await using it = await open(engine, 3);
    for (const mail of [AGENCY, OTHERS[0] ?? '']) await hideDisassociatedAgency(it.db, mail, START);
    await it.set(AGENCY, { missing_since: null });
    await restoreHeardAgencies(it.db, START + 1);
    expect(await it.hidden()).toEqual([OTHERS[0]]);
    expect(await it.held()).toHaveLength(3);
  });

  it('every agency of a long list is taken up, due now', async () => {
    await using it = await open(engine);
    const many = Array.from({ length: 2 * INQUIRIES_PER_BATCH + 1 }, (_, one) => `mas${one}@x.example`);
    await it.list([...ALL, ...many], START + HOUR);
    const rows = await it.db
      .selectFrom('indexed_agency')
      .select(['due_at', 'added_at'])
      .where('agency_key', 'like', 'mas%')
      .execute();
    expect(rows).toHaveLength(many.length);
    expect(new Set(rows.flatMap(({ due_at, added_at }) => [due_at, added_at]))).toEqual(
      new Set([START + HOUR]),
    );
  });
});
