import { createHash } from 'node:crypto';
import { HOUR_MS } from '#contract/durations.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Owner of events. Those of a process that crashed never happen. */
export interface Owner {
  readonly name: string;
  readonly isAlive: boolean;
}

/** More than any moment, and than any hour, of a large world has. */
const MAX_EVENTS_PER_MOMENT = 20_000;
const MAX_EVENTS_PER_HOUR = 300_000;

/** People outlive every process. */
export const PEOPLE: Owner = { name: 'people', isAlive: true };

interface Entry {
  at: number;
  /** Drawn from the seed: order among events of one moment. */
  order: number;
  owner: Owner;
  run: () => unknown;
  isCancelled: boolean;
}

/**
 * The time of a world. It jumps from one event to the next; each runs, with all that follows from it, until nothing is left to
 * do at that moment.
 */
export class Timeline {
  readonly #random: SeededRandom;
  readonly #heap: Entry[] = [];
  readonly #hash = createHash('sha256');
  readonly #drain: () => Promise<boolean>;
  /** Milliseconds since 1970. */
  now: number;
  /** Processes poll together, at multiples of this time in ms; 0: each as often as outside the simulation. */
  pollMs = 0;
  /** Owner of the event that runs now. */
  current: Owner = { name: 'world', isAlive: true };
  /** Events so far. */
  events = 0;
  /** True once an event never came to rest, or a moment or an hour did not end: time then stands still. */
  isSpinning = false;
  #moment = { at: 0, events: 0 };
  #hour = { endsAt: 0, events: 0 };
  /** The latest lines of the trace, newest last. */
  readonly recent: string[] = [];
  #listener: ((line: string) => void) | undefined;

  /** @param drain resolves when nothing is left to do at this moment, to false if that never is so */
  constructor(startsAt: number, random: SeededRandom, drain: () => Promise<boolean>) {
    this.now = startsAt;
    this.#random = random;
    this.#drain = drain;
  }

  /** Calls `run` after `ms`. @returns cancels it */
  schedule(ms: number, owner: Owner, run: () => unknown): () => void {
    const at = this.now + Math.max(0, Number.isFinite(ms) ? Math.ceil(ms) : 0);
    const entry: Entry = { at, order: this.#random.fraction(), owner, run, isCancelled: false };
    this.#push(entry);
    return () => {
      entry.isCancelled = true;
    };
  }

  /** Draws an index below `length`. */
  pick(length: number): number {
    return this.#random.below(length);
  }

  /** Adds a line to the trace. */
  note(line: string): void {
    const text = `${new Date(this.now).toISOString()} ${line}`;
    this.#hash.update(text);
    this.recent.push(text);
    if (this.recent.length > 2000) this.recent.splice(0, 1000);
    this.#listener?.(text);
  }

  /** Calls `listener` with each line of the trace. */
  onNote(listener: (line: string) => void): void {
    this.#listener = listener;
  }

  /** Returns the hash of the trace so far. */
  digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 16);
  }

  /** Lets time pass until `until`. `check` may end it early. */
  async run(until: number, isOver: () => boolean = () => false): Promise<void> {
    while (!this.isSpinning && !isOver()) {
      const next = this.#heap[0];
      if (next === undefined || next.at > until) break;
      this.#pop();
      if (next.isCancelled || !next.owner.isAlive) continue;
      this.now = Math.max(this.now, next.at);
      this.events += 1;
      this.#countEvent();
      await this.act(next.owner, next.run);
    }
    if (!this.isSpinning && !isOver()) this.now = Math.max(this.now, until);
  }

  /** Forgets what would come. */
  clear(): void {
    this.#heap.length = 0;
  }

  /** Runs something that belongs to `owner` at this moment, until nothing is left to do. */
  async act(owner: Owner, run: () => unknown): Promise<void> {
    const previous = this.current;
    this.current = owner;
    run();
    if (!(await this.#drain())) this.isSpinning = true;
    this.current = previous;
  }

  #countEvent(): void {
    if (this.now >= this.#hour.endsAt) this.#hour = { endsAt: this.now + HOUR_MS, events: 0 };
    if (this.now > this.#moment.at) this.#moment = { at: this.now, events: 0 };
    this.#hour.events += 1;
    this.#moment.events += 1;
    if (this.#moment.events > MAX_EVENTS_PER_MOMENT || this.#hour.events > MAX_EVENTS_PER_HOUR)
      this.isSpinning = true;
  }

  #isBefore(a: number, b: number): boolean {
    const first = this.#heap[a] as Entry;
    const second = this.#heap[b] as Entry;
    return first.at === second.at ? first.order < second.order : first.at < second.at;
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap;
    [heap[a], heap[b]] = [heap[b] as Entry, heap[a] as Entry];
  }

  #push(entry: Entry): void {
    let at = this.#heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #pop(): void {
    const heap = this.#heap;
    this.#swap(0, heap.length - 1);
    heap.pop();
    for (let at = 0; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < heap.length && this.#isBefore(child, least)) least = child;
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }
}
