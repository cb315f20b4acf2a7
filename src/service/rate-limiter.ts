const WINDOW_MS = 60_000;

export interface RateLimitResult {
  isAllowed: boolean;
  headers: Record<string, string>;
}

/** Fixed-window rate limiter: requests per app and minute, counted in this process. */
// decided: instances count separately; a shared count would cost a PostgreSQL write per request.
export function createRateLimiter(limit: number) {
  const windows = new Map<string, { endsAt: number; used: number }>();
  return {
    /** Counts one request. `headers`: the `RateLimit-*` headers, with `Retry-After` when not allowed. */
    consume(key: string, now: number): RateLimitResult {
      let window = windows.get(key);
      if (!window || now >= window.endsAt) {
        window = { endsAt: now + WINDOW_MS, used: 0 };
        windows.set(key, window);
      }
      const isAllowed = window.used < limit;
      if (isAllowed) window.used += 1;
      const reset = String(Math.max(1, Math.ceil((window.endsAt - now) / 1000)));
      const headers = {
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(limit - window.used),
        'ratelimit-reset': reset,
      };
      return { isAllowed, headers: isAllowed ? headers : { ...headers, 'retry-after': reset } };
    },
    /** Undoes `consume` for a replayed request, which the app did not send. */
    refund(key: string): void {
      const window = windows.get(key);
      if (window) window.used -= 1;
    },
  };
}
