import type { Clock } from '#system/clock.ts';

/** A claimed piece of work. It ends soon after its signal aborts. */
export type Piece = (signal: AbortSignal) => Promise<unknown>;

/** A kind of work that no request waits for. Its pieces are claimed in the database, so that several processes can do it. */
export interface Work<Name extends string = string> {
  /** Name in logs and documents. */
  readonly name: Name;
  /** Pieces of this process at the same time. */
  readonly concurrency: number;
  /** Longest time between two looks for due pieces, ms: it finds what other processes queued. */
  readonly maxWaitMs: number;
  /** Longest time of a piece, ms; then its signal aborts. */
  readonly timeoutMs: number;
  /** Claims at most `limit` due pieces. */
  claim(limit: number): Promise<readonly Piece[]>;
  /** @returns when the next piece is due, ms since 1970; undefined: none is known */
  findNextDueAt(): Promise<number | undefined>;
  /** Makes work due that is only done at an interval. */
  wake?(): void;
}

/** A failed look for work, or failed work without a time of its own, is repeated after this time. */
export const WORK_RETRY_MS = 1000;

/**
 * Creates work that is done every `intervalMs`, and when it is woken. `run` returns when it wants to be repeated if that is
 * earlier, ms since 1970: with more to do, it returns the current time, and other kinds of work have a turn in between.
 */
export function every<Name extends string>(
  intervalMs: number,
  {
    name,
    clock,
    run,
    timeoutMs = 60_000,
  }: {
    name: Name;
    clock: Pick<Clock, 'now'>;
    run: (signal: AbortSignal) => Promise<number | undefined>;
    timeoutMs?: number;
  },
): Work<Name> {
  let dueAt = -Infinity;
  let isWoken = false;

  async function runOnce(signal: AbortSignal): Promise<void> {
    try {
      const next = await run(signal);
      dueAt = Math.min(next ?? Infinity, clock.now() + intervalMs);
    } catch (error) {
      dueAt = clock.now() + Math.min(WORK_RETRY_MS, intervalMs);
      throw error;
    }
  }

  return {
    name,
    concurrency: 1,
    maxWaitMs: intervalMs,
    timeoutMs,
    async claim() {
      // Later than the interval only where the clock was set back.
      const isDue = isWoken || dueAt <= clock.now() || dueAt > clock.now() + intervalMs;
      if (!isDue) return [];
      isWoken = false;
      return [runOnce];
    },
    findNextDueAt: async () => (isWoken ? clock.now() : dueAt),
    wake() {
      isWoken = true;
    },
  };
}
