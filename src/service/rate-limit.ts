const WINDOW_MS = 60_000;

export interface Allowance {
  allowed: boolean;
  headers: Record<string, string>;
}

/** Counts requests of each app in windows of one minute, in this process. */
// decided: each instance counts by itself; a shared count would cost a write to PostgreSQL for every request.
export function createRateLimit(limit: number) {
  const windows = new Map<string, { endsAt: number; used: number }>();
  return {
    /** Takes one request of the app; `headers` are the RateLimit ones, with `Retry-After` when refused. */
    take(key: string, now: number): Allowance {
      let window = windows.get(key);
      if (!window || now >= window.endsAt) {
        window = { endsAt: now + WINDOW_MS, used: 0 };
        windows.set(key, window);
      }
      const allowed = window.used < limit;
      if (allowed) window.used += 1;
      const reset = String(Math.max(1, Math.ceil((window.endsAt - now) / 1000)));
      const headers = {
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(limit - window.used),
        'ratelimit-reset': reset,
      };
      return { allowed, headers: allowed ? headers : { ...headers, 'retry-after': reset } };
    },
    /** Gives back a request that turned out not to be the app's own. */
    giveBack(key: string): void {
      const window = windows.get(key);
      if (window) window.used -= 1;
    },
  };
}
