import { describe, expect, it } from 'vitest';
import { onBothEngines } from '#testing/engines.ts';
import { AGENCIES, ZONE, openRecordedIndex, sidAt } from '#testing/recorded-index.ts';
import type { ListRequest } from './conditions.ts';
import { type Cursor, fetchPage } from './lists.ts';
import { PackedNumbers } from '#database/packed-numbers.ts';
import { SearchMatches } from './search-matches.ts';

const MINUTE = 60_000;
const search = (now: number, buscar = 'ana', me = 'me'): ListRequest => ({
  scope: { agencies: undefined, ownInquiriesIn: [], operator: 'me@x.example' },
  filters: { narrowing: { buscar } },
  context: { me, now, zone: ZONE },
});
const isSearch = (statement: string) => /inquiry_words/.test(statement);

onBothEngines((engine) => {
  describe('pages of a search', () => {
    async function openSearch() {
      const world = await openRecordedIndex(engine);
      for (let number = 1; number <= 23; number++)
        await world.put(number, {
          agency: AGENCIES[number % 2],
          name: number % 5 === 0 ? 'Beto' : 'Ana',
        });
      const searches = new SearchMatches(world.now);
      const reads = world.readAs({ key: 'me' });
      const list = search(world.clock.now);
      /** Sids of all pages, with something that happens before each of the later ones. */
      async function fetchPages(beforeNext: (sids: readonly string[]) => unknown = () => {}) {
        const sids: string[] = [];
        let after: Cursor | undefined;
        do {
          const page = await fetchPage(reads, list, { order: 'newest', after, limit: 4, searches });
          sids.push(...page.rows.map(({ sid }) => sid));
          after = page.next;
          if (after) await beforeNext(sids);
        } while (after);
        return sids;
      }
      const all = Array.from({ length: 23 }, (_, index) => index + 1)
        .filter((number) => number % 5 !== 0)
        .map((number) => sidAt(number));
      return { world, fetchPages, all };
    }

    it('are those of one search, which is done once', async () => {
      const { world, fetchPages, all } = await openSearch();
      await using _ = world;
      expect(await fetchPages()).toEqual(all);
      expect(world.takeStatements().filter(isSearch)).toHaveLength(1);
    });

    it('are the same where its matches are no longer kept', async () => {
      const { world, fetchPages, all } = await openSearch();
      await using _ = world;
      const sids = await fetchPages(() => {
        world.clock.now += 11 * MINUTE;
      });
      expect(sids).toEqual(all);
      expect(world.takeStatements().filter(isSearch)).toHaveLength(5);
    });

    it('leave out what matches no longer, and go on where the last row was removed', async () => {
      const { world, fetchPages, all } = await openSearch();
      await using _ = world;
      const removed = new Set([sidAt(4), sidAt(9), sidAt(14)]);
      const sids = await fetchPages(async (listed) => {
        if (listed.length > 4) return;
        for (const sid of removed) await world.db.deleteFrom('inquiry').where('sid', '=', sid).execute();
      });
      // The first page had its last row before.
      expect(sids).toEqual(all.filter((sid) => sid === sidAt(4) || !removed.has(sid)));
    });
  });
});

it('matches of a search are for its person and words, and the oldest ones are dropped', () => {
  let now = 0;
  const searches = new SearchMatches(() => now);
  const matches = (count: number) => new PackedNumbers(new Uint8Array(count * 8));
  const [small, large] = [matches(3), matches(3_999_999)];
  searches.set(search(0), 'newest', small);
  expect(searches.get(search(99), 'newest')).toBe(small);
  for (const other of [search(0, 'beto'), search(0, 'ana', 'other')])
    expect(searches.get(other, 'newest')).toBeUndefined();
  expect(searches.get(search(0), 'oldest')).toBeUndefined();
  now = 9 * MINUTE;
  expect(searches.get(search(0), 'newest')).toBe(small);
  now = 18 * MINUTE;
  expect(searches.get(search(0), 'newest')).toBe(small);
  searches.set(search(0, 'beto'), 'newest', large);
  expect(searches.get(search(0), 'newest')).toBeUndefined();
  expect(searches.get(search(0, 'beto'), 'newest')).toBe(large);
  now = 29 * MINUTE;
  expect(searches.get(search(0, 'beto'), 'newest')).toBeUndefined();
});

it('a search is kept for ten minutes after its last use, and the last four million numbers', () => {
  let now = 0;
  const searches = new SearchMatches(() => now);
  const toList = (buscar: string) => ({
    scope: { agencies: undefined, ownInquiriesIn: [], operator: '' },
    filters: { narrowing: { buscar } },
    context: { me: 'me', now: 0, zone: ZONE },
  });
  const numbers = (length: number) => ({ length }) as PackedNumbers;
  const has = (name: string) => searches.get(toList(name), 'newest') !== undefined;
  searches.set(toList('a'), 'newest', numbers(1));
  for (const wait of [10 * MINUTE, 10 * MINUTE]) {
    now += wait;
    expect(has('a')).toBe(true);
  }
  now += 10 * MINUTE + 1;
  expect(has('a')).toBe(false);
  searches.set(toList('b'), 'newest', numbers(2_000_000));
  searches.set(toList('c'), 'newest', numbers(2_000_000));
  expect([has('b'), has('c')]).toEqual([true, true]);
  searches.set(toList('d'), 'newest', numbers(1));
  expect([has('b'), has('c'), has('d')]).toEqual([false, true, true]);
});
