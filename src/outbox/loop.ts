export interface Loop {
  /** Something may be due: look now. */
  wake(): void;
  /** No further step is begun; resolves when the one in progress is done. */
  stop(): Promise<void>;
}

// After a step that failed, as while the database is away.
const AFTER_FAILURE_MS = 1000;

/**
 * Runs a step whenever it is woken, and when what it says comes due: instead of asking often whether there is work.
 * The step returns when it wants to run next, in milliseconds since 1970; `longestMs` is the longest wait all the same.
 */
export function startLoop(
  step: () => Promise<number | undefined>,
  { now, longestMs, failed }: { now: () => number; longestMs: number; failed: (error: unknown) => void },
): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let woken = false;
  let stopped = false;

  async function run(): Promise<void> {
    let wait = AFTER_FAILURE_MS;
    try {
      do {
        woken = false;
        const next = await step();
        wait = next === undefined ? longestMs : Math.min(Math.max(next - now(), 0), longestMs);
      } while (woken);
    } catch (error) {
      failed(error);
    }
    running = undefined;
    if (!stopped) timer = setTimeout(wake, wait);
  }

  function wake(): void {
    if (stopped) return;
    woken = true;
    if (running) return;
    clearTimeout(timer);
    running = run();
  }

  wake();
  return {
    wake,
    async stop() {
      stopped = true;
      woken = false;
      clearTimeout(timer);
      await running;
    },
  };
}
