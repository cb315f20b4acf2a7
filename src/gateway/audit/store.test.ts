import { expect, it } from 'vitest';
import { AUDIT_PAGE } from '#contract/desk/audit.ts';
import { systemRandom } from '#system/random.ts';
import { onBothEngines } from '#testing/engines.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import { completeEntry, createAuditIds, fetchAuditPage, fetchAuditSlice, insertEntry } from './store.ts';

/** Entries per slice. */
const SLICE = 1000;
const ZONE = { timeZone: 'UTC' };

it('ids of entries rise within a millisecond, and have the time of a clock that was set back', () => {
  const [create, other] = [createAuditIds(systemRandom), createAuditIds(systemRandom)];
  const ids = [create(NOON), create(NOON)];
  expect(ids.toSorted()).toEqual(ids);
  // The first ten characters are the time.
  expect(create(NOON - 1).slice(0, 10)).toBe(other(NOON - 1).slice(0, 10));
});

onBothEngines((engine) => {
  async function open() {
    const store = await openGatewayStore(engine);
    const { db } = store;
    const stamp = { now: NOON, createAuditId: createAuditIds(systemRandom) };
    const entry = { person: undefined, address: '192.0.2.1', action: 'signIn' };
    return {
      ...store,
      insert: (status?: number) =>
        insertEntry(db, entry, stamp, status === undefined ? undefined : { status, code: undefined }),
      /** Copies an entry; the ids follow those of the others. */
      copy: async (count: number) => {
        const row = await db.selectFrom('audit').selectAll().limit(1).executeTakeFirstOrThrow();
        const ids = Array.from({ length: count }, () => stamp.createAuditId(NOON));
        for (let from = 0; from < count; from += 500)
          await db
            .insertInto('audit')
            .values(ids.slice(from, from + 500).map((id) => Object.assign({}, row, { id })))
            .execute();
        return ids;
      },
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    };
  }

  it('entries are done below status 400, and refused below 500, in lists and in filters', async () => {
    await using it = await open();
    for (const status of [200, 399, 400, 499, 500, undefined]) await it.insert(status);
    const list = async (outcome?: 'done' | 'refused' | 'failed' | 'unknown') => {
      const { entries } = await fetchAuditPage(it.db, { ...(outcome && { outcome }) }, ZONE);
      return entries.map((entry) => `${entry.status} ${entry.outcome}`);
    };
    const [done, refused] = [
      ['399 done', '200 done'],
      ['499 refused', '400 refused'],
    ];
    expect(await list()).toEqual(['null unknown', '500 failed', ...refused, ...done]);
    expect([await list('done'), await list('refused')]).toEqual([done, refused]);
    expect([await list('failed'), await list('unknown')]).toEqual([['500 failed'], ['null unknown']]);
  });

  it('agency and target of an entry keep 100 characters, without control characters', async () => {
    await using it = await open();
    const text = `A\n\u0000B${'c'.repeat(98)}`;
    const id = await it.insert();
    await completeEntry(it.db, id, { status: 204, code: undefined }, { agency: text, target: text });
    const kept = `A B${'c'.repeat(97)}`;
    const { entries } = await fetchAuditPage(it.db, {}, ZONE);
    expect(entries).toMatchObject([{ agency: kept.toLowerCase(), target: kept }]);
  });

  it('the outcome of an entry is set once', async () => {
    await using it = await open();
    const id = await it.insert();
    for (const status of [204, 500]) await completeEntry(it.db, id, { status, code: undefined }, {});
    expect((await fetchAuditPage(it.db, {}, ZONE)).entries).toMatchObject([{ id, status: 204 }]);
  });

  it('a full page is the last one when nothing is older', async () => {
    await using it = await open();
    const ids = [await it.insert(200), ...(await it.copy(AUDIT_PAGE - 1))].toReversed();
    const list = async (before?: string) => {
      const { entries, more } = await fetchAuditPage(it.db, {}, { ...ZONE, before });
      return [entries.map(({ id }) => id), more];
    };
    expect(await list()).toEqual([ids, false]);
    expect(await list(ids[0])).toEqual([ids.slice(1), false]);
    const newest = await it.insert(200);
    expect(await list()).toEqual([[newest, ...ids.slice(0, -1)], true]);
  });

  it.each([SLICE, SLICE + 1])('an export reads all of %i entries, slice by slice', async (count) => {
    await using it = await open();
    const ids = [await it.insert(200), ...(await it.copy(count - 1))].toReversed();
    const found: string[] = [];
    const sizes: number[] = [];
    let before: string | undefined;
    do {
      const { entries, next } = await fetchAuditSlice(it.db, {}, { ...ZONE, before });
      found.push(...entries.map(({ id }) => id));
      sizes.push(entries.length);
      before = next;
    } while (before !== undefined);
    expect(found).toEqual(ids);
    expect(sizes).toEqual([SLICE, count - SLICE]);
  });
});
