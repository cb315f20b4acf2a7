import type { Kysely } from 'kysely';
import { type RateLimitTables, SharedRateLimiter } from '#database/shared-rate-limiter.ts';

export interface RateLimitResult {
  isAllowed: boolean;
  headers: Record<string, string>;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Limits requests per app and minute, of all instances together. */
export function createRateLimiter(
  db: Kysely<RateLimitTables>,
  { limit, now }: { limit: number; now: () => number },
) {
  const limiter = new SharedRateLimiter(db, { limit, now });
  return {
    /** Counts one request. `headers`: the `RateLimit-*` headers, with `Retry-After` when not allowed. */
    async consume(key: string): Promise<RateLimitResult> {
      const { isAllowed, remaining, endsAt } = await limiter.consume(key);
      const reset = String(Math.max(1, Math.ceil((endsAt - now()) / 1000)));
      const headers = {
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(remaining),
        'ratelimit-reset': reset,
      };
      return { isAllowed, headers: isAllowed ? headers : { ...headers, 'retry-after': reset } };
    },
    /** Undoes `consume` for a replayed request, which the app did not send. */
    refund: (key: string): void => limiter.refund(key),
  };
}
