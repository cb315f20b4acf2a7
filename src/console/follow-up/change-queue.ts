import type { ChangeFollowUp, FollowUp, FollowUpDetail, TimelineEntry } from '#contract/desk/follow-up.ts';
import { Failure } from '#console/api/failure.ts';
import { type By, type Change, isCounted, setBy, withEntry } from './standing.ts';

/** What the queue does at the gateway, and where it shows what it holds. */
export interface Desk {
  /** As it is held, or read when it is not. */
  read: () => Promise<FollowUpDetail>;
  /** As it is now. */
  readAgain: () => Promise<FollowUpDetail>;
  write: (body: ChangeFollowUp) => Promise<FollowUpDetail>;
  /** What is held without asking. */
  held: () => FollowUpDetail | undefined;
  show: (detail: FollowUpDetail) => void;
  /** A state of `sent` is there. */
  told: () => void;
}

/** A change that is not there yet. */
export interface Sent {
  /** The same at every attempt, so that it is made once. */
  id: string;
  change: Change;
  at: number;
  by: By;
  /** Who is handed it. */
  to: By | null;
  /** Which part of the page asked for it, and says what became of it. */
  from: string;
  /** Once it is there, at whichever attempt. */
  onMade?: (() => void) | undefined;
  /** As it stood when it was asked for; undefined until that was read. */
  version: number | undefined;
  state: 'waiting' | 'failed' | 'conflict';
  failure: Error | undefined;
}

/** Two people set the same inquiry: how it would be with what was done here set over it, and how it is. */
export interface Conflict {
  mine: FollowUp;
  theirs: FollowUpDetail;
  /** Whose change it was that came between. */
  by: By | undefined;
}

/** How often an id may come back to what only the person's own changes have moved on. */
const ATTEMPTS = 3;

/**
 * The changes of one inquiry, made one after another in the order in which they were asked for. Each is shown at once;
 * what fails is taken from what is shown and stays here, with its id, to be tried again.
 */
export class ChangeQueue {
  /** Replaced at every change of it. */
  sent: readonly Sent[] = [];
  conflict: Conflict | undefined;
  /** What the gateway said last: what is shown is this and whatever waits. */
  #base: FollowUpDetail | undefined;
  /** Ids of what was sent from here: a newer version that is made of them alone is no conflict. */
  readonly #own = new Set<string>();
  readonly #outcomes = new Map<string, (made: boolean) => void>();
  #running = false;
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Shows a change and makes it. @returns whether it was made */
  send(asked: Pick<Sent, 'id' | 'change' | 'at' | 'by' | 'to' | 'from' | 'onMade'>): Promise<boolean> {
    const { change } = asked;
    // What failed and is not there cannot be taken back; it is only not tried again.
    if (
      change.kind === 'undo' &&
      this.sent.some(({ id, state }) => id === change.entry && state !== 'waiting')
    ) {
      this.#drop(({ id }) => id === change.entry);
      return Promise.resolve(true);
    }
    const set = setBy(change);
    // What is set anew stands for what could not be set.
    if (set) this.#drop((one) => one.state !== 'waiting' && setBy(one.change) === set);
    return this.#wait([begun({ ...asked, version: undefined })]);
  }

  /**
   * Takes up what an earlier page could not send, before anything else is asked of this one. What waited is made, and so
   * is what was opposed: by its version it is opposed again; also what failed because the session had ended. What else
   * failed is there to be tried again.
   */
  takeUp(unsent: readonly Sent[]): void {
    for (const { id } of unsent) this.#own.add(id);
    this.sent = unsent.map((one) => (one.state === 'conflict' || failedSignedOut(one) ? begun(one) : one));
    this.#show();
    void (this.#next() ? this.#run() : this.#look());
  }

  /** What failed may be there all the same, when only its answer was lost. */
  async #look(): Promise<void> {
    const detail = await this.#desk.read().catch(() => undefined);
    // Where it cannot be read, or is written meanwhile, it is seen at the next attempt.
    if (!detail || this.#running) return;
    this.#hold(detail);
    this.#show();
  }

  /** Tries again what failed, or what did of one part of the page. @returns whether all of it was made */
  retry(from?: string): Promise<boolean> {
    return this.#again((one) => one.state === 'failed' && (from === undefined || one.from === from));
  }

  /** Tries again what failed only because the session of this person had ended, once they are back. */
  signedIn(person: string): Promise<boolean> {
    return this.#again((one) => failedSignedOut(one) && one.by.id === person);
  }

  /** Tries again what failed only because nobody answered, once somebody does. */
  reconnected(): Promise<boolean> {
    return this.#again(failedUnanswered);
  }

  #again(which: (one: Sent) => boolean): Promise<boolean> {
    const again = this.#take(which).map((one) => begun(one));
    return again.length > 0 ? this.#wait(again) : Promise.resolve(true);
  }

  /** Sets what was done here over what somebody else has set, as new changes. */
  putMine(newId: () => string, at: number): Promise<boolean> {
    const mine = this.#take(({ state }) => state === 'conflict');
    this.conflict = undefined;
    return this.#wait(mine.map((one) => begun(one, { id: newId(), at, version: undefined })));
  }

  leaveTheirs(): void {
    this.#drop(({ state }) => state === 'conflict');
  }

  /** Gives up what failed of one part of the page. */
  discard(from: string): void {
    this.#drop((one) => one.state === 'failed' && one.from === from);
  }

  #wait(more: readonly Sent[]): Promise<boolean> {
    const idle = !this.sent.some(({ state }) => state === 'waiting');
    this.sent = [...this.sent, ...more];
    for (const { id } of more) this.#own.add(id);
    const outcomes = more.map(
      ({ id }) => new Promise<boolean>((resolve) => void this.#outcomes.set(id, resolve)),
    );
    if (idle || !this.#base) this.#hold(this.#desk.held());
    this.#show();
    if (!this.#running) void this.#run();
    return Promise.all(outcomes).then((all) => all.every(Boolean));
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let next = this.#next(); next; next = this.#next())
      try {
        await this.#make(next.id);
      } catch (error) {
        this.#fail(next, error instanceof Error ? error : new Error(String(error)));
      }
    this.#running = false;
  }

  #next(): Sent | undefined {
    return this.sent.find(({ state }) => state === 'waiting');
  }

  async #make(id: string): Promise<void> {
    if (!this.#base) {
      this.#hold(await this.#desk.read());
      this.#show();
    }
    for (let attempt = 1; ; attempt++) {
      const next = this.sent.find((one) => one.id === id);
      if (!next || !this.#base) return;
      const version = next.version ?? this.#base.followUp.version;
      try {
        this.#answered(await this.#desk.write({ id, version, change: next.change }), id);
        return;
      } catch (error) {
        if (!(error instanceof Failure && error.code === 'changed-meanwhile')) throw error;
        const theirs = await this.#desk.readAgain();
        const between = this.#between(theirs, version);
        this.#hold(theirs);
        // The page before made it meanwhile.
        if (!this.sent.some((one) => one.id === id)) {
          this.#show();
          return;
        }
        if (!setBy(next.change)) throw error;
        if (between.some((entry) => !this.#own.has(entry.id)) || attempt === ATTEMPTS) {
          this.#oppose(next, theirs, between);
          return;
        }
        this.#replace((one) => (one.id === id ? { ...one, version: theirs.followUp.version } : one));
      }
    }
  }

  /** The entries by which the version grew since. */
  #between({ followUp, timeline }: FollowUpDetail, version: number): TimelineEntry[] {
    return timeline
      .filter(({ change }) => isCounted(change, timeline))
      .slice(0, Math.max(0, followUp.version - version));
  }

  #answered(detail: FollowUpDetail, id: string): void {
    this.#made((one) => one.id === id);
    this.#hold(detail);
    this.#show();
  }

  /** What the gateway said. What is in it was made, also when its answer was lost. */
  #hold(detail: FollowUpDetail | undefined): void {
    this.#base = detail;
    const there = new Set(detail?.timeline.map((entry) => entry.id));
    this.#made((one) => there.has(one.id));
    this.#endConflict();
  }

  #made(which: (one: Sent) => boolean): void {
    for (const { id, onMade } of this.#take(which)) {
      this.#resolve(id, true);
      onMade?.();
    }
  }

  /**
   * Nothing that sets is sent after what failed to: it would be set over what nobody has seen. It is then asked for as of
   * where that stood, for the version that was to come of it may come to be a colleague's.
   */
  #fail({ id: failed, change }: Sent, failure: Error): void {
    const sets = Boolean(setBy(change));
    const version = this.sent.find(({ id }) => id === failed)?.version;
    for (const { id } of this.#take(({ change }) => change.kind === 'undo' && change.entry === failed))
      this.#resolve(id, true);
    this.#replace((one) =>
      one.id === failed || (sets && one.state === 'waiting' && setBy(one.change))
        ? {
            ...one,
            state: 'failed',
            failure,
            version: (one.version ?? 0) > (version ?? Infinity) ? version : one.version,
          }
        : one,
    );
    this.#settleRest();
  }

  #oppose(opposed: Sent, theirs: FollowUpDetail, between: readonly TimelineEntry[]): void {
    this.#replace((one) =>
      one.id === opposed.id || (one.state === 'waiting' && setBy(one.change))
        ? { ...one, state: 'conflict', version: opposed.version }
        : one,
    );
    const mine = this.sent.filter(({ state }) => state === 'conflict');
    this.conflict = {
      mine: mine.reduce((detail, one) => withEntry(detail, entryOf(one)), theirs).followUp,
      theirs,
      by: between.find(({ id }) => !this.#own.has(id))?.by,
    };
    this.#settleRest();
  }

  #settleRest(): void {
    for (const { id, state } of this.sent) if (state !== 'waiting') this.#resolve(id, false);
    this.#show();
  }

  #resolve(id: string, made: boolean): void {
    this.#outcomes.get(id)?.(made);
    this.#outcomes.delete(id);
  }

  #take(which: (one: Sent) => boolean): Sent[] {
    const taken = this.sent.filter(which);
    this.sent = this.sent.filter((one) => !which(one));
    return taken;
  }

  #drop(which: (one: Sent) => boolean): void {
    const dropped = this.#take(which);
    this.#endConflict();
    for (const { id } of dropped) this.#resolve(id, false);
    this.#desk.told();
  }

  #endConflict(): void {
    if (!this.sent.some(({ state }) => state === 'conflict')) this.conflict = undefined;
  }

  #replace(by: (one: Sent) => Sent): void {
    this.sent = this.sent.map(by);
  }

  /** Shows what was said last with whatever waits, each of which is to be made as of what came before it. */
  #show(): void {
    if (this.#base) {
      let shown = this.#base;
      this.#replace((one) => {
        if (one.state !== 'waiting') return one;
        const { version } = shown.followUp;
        shown = withEntry(shown, entryOf(one));
        return { ...one, version: one.version ?? version };
      });
      this.#desk.show(shown);
    }
    this.#desk.told();
  }
}

function failedSignedOut({ state, failure }: Sent): boolean {
  return state === 'failed' && failure instanceof Failure && failure.isUnauthenticated;
}

function failedUnanswered({ state, failure }: Sent): boolean {
  if (state !== 'failed' || !(failure instanceof Failure)) return false;
  return failure.kind === 'network' || failure.status >= 500;
}

function begun(one: Omit<Sent, 'state' | 'failure'>, anew: Partial<Sent> = {}): Sent {
  return { ...one, ...anew, state: 'waiting', failure: undefined };
}

function entryOf({ id, at, by, to, change }: Sent): TimelineEntry {
  return { id, at, by, to, address: '', change, undone: false };
}
