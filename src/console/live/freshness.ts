/** How well what is shown is known to be complete. */
export interface Freshness {
  /** `live`: arrivals are told of as they come. `asked`: it was asked not long ago. `part`: it lacks some that there are. */
  is: 'live' | 'asked' | 'part' | 'late' | 'lost';
  /** When it was known complete last, ms since 1970. */
  at: number;
}

/** A list that nobody tells of arrivals is asked this often, ms. */
export const ASK_EVERY_MS = 30_000;
/** Two rounds and what an answer may take. */
const LATE_MS = 2 * ASK_EVERY_MS + 15_000;
/** So seldom where arrivals are told of: what was not told of is found too, ms. */
const ASK_LIVE_EVERY_MS = 5 * 60_000;
const FIRST_AGAIN_MS = 10_000;
const LONGEST_AGAIN_MS = 120_000;
/** So often in a row it could not be read. */
const LOST = 2;

interface Standing {
  live: boolean;
  /** When it was read last, ms since 1970. */
  at: number;
  /** Reads that failed since. */
  misses: number;
  online: boolean;
  /** All of it was read. */
  whole: boolean;
  now: number;
}

export function freshnessOf({ live, at, misses, online, whole, now }: Standing): Freshness {
  if (!online || misses >= LOST) return { is: 'lost', at };
  if (misses > 0) return { is: 'late', at };
  if (!whole) return { is: 'part', at };
  if (live) return { is: 'live', at };
  return { is: now - at > LATE_MS ? 'late' : 'asked', at };
}

/** How long to wait until it is asked again, ms. `retryAfterS`: what the answer asked for. */
export function askIn(live: boolean, misses: number, retryAfterS?: number): number {
  if (misses === 0) return live ? ASK_LIVE_EVERY_MS : ASK_EVERY_MS;
  return Math.max(Math.min(LONGEST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** (misses - 1)), (retryAfterS ?? 0) * 1000);
}
