const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;

/**
 * A rate limiter per key with fixed windows of a minute. The returned function consumes one call and says whether it is
 * within `limit`. At `MAX_KEYS` the least recently used key is evicted, so that no client is refused because of others.
 */
export function createRateLimiter(limit: number, now: () => number): (key: string) => boolean {
  let minute = 0;
  const counts = new Map<string, number>();
  return (key) => {
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute) counts.clear();
    minute = current;
    const count = (counts.get(key) ?? 0) + 1;
    if (count > limit) return false;
    counts.delete(key);
    const [leastRecentlyUsed] = counts.keys();
    if (counts.size >= MAX_KEYS && leastRecentlyUsed !== undefined) counts.delete(leastRecentlyUsed);
    counts.set(key, count);
    return true;
  };
}
