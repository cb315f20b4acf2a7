import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#contract/window.ts';
import { type AskPage, type Days, walkDays } from './walk.ts';

const SIZE = 25;
const LAST = 99;

/** A list that the service would show, of so many entries on each of the days from the first of March. */
function listOf(
  counts: readonly number[],
  fails: (days: Days, page: number) => boolean = () => false,
  says: (total: number) => number | null = (total) => total,
  // Whether the last page that can be asked for says that there would be more.
  tells = true,
) {
  const all = counts
    .flatMap((count, at) => {
      const day = addDays('2026-03-01', at);
      return Array.from({ length: count }, (_, number) => ({ day, id: `${day} ${number}` }));
    })
    .toReversed();
  const asked: (Days & { page: number })[] = [];
  const ask: AskPage<string> = async (days, page) => {
    asked.push({ ...days, page });
    if (fails(days, page)) return undefined;
    const within = all.filter(({ day }) => day >= days.desde && day <= days.hasta);
    const shown = within.slice((page - 1) * SIZE, page * SIZE);
    return {
      entries: shown.map(({ id }) => id),
      size: SIZE,
      full: shown.length === SIZE,
      total: says(within.length),
      more: within.length > page * SIZE && (tells || page < LAST),
    };
  };
  const days = { desde: '2026-03-01', hasta: addDays('2026-03-01', counts.length - 1) };
  const walk = async () => {
    const found = new Set<string>();
    const missing = [];
    for await (const step of walkDays(ask, days))
      if ('missing' in step) missing.push(step.missing);
      else for (const entry of step.page.entries) found.add(entry);
    return { found: [...found], missing };
  };
  return { all: all.map(({ id }) => id), asked, walk };
}

describe('days of inquiries', () => {
  it('are walked to the page without a next one', async () => {
    const { all, asked, walk } = listOf([10, 40, 3]);
    expect(await walk()).toEqual({ found: all, missing: [] });
    expect(asked.map(({ page }) => page)).toEqual([1, 2, 3]);
  });

  it('that fill the last page exactly are whole', async () => {
    const { asked, walk } = listOf([LAST * SIZE]);
    const { found, missing } = await walk();
    expect([found.length, missing, asked.length]).toEqual([LAST * SIZE, [], LAST]);
  });

  it('with more than the last page are split, and nothing is missing or out of order', async () => {
    const counts = [1000, 1000, 1000, 2000];
    const counted = listOf(counts);
    expect(await counted.walk()).toEqual({ found: counted.all, missing: [] });
    // No page is read to learn that there are too many.
    expect(counted.asked.length).toBe(2 + 5000 / SIZE);
    const uncounted = listOf(
      counts,
      () => false,
      () => null,
    );
    expect(await uncounted.walk()).toEqual({ found: uncounted.all, missing: [] });
    expect(Math.max(...uncounted.asked.map(({ page }) => page))).toBe(LAST);
  });

  it('one day that has too many says so', async () => {
    for (const tells of [true, false]) {
      const { walk } = listOf([100, LAST * SIZE + 1, 100], undefined, undefined, tells);
      const { found, missing } = await walk();
      expect(missing).toEqual([{ desde: '2026-03-02', hasta: '2026-03-02', reason: 'too-many' }]);
      expect(found).toHaveLength(200 + LAST * SIZE);
    }
  });

  it('one day that fills the last page may have too many where nothing says that it has not', async () => {
    for (const [says, whole] of [
      [(total: number) => total, true],
      [() => null, false],
    ] as const) {
      const { missing } = await listOf([LAST * SIZE], undefined, says, false).walk();
      expect(missing.length === 0).toBe(whole);
    }
  });

  it('that are not answered say so, whichever page it was', async () => {
    const { walk } = listOf([60], (_, page) => page === 2);
    expect(await walk()).toMatchObject({
      found: { length: 25 },
      missing: [{ desde: '2026-03-01', hasta: '2026-03-01', reason: 'failed' }],
    });
  });

  it('are whole or named as missing, whatever there is', async () => {
    const counts = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 6 });
    // Whatever a service counts: all, nothing, or too much.
    const totals = fc.constantFrom<(total: number) => number | null>(
      (total) => total,
      () => null,
      (total) => total + 100_000,
    );
    await fc.assert(
      fc.asyncProperty(
        counts,
        fc.integer({ min: 0, max: 3 }),
        totals,
        fc.boolean(),
        async (of, failing, says, tells) => {
          let left = failing;
          const { all, walk } = listOf(of, (_, page) => page === 50 && left-- > 0, says, tells);
          const { found, missing } = await walk();
          const lost = all.filter((id) => !found.includes(id)).map((id) => id.slice(0, 10));
          expect(
            lost.filter((day) => !missing.some(({ desde, hasta }) => desde <= day && day <= hasta)),
          ).toEqual([]);
        },
      ),
      { numRuns: 15 },
    );
  });
});
