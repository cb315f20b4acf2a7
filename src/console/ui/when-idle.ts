const LATEST_MS = 3000;

/** Does something once the page has nothing better to do; returns what calls it off. Not every browser knows when that is. */
export function whenIdle(what: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(what, LATEST_MS);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(what, { timeout: LATEST_MS });
  return () => cancelIdleCallback(asked);
}
