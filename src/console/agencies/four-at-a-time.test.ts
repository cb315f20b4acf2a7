import { expect, it } from 'vitest';
import { atMost } from './four-at-a-time.ts';

const never = new AbortController().signal;

function started() {
  const ends: (() => void)[] = [];
  const run = () => new Promise<number>((resolve) => ends.push(() => resolve(ends.length)));
  return { ends, run };
}

/** Lets everything that can go on do so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('starts so many, and each of the others when one has ended', async () => {
  const four = atMost(4);
  const { ends, run } = started();
  const all = Array.from({ length: 6 }, () => four(never, run));
  await settled();
  expect(ends).toHaveLength(4);
  ends[1]?.();
  await settled();
  expect(ends).toHaveLength(5);
  for (const at of [0, 2, 3, 4]) ends[at]?.();
  await settled();
  ends[5]?.();
  expect(await Promise.all(all)).toHaveLength(6);
});

it('goes on after one that failed', async () => {
  const one = atMost(1);
  await expect(one(never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await one(never, () => Promise.resolve(7))).toBe(7);
});

it('forgets those that are not wanted any more', async () => {
  const one = atMost(1);
  const { ends, run } = started();
  const first = one(never, run);
  const unwanted = new AbortController();
  const left = one(unwanted.signal, run);
  const last = one(never, run);
  unwanted.abort();
  await expect(left).rejects.toThrow('aborted');
  ends[0]?.();
  await first;
  await settled();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await last;
});
