const MINUTE_MS = 60_000;
const MOST_KEYS = 10_000;

/**
 * Counts what happens by a key, a minute at a time: true while no more than `limit` happened in the present one. With
 * too many keys the count of the least recently used one is forgotten: nobody is refused for what others do.
 */
export function perMinute(limit: number, now: () => number): (key: string) => boolean {
  let minute = 0;
  const counts = new Map<string, number>();
  return (key) => {
    const present = Math.floor(now() / MINUTE_MS);
    if (present !== minute) counts.clear();
    minute = present;
    const count = (counts.get(key) ?? 0) + 1;
    if (count > limit) return false;
    counts.delete(key);
    const [leastUsed] = counts.keys();
    if (counts.size >= MOST_KEYS && leastUsed !== undefined) counts.delete(leastUsed);
    counts.set(key, count);
    return true;
  };
}
