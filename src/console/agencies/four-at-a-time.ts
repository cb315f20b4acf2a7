/** Runs what it is given, so many at a time; the others wait their turn, or leave when they are not wanted any more. */
export function atMost(most: number) {
  let running = 0;
  const waiting = new Set<() => void>();
  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(begin);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(begin);
    });
  const next = () => {
    const [begin] = waiting;
    if (!begin) {
      running -= 1;
      return;
    }
    waiting.delete(begin);
    begin();
  };
  return async <Value>(signal: AbortSignal, run: () => Promise<Value>): Promise<Value> => {
    signal.throwIfAborted();
    if (running >= most) await turn(signal);
    else running += 1;
    try {
      return await run();
    } finally {
      next();
    }
  };
}
