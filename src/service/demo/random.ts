import { createHash } from 'node:crypto';

/** Seeded random generator: the same seed gives the same sequence. */
export interface DemoRandom {
  /** Returns a number in [0, 1). */
  next(): number;
  /** An integer from `from` to `to`, inclusive. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** A value, chosen by weight. */
  weighted<T>(from: readonly (readonly [T, number])[]): T;
  /** A Poisson-distributed count. */
  count(mean: number): number;
}

export function seededRandom(seed: string): DemoRandom {
  let state = createHash('sha256').update(seed).digest().readUInt32LE();
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick: (from) => getElement(from, Math.floor(next() * from.length)),
    weighted(from) {
      let remaining = next() * from.reduce((sum, [, weight]) => sum + weight, 0);
      const chosen = from.find(([, weight]) => (remaining -= weight) < 0);
      return (chosen ?? getElement(from, from.length - 1))[0];
    },
    count(mean) {
      const limit = Math.exp(-mean);
      let product = next();
      let count = 0;
      while (product > limit) {
        product *= next();
        count += 1;
      }
      return count;
    },
  };
}

function getElement<T>(from: readonly T[], index: number): T {
  if (index < 0 || index >= from.length) throw new RangeError('Nothing to choose from');
  return from[index] as T;
}
