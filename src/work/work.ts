import type { Clock } from '#system/clock.ts';

/**
 * A claimed piece of work. It ends soon after its signal aborts; one whose signal is aborted from the start only gives its claim
 * back.
 */
export type Piece = (signal: AbortSignal) => Promise<unknown>;

/** Pieces that could be claimed now. */
export interface Backlog {
  /** Their number, at most `MAX_COUNTED_PIECES`. */
  due: number;
  /** Time since which the oldest has been due, ms; 0: none is. */
  lateMs: number;
}

/** Counting all pieces of a long queue would take long. */
export const MAX_COUNTED_PIECES = 10_000;

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
  fetchBacklog(): Promise<Backlog>;
  /** Makes work due that is only done at an interval. */
  wake?(): void;
}

/** Reason of the signal of a piece whose process stops. */
export class WorkStoppedError extends Error {
  constructor() {
    super('The process stops');
  }
}

/** Failed looks and failed work without a time of its own are repeated after this time, and work that is due and not done. */
export const WORK_RETRY_MS = 1000;

/**
 * Creates work that is done every `intervalMs`, and when it is woken. `run` returns when it wants to be repeated if that is
 * earlier, ms since 1970. With more to do, it returns the current time: other kinds of work have a turn in between. An earlier
 * time than its start is that of something it could not do, and means a second later. Infinity means not before it is woken.
 */
export function every<Name extends string>(
  intervalMs: number,
  {
    name,
    clock,
    run,
    timeoutMs = 60_000,
    delayMs = 0,
  }: {
    name: Name;
    clock: Pick<Clock, 'now' | 'monotonic' | 'pollInterval'>;
    run: (signal: AbortSignal) => Promise<number | undefined> | Promise<void>;
    timeoutMs?: number;
    /** Time until it is first done. */
    delayMs?: number;
  },
): Work<Name> {
  /** On the monotonic clock: an interval is the same however the clock is set. */
  let dueAt = delayMs > 0 ? clock.monotonic() + delayMs : -Infinity;
  let isWoken = false;

  function computeWait(next: number | undefined, startedAt: number): number {
    if (next === undefined) return clock.pollInterval(intervalMs);
    if (next === Infinity) return Infinity;
    return Math.min(next >= startedAt ? Math.max(next - clock.now(), 0) : WORK_RETRY_MS, intervalMs);
  }

  async function runOnce(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const startedAt = clock.now();
    try {
      const next = await run(signal);
      dueAt = clock.monotonic() + computeWait(next ?? undefined, startedAt);
    } catch (error) {
      dueAt = clock.monotonic() + Math.min(WORK_RETRY_MS, intervalMs);
      throw error;
    }
  }

  return {
    name,
    concurrency: 1,
    maxWaitMs: intervalMs,
    timeoutMs,
    async claim() {
      if (!isWoken && dueAt > clock.monotonic()) return [];
      isWoken = false;
      return [runOnce];
    },
    findNextDueAt: async () => clock.now() + (isWoken ? 0 : dueAt - clock.monotonic()),
    wake() {
      isWoken = true;
    },
    async fetchBacklog() {
      const lateMs = clock.monotonic() - dueAt;
      if (lateMs < 0) return { due: 0, lateMs: 0 };
      // It is due since an unknown time before its first turn.
      return { due: 1, lateMs: Number.isFinite(lateMs) ? lateMs : 0 };
    },
  };
}
