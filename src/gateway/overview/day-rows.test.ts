import { describe, expect, it } from 'vitest';
import { addDays, listDays } from '#contract/window.ts';
import { cloneDatabase } from '#testing/engines.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { parseInquiriesOfDays, readAnswers, readFigures, readSums } from './day-rows.ts';
import { createFigures, formatFigures } from './figures.ts';
import { ALL_KEY } from './tables.ts';

const FIRST = '2026-01-01';
const period = (days: number) => ({ desde: FIRST, hasta: addDays(FIRST, days - 1) });

describe('figures of a long period are read in pieces, each of them once', () => {
  /** Rows of agencies, by default also of their sum, on each day and those around the period. */
  async function open(agencies: number, days: number) {
    const clone = await cloneDatabase('sqlite', 'gateway');
    const { db, ...database } = await openGatewayDatabase(clone.target);
    const keys = Array.from({ length: agencies }, (_, index) => `a${index}@x.example`);
    const rows = [...keys, ALL_KEY].flatMap((agency_key) =>
      listDays(addDays(FIRST, -1), addDays(FIRST, days)).map((day, index) =>
        Object.assign(formatFigures({ ...createFigures(), inquiries: index }), { agency_key, day }),
      ),
    );
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insertInto('overview_day')
        .values(rows.slice(from, from + 500))
        .execute();
    const dispose = async () => {
      await database.close();
      await clone[Symbol.asyncDispose]();
    };
    return { db, keys, days: listDays(FIRST, addDays(FIRST, days - 1)), [Symbol.asyncDispose]: dispose };
  }

  it.each([
    [19, [19]],
    [20, [20]],
    [21, [20, 1]],
    [41, [20, 20, 1]],
  ])('of all agencies, of %i days: %j', async (count, sizes) => {
    await using it = await open(0, count);
    const pieces = await Array.fromAsync(readFigures(it.db, [ALL_KEY], period(count)));
    expect(pieces.map(({ length }) => length)).toEqual(sizes);
    expect(pieces.flat().map(({ day }) => day)).toEqual(it.days);
  });

  it.each([
    [2, 100, [200]],
    [3, 100, [200, 100]],
    [1, 201, [200, 1]],
    [2, 101, [101, 101]],
  ])('of %i agencies, of %i days: %j', async (agencies, count, sizes) => {
    await using it = await open(agencies, count);
    const pieces = await Array.fromAsync(readFigures(it.db, it.keys, period(count)));
    expect(pieces.map(({ length }) => length)).toEqual(sizes);
    const read = pieces.flat().map(({ agency_key, day }) => `${agency_key} ${day}`);
    expect(read).toEqual(it.keys.flatMap((key) => it.days.map((day) => `${key} ${day}`)));
  });

  it.each([
    ['answers', 20, [20], [20]],
    ['answers', 21, [20, 1], [21]],
    ['sums', 30, [20, 10], [30]],
    ['sums', 31, [20, 11], [30, 1]],
  ])('as %s of %i agencies, of 100 days', async (_, agencies, answers, sums) => {
    await using it = await open(agencies, 100);
    const answered = await Array.fromAsync(readAnswers(it.db, it.keys, period(100)));
    expect(answered.map(({ length }) => length)).toEqual(answers);
    const total = (100 * 101) / 2;
    for (const { inquiries, days } of answered.flat()) {
      expect(inquiries).toBe(total);
      expect(new Map(parseInquiriesOfDays(days))).toEqual(
        new Map(it.days.map((day, index) => [day, index + 1])),
      );
    }
    const summed = await Array.fromAsync(readSums(it.db, it.keys, period(100)));
    expect(summed.map(({ length }) => length)).toEqual(sums);
    expect(summed.flat().map(({ inquiries }) => inquiries)).toEqual(it.keys.map(() => total));
  });
});
