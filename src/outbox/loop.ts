import type { Engine } from '#database/database.ts';

export interface Loop {
  /** Runs a step now, or once more after the current one. */
  wake(): void;
  /** Starts no further step; resolves when the current one is done. */
  stop(): Promise<void>;
}

/** How soon work that another process queued on PostgreSQL is seen. */
const POSTGRES_WAIT_MS = 1000;

/** `maxWaitMs` of a loop whose work is also queued by other processes: an embedded database has none. */
export function getMaxWaitMs(engine: Engine, sqliteMs: number): number {
  return engine === 'postgres' ? POSTGRES_WAIT_MS : sqliteMs;
}

// Delay after a failed step, for example while the database is unavailable.
const RETRY_DELAY_MS = 1000;

/**
 * Runs `step` on `wake` and at the time that its last run returned (ms since 1970; undefined: no time), but at the
 * latest after `maxWaitMs`. That limit finds work queued by other instances.
 */
export function startLoop(
  step: () => Promise<number | undefined>,
  { now, maxWaitMs, onError }: { now: () => number; maxWaitMs: number; onError: (error: unknown) => void },
): Loop {
  let timer: NodeJS.Timeout | undefined;
  let currentRun: Promise<void> | undefined;
  let isWakeRequested = false;
  let isStopped = false;

  async function run(): Promise<void> {
    let wait = RETRY_DELAY_MS;
    try {
      do {
        isWakeRequested = false;
        const next = await step();
        wait = next === undefined ? maxWaitMs : Math.min(Math.max(next - now(), 0), maxWaitMs);
      } while (isWakeRequested);
    } catch (error) {
      onError(error);
    }
    currentRun = undefined;
    if (!isStopped) timer = setTimeout(wake, wait);
  }

  function wake(): void {
    if (isStopped) return;
    isWakeRequested = true;
    if (currentRun) return;
    clearTimeout(timer);
    currentRun = run();
  }

  wake();
  return {
    wake,
    async stop() {
      isStopped = true;
      isWakeRequested = false;
      clearTimeout(timer);
      await currentRun;
    },
  };
}
