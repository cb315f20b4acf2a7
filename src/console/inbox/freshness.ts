/** `live`: inquiries are pushed; `partial`: incomplete index; `late`: not confirmed in time; `lost`: polls fail. */
export type Freshness = 'live' | 'polled' | 'partial' | 'late' | 'lost';

const POLL_MS = 30_000;
/** Polls find what was not pushed, and the gateway sweeps polled agencies more often. */
const LIVE_POLL_MS = 60_000;
const POLL_RETRY_MS = 10_000;
const LATE_MS = 2 * POLL_MS + 15_000;
const LOST_MS = 25_000;

interface Input {
  isLive: boolean;
  confirmedAt: number;
  failingMs: number | undefined;
  isOnline: boolean;
  isComplete: boolean;
  now: number;
}

export function computeFreshness({
  isLive,
  confirmedAt,
  failingMs,
  isOnline,
  isComplete,
  now,
}: Input): Freshness {
  if (!isOnline || (failingMs ?? 0) >= LOST_MS) return 'lost';
  if (failingMs !== undefined) return 'late';
  if (!isComplete) return 'partial';
  if (now - confirmedAt > LATE_MS + (isLive ? LIVE_POLL_MS : 0)) return 'late';
  return isLive ? 'live' : 'polled';
}

export function pollDelay(isLive: boolean, hasFailed: boolean, retryAfterS = 0): number {
  if (hasFailed) return Math.max(POLL_RETRY_MS, retryAfterS * 1000);
  return isLive ? LIVE_POLL_MS : POLL_MS;
}
