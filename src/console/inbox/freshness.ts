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
/** So often where arrivals are told of: what was not told of is found too, and the gateway reads what is looked at, ms. */
const ASK_LIVE_EVERY_MS = 60_000;
const AGAIN_MS = 10_000;
/** So long it could not be asked: this is no passing failure, ms. */
const LOST_MS = 25_000;

interface Standing {
  live: boolean;
  /** When it was read last, ms since 1970. */
  at: number;
  /** How long it could not be asked since, ms; undefined: the last question was answered. */
  failingMs: number | undefined;
  online: boolean;
  /** All of it was read. */
  whole: boolean;
  now: number;
}

export function computeFreshness({ live, at, failingMs, online, whole, now }: Standing): Freshness {
  if (!online || (failingMs ?? 0) >= LOST_MS) return { is: 'lost', at };
  if (failingMs !== undefined) return { is: 'late', at };
  if (!whole) return { is: 'part', at };
  if (now - at > LATE_MS + (live ? ASK_LIVE_EVERY_MS : 0)) return { is: 'late', at };
  return { is: live ? 'live' : 'asked', at };
}

/** How long to wait until it is asked again, ms. `retryAfterS`: what the answer asked for. */
export function pollDelay(live: boolean, failed: boolean, retryAfterS = 0): number {
  if (failed) return Math.max(AGAIN_MS, retryAfterS * 1000);
  return live ? ASK_LIVE_EVERY_MS : ASK_EVERY_MS;
}
