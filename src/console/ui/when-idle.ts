const MAX_WAIT_MS = 3000;

/** Safari has no `requestIdleCallback`, and waits `MAX_WAIT_MS`. @returns a function that cancels it */
export function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: MAX_WAIT_MS });
  return () => cancelIdleCallback(handle);
}
