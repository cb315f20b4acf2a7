import type { FastifyBaseLogger } from 'fastify';
import { NotReadyError } from '#http/health.ts';
import type { Clock } from '#system/clock.ts';
import { type Backlog, type Piece, WORK_RETRY_MS, type Work, WorkStoppedError } from './work.ts';

/** Time to finish pieces when the process stops; then their signals abort. */
const STOP_GRACE_MS = 2000;
/** Pieces that do not end when their signal aborts are left behind after this time; what they claimed is repeated. */
const STOP_TIMEOUT_MS = 4000;

/** decided: work that runs for so long after its time-out hangs. */
export const STALL_MS = 60_000;

interface KindState<Name extends string> {
  work: Work<Name>;
  /** Pieces by when they began, on the monotonic clock. */
  running: Map<Promise<unknown>, number>;
  /** Time of the next look, on the monotonic clock. */
  dueAt: number;
  isWoken: boolean;
  /** Time of the last look that succeeded, ms since 1970; undefined: there was none. */
  lookedAt: number | undefined;
  /** Looks and pieces that failed. */
  failures: number;
}

/** State of a kind of work that this process does. */
export interface WorkState<Name extends string = string> {
  name: Name;
  running: number;
  failures: number;
  lookedAt: number | undefined;
}

/**
 * Does the background work of a program. A round looks once at each kind that may have due pieces and begins as many as the kind
 * has room for, so that no kind waits for the backlog or the hanging pieces of another.
 */
export class Worker<Name extends string = string> {
  readonly #clock: Clock;
  readonly #log: Pick<FastifyBaseLogger, 'error'>;
  readonly #kinds: KindState<Name>[] = [];
  readonly #stopController = new AbortController();
  #isStarted = false;
  #startedNames: readonly Name[] | undefined;
  #stopped: Promise<void> | undefined;
  #isRoundRequested = false;
  #isInRound = false;
  #rounds = Promise.resolve();
  #cancelTimer: (() => void) | undefined;
  /** The look that the round waits for, and its start on the monotonic clock. */
  #currentLook: { name: Name; startedAt: number } | undefined;
  /** Kind at which the next round begins: the first one waits for nobody. */
  #first = 0;

  constructor({ clock, log }: { clock: Clock; log: Pick<FastifyBaseLogger, 'error'> }) {
    this.#clock = clock;
    this.#log = log;
  }

  add(...kinds: readonly Work<Name>[]): void {
    for (const work of kinds)
      this.#kinds.push({
        work,
        running: new Map(),
        dueAt: -Infinity,
        isWoken: true,
        lookedAt: undefined,
        failures: 0,
      });
    this.#requestRound();
  }

  /** Begins to work; `names`: only on these kinds. */
  start(names?: readonly Name[]): void {
    this.#isStarted = true;
    this.#startedNames = names;
    this.#requestRound();
  }

  /** Looks for work of a kind now. Does nothing in processes that do not start the kind. */
  wake(name: Name): void {
    for (const kind of this.#kinds) {
      if (kind.work.name !== name) continue;
      kind.work.wake?.();
      kind.isWoken = true;
    }
    this.#requestRound();
  }

  /** Does a claimed piece now, also in processes that do not start its kind. */
  async run(name: Name, piece: Piece): Promise<void> {
    const kind = this.#kinds.find(({ work }) => work.name === name);
    if (kind) await this.#begin(kind, piece);
  }

  /** Works until nothing is due; for use without `start`. */
  async drain(): Promise<void> {
    do {
      for (const kind of this.#kinds) await this.#look(kind);
      await Promise.all(this.#kinds.flatMap(({ running }) => [...running.keys()]));
    } while (this.#kinds.some(({ isWoken }) => isWoken));
  }

  /** @throws NotReadyError when a look, or all pieces that a kind may run, go on for ever */
  assertProgress(): void {
    const latestStart = this.#clock.monotonic() - STALL_MS;
    const stalled = this.#listStarted()
      .filter(
        ({ work: { concurrency, timeoutMs }, running }) =>
          running.size >= concurrency &&
          [...running.values()].every((startedAt) => startedAt + timeoutMs < latestStart),
      )
      .map(({ work }) => work.name);
    if (this.#currentLook && this.#currentLook.startedAt < latestStart) stalled.push(this.#currentLook.name);
    if (stalled.length > 0) throw new NotReadyError(`Background work stands still: ${stalled.join(', ')}`);
  }

  /** The kinds that this process has started. */
  getStates(): WorkState<Name>[] {
    return this.#listStarted().map(({ work: { name }, running, failures, lookedAt }) => ({
      name,
      running: running.size,
      failures,
      lookedAt,
    }));
  }

  /** Counts the due pieces of the kinds that this process has started. */
  async fetchBacklogs(): Promise<(Backlog & { name: Name })[]> {
    const backlogs: (Backlog & { name: Name })[] = [];
    // One after the other: they are no reason to take all connections of a pool.
    for (const { work } of this.#listStarted())
      backlogs.push({ name: work.name, ...(await work.fetchBacklog()) });
    return backlogs;
  }

  /**
   * Begins nothing more. Pieces may end by themselves for 2 s, then their signals abort, and after 4 s those that still run are
   * left behind.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#cancelTimer?.();
    const stopped = new AbortController();
    const abort = () => this.#stopController.abort(new WorkStoppedError());
    const cancelGrace = this.#clock.setTimer(abort, STOP_GRACE_MS);
    const timeout = this.#clock.sleep(STOP_TIMEOUT_MS, stopped.signal).then(
      () => this.#logLeftBehind(),
      () => {},
    );
    await Promise.race([this.#waitForEnd(), timeout]);
    stopped.abort();
    cancelGrace();
    abort();
  }

  async #waitForEnd(): Promise<void> {
    await this.#rounds;
    await Promise.all(this.#kinds.flatMap(({ running }) => [...running.keys()]));
  }

  #logLeftBehind(): void {
    const work = this.#kinds.filter(({ running }) => running.size > 0).map((kind) => kind.work.name);
    this.#log.error({ work }, 'background work did not end in time');
  }

  #requestRound(): void {
    if (!this.#isStarted || this.#stopped) return;
    this.#isRoundRequested = true;
    if (this.#isInRound) return;
    this.#isInRound = true;
    this.#cancelTimer?.();
    this.#rounds = this.#runRounds();
  }

  async #runRounds(): Promise<void> {
    while (this.#isRoundRequested && !this.#stopped) {
      this.#isRoundRequested = false;
      // Requests are answered between two rounds.
      await this.#clock.sleep(0);
      const kinds = [...this.#kinds.slice(this.#first), ...this.#kinds.slice(0, this.#first)];
      this.#first = (this.#first + 1) % Math.max(kinds.length, 1);
      for (const kind of kinds) {
        if (this.#stopped) break;
        if (!this.#isDue(kind)) continue;
        this.#currentLook = { name: kind.work.name, startedAt: this.#clock.monotonic() };
        await this.#look(kind);
        this.#currentLook = undefined;
      }
    }
    this.#isInRound = false;
    this.#setTimer();
  }

  #listStarted(): KindState<Name>[] {
    return this.#isStarted ? this.#kinds.filter((kind) => this.#isStartedKind(kind)) : [];
  }

  #isStartedKind({ work }: KindState<Name>): boolean {
    return this.#startedNames?.includes(work.name) ?? true;
  }

  #isDue(kind: KindState<Name>): boolean {
    return this.#isStartedKind(kind) && (kind.isWoken || kind.dueAt <= this.#clock.monotonic());
  }

  /** Begins due pieces of a kind. The end of a piece is another reason to look. */
  async #look(kind: KindState<Name>): Promise<void> {
    const { work, running } = kind;
    const free = work.concurrency - running.size;
    kind.isWoken = false;
    kind.dueAt = this.#clock.monotonic() + this.#clock.pollInterval(work.maxWaitMs);
    if (free <= 0) return;
    try {
      const pieces = await work.claim(free);
      kind.lookedAt = this.#clock.now();
      for (const piece of pieces) void this.#begin(kind, piece);
      if (pieces.length >= free) return;
      const next = await work.findNextDueAt();
      if (next === undefined) return;
      const waitMs = next - this.#clock.now();
      // Due pieces that could not be claimed are with others: looking again at once would not help.
      kind.dueAt = Math.min(kind.dueAt, this.#clock.monotonic() + (waitMs > 0 ? waitMs : WORK_RETRY_MS));
    } catch (error) {
      kind.failures += 1;
      this.#log.error({ err: error, work: work.name }, 'due work could not be claimed');
      kind.dueAt = this.#clock.monotonic() + WORK_RETRY_MS;
    }
  }

  #begin(kind: KindState<Name>, piece: Piece): Promise<unknown> {
    const { work, running } = kind;
    const end = new AbortController();
    // Pieces that were claimed while the process was being stopped are given back.
    if (this.#stopped) end.abort(new WorkStoppedError());
    const signal = AbortSignal.any([this.#stopController.signal, end.signal]);
    const cancelTimeout = this.#clock.setTimer(
      () => end.abort(new DOMException(`${work.name} took too long`, 'TimeoutError')),
      work.timeoutMs,
    );
    const run = (async () => piece(signal))()
      .catch((error: unknown) => {
        if (signal.reason instanceof WorkStoppedError) return;
        kind.failures += 1;
        this.#log.error({ err: error, work: work.name }, 'a piece of background work failed');
      })
      .finally(() => {
        cancelTimeout();
        running.delete(run);
        kind.isWoken = true;
        this.#requestRound();
      });
    running.set(run, this.#clock.monotonic());
    return run;
  }

  /** Wakes at the time of the next look. */
  #setTimer(): void {
    if (this.#stopped) return;
    const at = this.#clock.monotonic();
    const waits = this.#kinds
      .filter((kind) => this.#isStartedKind(kind) && kind.running.size < kind.work.concurrency)
      .map(({ dueAt }) => Math.max(dueAt - at, 0));
    if (waits.length > 0)
      this.#cancelTimer = this.#clock.setTimer(() => this.#requestRound(), Math.min(...waits));
  }
}
