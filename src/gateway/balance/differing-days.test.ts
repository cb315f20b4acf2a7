import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, listDays } from '#contract/window.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { bisectDays } from './differing-days.ts';

const FIRST = '2026-01-01';
const LAST = addDays(FIRST, 90);

/** A service that has `absent` inquiries more than the index, by day. */
function createCounts(absent: Record<string, number>) {
  const calls: string[] = [];
  const fetchCounts = async ({ desde, hasta }: { desde: string; hasta: string }) => {
    calls.push(`${desde} ${hasta}`);
    const days = listDays(desde, hasta);
    const index = days.length * 3;
    const service = days.reduce((sum, day) => sum + 3 + (absent[day] ?? 0), 0);
    return { service, index, arriving: 0, missing: 0, erased: 0 };
  };
  return { calls, fetchCounts };
}

const search = (absent: Record<string, number>) => {
  const { calls, fetchCounts } = createCounts(absent);
  return { calls, found: bisectDays({ desde: FIRST, hasta: LAST }, fetchCounts) };
};

it('days without a difference take one call', async () => {
  const { calls, found } = search({});
  expect(await found).toEqual([]);
  expect(calls).toEqual([`${FIRST} ${LAST}`]);
});

it.each([FIRST, LAST, addDays(FIRST, 45)])(
  'one day that differs, %s, is found by at most 8 calls',
  async (day) => {
    const { calls, found } = search({ [day]: 2 });
    expect(await found).toMatchObject([{ from: day, to: day, made: 5, inbox: 3, absent: 2, surplus: 0 }]);
    expect(calls.length).toBeLessThanOrEqual(8);
  },
);

it('all days that lack inquiries are found, as long as 40 calls tell them apart', async () => {
  const day = fc.integer({ min: 0, max: 90 }).map((days) => addDays(FIRST, days));
  await fc.assert(
    fc.asyncProperty(fc.dictionary(day, fc.integer({ min: 1, max: 5 }), { maxKeys: 5 }), async (absent) => {
      const { calls, found } = search(absent);
      const days = await found;
      expect(calls.length).toBeLessThanOrEqual(40);
      expect(Object.fromEntries(days.map(({ from, absent: count }) => [from, count]))).toEqual(absent);
      expect(days.every(({ from, to }) => from === to)).toBe(true);
    }),
    { numRuns: propertyRuns(100, 2000) },
  );
});

it('after 40 calls the days that are left are named together', async () => {
  const { calls, found } = search(Object.fromEntries(listDays(FIRST, LAST).map((day) => [day, 1])));
  const days = await found;
  expect(calls).toHaveLength(40);
  expect(days.reduce((sum, { absent }) => sum + absent, 0)).toBe(91);
  expect(days.some(({ from, to }) => from < to)).toBe(true);
});
