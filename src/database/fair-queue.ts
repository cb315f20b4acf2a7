import { DatabaseUnavailableError } from './database-unavailable-error.ts';

/** Owner of a task, and the signal that cancels it. */
export interface TaskOwner {
  /** Id of a person, or another name of who waits. */
  key: string;
  /** Long tasks leave a slot for short ones. */
  isLong?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

interface WaitingTask {
  owner: TaskOwner;
  start: () => void;
}

/** Waiting tasks of one owner, and of all. */
const MAX_WAITING = { owner: 64, total: 512 };

/** Runs at most `slots` tasks at once, owners in turn. Neither one owner nor long tasks occupy all slots. */
export class FairQueue {
  readonly #slots: number;
  readonly #running = new Set<TaskOwner>();
  /** Waiting tasks by owner, in the order of their turns. */
  readonly #waiting = new Map<string, WaitingTask[]>();

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** @throws DatabaseUnavailableError when too many tasks wait; the signal's reason when it aborts before the start */
  async run<T>(owner: TaskOwner, task: () => Promise<T>): Promise<T> {
    owner.signal?.throwIfAborted();
    // One object per task, as an owner may run several.
    const running = { ...owner };
    if (this.#canStart(running)) this.#running.add(running);
    else await this.#wait(running);
    try {
      return await task();
    } finally {
      this.#running.delete(running);
      this.#startNext();
    }
  }

  #canStart({ key, isLong }: TaskOwner): boolean {
    const count = (condition: (running: TaskOwner) => boolean) =>
      [...this.#running].filter((running) => condition(running)).length;
    const shared = Math.max(this.#slots - 1, 1);
    return (
      this.#running.size < this.#slots &&
      count((running) => running.key === key) < shared &&
      (!isLong || count((running) => running.isLong === true) < shared)
    );
  }

  #wait(owner: TaskOwner): Promise<void> {
    const { key, signal } = owner;
    const own = this.#waiting.get(key) ?? [];
    const total = [...this.#waiting.values()].reduce((sum, tasks) => sum + tasks.length, 0);
    if (own.length >= MAX_WAITING.owner || total >= MAX_WAITING.total)
      throw new DatabaseUnavailableError(new Error('too many reads are waiting'));
    return new Promise<void>((resolve, reject) => {
      const waiting: WaitingTask = {
        owner,
        start: () => {
          signal?.removeEventListener('abort', drop);
          this.#running.add(owner);
          resolve();
        },
      };
      const drop = () => {
        this.#remove(key, waiting);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', drop, { once: true });
      this.#waiting.set(key, [...own, waiting]);
    });
  }

  #remove(key: string, task: WaitingTask): void {
    const left = (this.#waiting.get(key) ?? []).filter((waiting) => waiting !== task);
    this.#waiting.delete(key);
    // The owner goes to the end of the queue, so that the others are next.
    if (left.length > 0) this.#waiting.set(key, left);
  }

  #startNext(): void {
    for (const [key, tasks] of this.#waiting) {
      const next = tasks.find(({ owner }) => this.#canStart(owner));
      if (!next) continue;
      this.#remove(key, next);
      next.start();
      return;
    }
  }
}
