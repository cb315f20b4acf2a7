import type { Engine } from '#database/database.ts';
import type { Part } from '#work/part.ts';

export interface Loop extends Part {
  start(): void;
  /** Runs a step now, or once more after the current one; before `start` it does nothing. */
  wake(): void;
  /** Starts no further step, and aborts the signal of the current one; resolves when it is done. */
  stop(): Promise<void>;
}

/** Work that another process queued on PostgreSQL is seen after this time. */
const POSTGRES_WAIT_MS = 1000;

/** `maxWaitMs` of a loop whose work is also queued by other processes: an embedded database has none. */
export function getMaxWaitMs(engine: Engine, sqliteMs: number): number {
  return engine === 'postgres' ? POSTGRES_WAIT_MS : sqliteMs;
}

/**
 * `begin` of a loop that ends the claims of earlier processes: an embedded database has one process, and what another one had
 * begun would wait for the end of its lease. decided: on PostgreSQL the rows of jobs and mails of a killed process wait up to
 * 60 s, and its resends 30 s, for the end of their lease, because they could be sent twice if it were alive. Deliveries and
 * checks of invitations do no harm when they are repeated, and are released as soon as its connection ends.
 */
export function endEarlierLeases(
  engine: Engine,
  endLeases: () => Promise<unknown>,
): (() => Promise<unknown>) | undefined {
  return engine === 'sqlite' ? endLeases : undefined;
}

// Delay after a failed step, for example while the database is unavailable.
const LOOP_RETRY_DELAY_MS = 1000;

/**
 * Runs `step` on `wake` and at the time that its last run returned (ms since 1970; undefined: no time), but at the
 * latest after `maxWaitMs`. That limit finds work queued by other instances. A step with much to do ends early when its
 * signal aborts. `begin` comes before the first step, and again after it failed.
 */
export function createLoop(
  step: (signal: AbortSignal) => Promise<number | undefined>,
  {
    now,
    maxWaitMs,
    begin,
    onError,
  }: {
    now: () => number;
    maxWaitMs: number;
    begin?: (() => Promise<unknown>) | undefined;
    onError: (error: unknown) => void;
  },
): Loop {
  let isStarted = false;
  let hasBegun = false;
  let timer: NodeJS.Timeout | undefined;
  let currentRun: Promise<void> | undefined;
  let isWakeRequested = false;
  const stopController = new AbortController();
  const { signal } = stopController;

  async function run(): Promise<void> {
    let wait = LOOP_RETRY_DELAY_MS;
    try {
      if (!hasBegun) await begin?.();
      hasBegun = true;
      do {
        isWakeRequested = false;
        const next = await step(signal);
        wait = next === undefined ? maxWaitMs : Math.min(Math.max(next - now(), 0), maxWaitMs);
      } while (isWakeRequested);
    } catch (error) {
      onError(error);
    }
    currentRun = undefined;
    if (!signal.aborted) timer = setTimeout(wake, wait);
  }

  function wake(): void {
    if (!isStarted || signal.aborted) return;
    isWakeRequested = true;
    if (currentRun) return;
    clearTimeout(timer);
    currentRun = run();
  }

  return {
    start() {
      isStarted = true;
      wake();
    },
    wake,
    async stop() {
      stopController.abort();
      isWakeRequested = false;
      clearTimeout(timer);
      await currentRun;
    },
  };
}
