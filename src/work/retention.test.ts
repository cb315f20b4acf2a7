import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { createManualClock } from '#testing/manual-clock.ts';
import { type RetentionRule, createRetention } from './retention.ts';
import { every } from './work.ts';
import { Worker } from './worker.ts';

interface Tables {
  big: object;
  broken: object;
  small: object;
}

const MINUTE = 60_000;

/** A worker with rules over rows that are only counted. */
function open(
  rows: Partial<Record<keyof Tables, number>>,
  { isErasureAllowed, msPerRow = 0 }: { isErasureAllowed?: () => Promise<boolean>; msPerRow?: number } = {},
) {
  const clock = createManualClock();
  let workedMs = 0;
  const sizes: number[] = [];
  const slices: string[] = [];
  const logged: object[] = [];
  const log = {
    info: (line: object) => void logged.push(line),
    error: ({ table }: { table: string }) => void logged.push({ failed: table }),
  };
  const rule = (table: keyof Tables): RetentionRule<Tables> => ({
    tables: [table],
    count: async (_db, _now, limit) => Math.min(rows[table] ?? 0, limit),
    rows: 10,
    async erase(_db, _now, limit) {
      slices.push(table);
      sizes.push(limit);
      workedMs += limit * msPerRow;
      if (table === 'broken') throw new Error('x');
      const erased = Math.min(rows[table] ?? 0, limit);
      rows[table] = (rows[table] ?? 0) - erased;
      return { rows: erased, hasMore: erased === limit };
    },
  });
  // It erases also while the clock is doubted.
  const { count: _, ...small } = rule('small');
  const worker = new Worker({ clock, log: log as never });
  worker.add(
    createRetention(
      {
        db: undefined as unknown as Kysely<Tables>,
        clock: { ...clock, monotonic: () => clock.monotonic() + workedMs },
        rules: [rule('big'), rule('broken'), small],
        ...(isErasureAllowed && { isErasureAllowed }),
      },
      log as never,
    ),
  );
  worker.start();
  return { clock, worker, rows, slices, sizes, logged };
}

it('each rule has its turn, a slice at a time, and what was erased is logged once', async () => {
  const { clock, rows, slices, logged, worker } = open({ big: 25, small: 5 });
  await clock.advance(MINUTE);
  expect(slices).toEqual(['big', 'broken', 'small', 'big', 'small', 'big', 'big', 'big', 'big']);
  expect(rows).toMatchObject({ big: 0, small: 0 });
  expect(logged).toEqual([{ failed: 'broken' }, { rows: { big: 25, small: 5 } }]);
  await clock.advance(8 * MINUTE);
  expect(slices).toHaveLength(9);
  rows.big = 3;
  await clock.advance(2 * MINUTE);
  expect([rows.big, logged.at(-1)]).toEqual([0, { rows: { big: 3 } }]);
  await worker.stop();
});

it('other work has its turn between two slices, and none begins after a stop', async () => {
  const { clock, worker, slices } = open({ big: 1000 });
  const turns: number[] = [];
  worker.add(every(20, { name: 'other', clock, run: async () => void turns.push(slices.length) }));
  await clock.advance(200);
  expect(turns.length).toBeGreaterThan(5);
  expect(new Set(turns).size).toBeGreaterThan(5);
  const stopped = worker.stop();
  const before = slices.length;
  await clock.advance(10 * MINUTE);
  await stopped;
  expect(slices).toHaveLength(before);
});

it.each([
  { msPerRow: 0.74, expected: [3, 4, 5, 5] },
  { msPerRow: 0.75, expected: [3, 4, 4, 4] },
  { msPerRow: 3, expected: [3, 2, 2, 2] },
  { msPerRow: 3.01, expected: [3, 2, 1, 1] },
])('slices with $msPerRow ms a row have $expected rows', async ({ msPerRow, expected }) => {
  const { clock, worker, sizes, slices } = open({ big: 1000 }, { msPerRow });
  await clock.advance(1000);
  expect(sizes.filter((_, index) => slices[index] === 'big').slice(0, 4)).toEqual(expected);
  await worker.stop();
});

it('a doubted clock erases only what is of no use', async () => {
  const { clock, worker, rows } = open({ big: 5, small: 5 }, { isErasureAllowed: async () => false });
  await clock.advance(MINUTE);
  expect(rows).toEqual({ big: 5, small: 0 });
  await worker.stop();
});

it('old rows are looked for every ten minutes', async () => {
  const world = open({});
  await world.clock.advance(1000);
  const once = world.slices.length;
  await world.clock.advance(10 * MINUTE - 1001);
  expect(world.slices).toHaveLength(once);
  await world.clock.advance(1001);
  expect(world.slices).toHaveLength(2 * once);
  await world.worker.stop();
});
