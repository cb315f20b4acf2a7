import type { Clock } from '#system/clock.ts';
import type { Owner, Timeline } from './timeline.ts';

/** The clock of a machine, which may be wrong. */
export interface MachineClock {
  /** Milliseconds by which it is ahead. */
  offset: number;
  /** True once it was wrong: times that were stored say little. */
  wasWrong?: boolean;
}

const never = new Promise<never>(() => {});

/** One run of a program, from its start until it stops or crashes. After that nothing of it happens any more. */
export class SimulatedProcess implements Owner {
  readonly name: string;
  readonly timeline: Timeline;
  readonly clock: Clock;
  isAlive = true;
  /** Steps until it crashes; undefined: it does not. */
  stepsLeft: number | undefined;
  readonly startedAt: number;
  endedAt: number | undefined;
  /** Time at which it was told to stop. */
  stopsSince: number | undefined;
  readonly #listeners: (() => void)[] = [];
  readonly #onCrash: (process: SimulatedProcess) => void;

  constructor(
    name: string,
    {
      timeline,
      machine,
      onCrash,
    }: { timeline: Timeline; machine: MachineClock; onCrash: (process: SimulatedProcess) => void },
  ) {
    this.name = name;
    this.timeline = timeline;
    this.startedAt = timeline.now;
    this.#onCrash = onCrash;
    this.clock = createClock(this, machine);
  }

  /** Does one thing that a crash may come before or after: a statement, a call. */
  async step<T>(run: () => T): Promise<Awaited<T>> {
    if (!this.isAlive) return never;
    if (this.stepsLeft !== undefined && (this.stepsLeft -= 1) < 0) {
      this.crash();
      return never;
    }
    return await run();
  }

  crash(): void {
    if (!this.isAlive) return;
    this.timeline.note(`${this.name} crashes`);
    this.end();
    this.#onCrash(this);
  }

  /** Calls `listener` when it ended, by a crash or after a stop. */
  onEnd(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Ends it after a stop. */
  end(): void {
    this.isAlive = false;
    this.endedAt = this.timeline.now;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}

function createClock(process: SimulatedProcess, machine: MachineClock): Clock {
  const { timeline } = process;
  const setTimer = (callback: () => void, ms: number) => timeline.schedule(ms, process, callback);
  return {
    now: () => Math.floor(timeline.now + machine.offset),
    monotonic: () => timeline.now,
    setTimer,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error);
        const onAbort = () => {
          cancel();
          reject(signal?.reason as Error);
        };
        const cancel = setTimer(() => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        }, ms);
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
    pollInterval: (ms) => {
      const { now, pollMs } = timeline;
      return pollMs > 0 ? Math.ceil((now + ms) / pollMs) * pollMs - now : ms;
    },
    timeout(ms) {
      const controller = new AbortController();
      setTimer(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms);
      return controller.signal;
    },
  };
}
