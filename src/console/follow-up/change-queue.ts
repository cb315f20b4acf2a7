import type { ChangeFollowUp, FollowUp, FollowUpDetail, TimelineEntry } from '#contract/desk/follow-up.ts';
import { Failure } from '#console/api/failure.ts';
import { type RecordedChange, getChangedField } from '#contract/follow-up/change-kinds.ts';
import { type PersonRef, applyEntry, incrementsVersion } from './timeline-reducer.ts';

interface QueueBackend {
  load: () => Promise<FollowUpDetail>;
  refetch: () => Promise<FollowUpDetail>;
  save: (body: ChangeFollowUp) => Promise<FollowUpDetail>;
  getCached: () => FollowUpDetail | undefined;
  setCached: (detail: FollowUpDetail) => void;
  onUpdate: () => void;
}

export interface PendingChange {
  /** The id is the same at every attempt, so that the gateway applies a change once. */
  id: string;
  change: RecordedChange;
  at: number;
  by: PersonRef;
  to: PersonRef | null;
  source: string;
  onSaved?: (() => void) | undefined;
  version: number | undefined;
  state: 'queued' | 'failed' | 'conflict';
  failure: Error | undefined;
}

export interface Conflict {
  mine: FollowUp;
  theirs: FollowUpDetail;
  by: PersonRef | undefined;
}

type Predicate = (change: PendingChange) => boolean;

/** A change is sent again with a newer version if only the person's own changes came between. */
const MAX_ATTEMPTS = 3;

/**
 * Saves one change at a time. A failed one is no longer shown, and stays, with its id, for a retry. Mutations of
 * TanStack Query with a `scope` neither hold back the changes after a failed one nor rebase versions.
 */
export class ChangeQueue {
  changes: readonly PendingChange[] = [];
  conflict: Conflict | undefined;
  #base: FollowUpDetail | undefined;
  /** Newer versions that consist of own changes are no conflict. */
  readonly #ownIds = new Set<string>();
  readonly #resolvers = new Map<string, (isSaved: boolean) => void>();
  #isRunning = false;
  readonly #backend: QueueBackend;

  constructor(backend: QueueBackend) {
    this.#backend = backend;
  }

  enqueue(pending: Omit<PendingChange, 'version' | 'state' | 'failure'>): Promise<boolean> {
    const { change } = pending;
    if (change.kind === 'undo' && this.#discard(({ id, state }) => id === change.entry && state !== 'queued'))
      return Promise.resolve(true);
    const field = getChangedField(change);
    if (field) this.#discard((one) => one.state !== 'queued' && getChangedField(one.change) === field);
    return this.#append([toQueued({ ...pending, version: undefined })]);
  }

  /** This is called first. Failed changes wait for a retry, unless the session had ended. */
  restore(changes: readonly PendingChange[]): void {
    for (const { id } of changes) this.#ownIds.add(id);
    this.changes = changes.map((one) =>
      one.state === 'conflict' || isSignedOutFailure(one) ? toQueued(one) : one,
    );
    this.#updateCache();
    void (this.#next() ? this.#run() : this.#checkSaved());
  }

  async #checkSaved(): Promise<void> {
    const detail = await this.#backend.load().catch(() => undefined);
    if (!detail || this.#isRunning) return;
    this.#setBase(detail);
    this.#updateCache();
  }

  retry(source?: string): Promise<boolean> {
    return this.#requeue((one) => one.state === 'failed' && (source === undefined || one.source === source));
  }

  retrySignedOut(personId: string): Promise<boolean> {
    return this.#requeue((one) => isSignedOutFailure(one) && one.by.id === personId);
  }

  retryUnanswered(): Promise<boolean> {
    return this.#requeue(isUnansweredFailure);
  }

  overwrite(createId: () => string, at: number): Promise<boolean> {
    return this.#requeue(isConflict, () => ({ id: createId(), at, version: undefined }));
  }

  acceptTheirs(): void {
    this.#discard(isConflict);
  }

  discard(source: string): void {
    this.#discard((one) => one.state === 'failed' && one.source === source);
  }

  #requeue(predicate: Predicate, patch: () => Partial<PendingChange> = () => ({})): Promise<boolean> {
    return this.#append(this.#remove(predicate).map((one) => toQueued({ ...one, ...patch() })));
  }

  #append(added: readonly PendingChange[]): Promise<boolean> {
    if (added.length === 0) return Promise.resolve(true);
    const isIdle = !this.#next();
    this.changes = [...this.changes, ...added];
    const outcomes = added.map(({ id }) => {
      this.#ownIds.add(id);
      return new Promise<boolean>((resolve) => void this.#resolvers.set(id, resolve));
    });
    if (isIdle || !this.#base) this.#setBase(this.#backend.getCached());
    this.#updateCache();
    if (!this.#isRunning) void this.#run();
    return Promise.all(outcomes).then((all) => all.every(Boolean));
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#next(); next; next = this.#next())
      try {
        await this.#save(next.id);
      } catch (error) {
        this.#fail(next, error instanceof Error ? error : new Error(String(error)));
      }
    this.#isRunning = false;
  }

  #next(): PendingChange | undefined {
    return this.changes.find(({ state }) => state === 'queued');
  }

  async #save(id: string, attempt = 1): Promise<void> {
    if (!this.#base) {
      this.#setBase(await this.#backend.load());
      this.#updateCache();
    }
    const next = this.changes.find((one) => one.id === id);
    if (!next || !this.#base) return;
    const version = next.version ?? this.#base.followUp.version;
    try {
      this.#setBase(await this.#backend.save({ id, version, change: next.change }));
      this.#removeSaved((one) => one.id === id);
      this.#updateCache();
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'changed-meanwhile')) throw error;
      const theirs = await this.#backend.refetch();
      this.#setBase(theirs);
      if (!this.changes.some((one) => one.id === id)) return this.#updateCache();
      if (!getChangedField(next.change)) throw error;
      const newer = theirs.timeline
        .filter(({ change }) => incrementsVersion(change, theirs.timeline))
        .slice(0, Math.max(0, theirs.followUp.version - version));
      if (attempt === MAX_ATTEMPTS || newer.some((entry) => !this.#ownIds.has(entry.id)))
        return this.#setConflict(next, theirs, newer);
      this.#update((one) => (one.id === id ? { ...one, version: theirs.followUp.version } : one));
      await this.#save(id, attempt + 1);
    }
  }

  #setBase(detail: FollowUpDetail | undefined): void {
    this.#base = detail;
    const savedIds = new Set(detail?.timeline.map((entry) => entry.id));
    const isSaved: Predicate = ({ id }) => savedIds.has(id);
    if (detail) this.#capVersions(this.changes.filter(isSaved), detail);
    this.#removeSaved(isSaved);
  }

  /** Notes and touches are saved on any version: a colleague's change before them is not part of what the next are based on. */
  #capVersions(saved: readonly PendingChange[], { followUp, timeline }: FollowUpDetail): void {
    const version = saved[0]?.version;
    const increments = saved.filter(({ change }) => incrementsVersion(change, timeline)).length;
    if (version === undefined || followUp.version <= version + increments) return;
    this.#update((one) =>
      one.state === 'queued' && (one.version ?? 0) > version ? { ...one, version } : one,
    );
  }

  /**
   * Holds back later changes that set a field where the failed one did. All later ones get its version at most: a colleague's
   * change may get the next one.
   */
  #fail({ id: failedId, change }: PendingChange, failure: Error): void {
    const version = this.changes.find(({ id }) => id === failedId)?.version;
    for (const { id } of this.#remove((one) => one.change.kind === 'undo' && one.change.entry === failedId))
      this.#resolve(id, true);
    this.#update((one) => {
      if (one.state !== 'queued') return one;
      const isLater = (one.version ?? 0) > (version ?? Infinity);
      const capped = { ...one, version: isLater ? version : one.version };
      const isHeldBack = one.id === failedId || (getChangedField(change) && isQueuedField(one));
      return isHeldBack ? { ...capped, state: 'failed', failure } : capped;
    });
    this.#resolveStopped();
  }

  #setConflict(first: PendingChange, theirs: FollowUpDetail, newer: readonly TimelineEntry[]): void {
    this.#update((one) => {
      if (one.id === first.id || isQueuedField(one))
        return { ...one, state: 'conflict', version: first.version };
      // The others are now based on the colleague's version.
      return one.state === 'queued' ? { ...one, version: undefined } : one;
    });
    this.conflict = {
      mine: this.changes
        .filter(isConflict)
        .reduce((detail, one) => applyEntry(detail, toTimelineEntry(one)), theirs).followUp,
      theirs,
      by: newer.find(({ id }) => !this.#ownIds.has(id))?.by,
    };
    this.#resolveStopped();
  }

  #resolveStopped(): void {
    for (const { id, state } of this.changes) if (state !== 'queued') this.#resolve(id, false);
    this.#updateCache();
  }

  #resolve(id: string, isSaved: boolean): void {
    this.#resolvers.get(id)?.(isSaved);
    this.#resolvers.delete(id);
  }

  #removeSaved(predicate: Predicate): void {
    for (const { id, onSaved } of this.#remove(predicate)) {
      this.#resolve(id, true);
      onSaved?.();
    }
  }

  #discard(predicate: Predicate): boolean {
    const removed = this.#remove(predicate);
    for (const { id } of removed) this.#resolve(id, false);
    this.#backend.onUpdate();
    return removed.length > 0;
  }

  #remove(predicate: Predicate): PendingChange[] {
    const removed = this.changes.filter(predicate);
    this.changes = this.changes.filter((one) => !predicate(one));
    if (!this.changes.some(isConflict)) this.conflict = undefined;
    return removed;
  }

  #update(patch: (change: PendingChange) => PendingChange): void {
    this.changes = this.changes.map(patch);
  }

  /** Applies the queued changes to the base; each gets the version that results from those before it. */
  #updateCache(): void {
    if (this.#base) {
      let detail = this.#base;
      this.#update((one) => {
        if (one.state !== 'queued') return one;
        const { version } = detail.followUp;
        detail = applyEntry(detail, toTimelineEntry(one));
        return one.version === undefined ? { ...one, version } : one;
      });
      this.#backend.setCached(detail);
    }
    this.#backend.onUpdate();
  }
}

const isConflict: Predicate = ({ state }) => state === 'conflict';

const isQueuedField: Predicate = ({ state, change }) =>
  state === 'queued' && getChangedField(change) !== null;

const isSignedOutFailure: Predicate = ({ state, failure }) =>
  state === 'failed' && failure instanceof Failure && failure.isUnauthenticated;

const isUnansweredFailure: Predicate = ({ state, failure }) =>
  state === 'failed' && failure instanceof Failure && (failure.kind === 'network' || failure.status >= 500);

function toQueued(change: Omit<PendingChange, 'state' | 'failure'>): PendingChange {
  return { ...change, state: 'queued', failure: undefined };
}

function toTimelineEntry({ id, at, by, to, change }: PendingChange): TimelineEntry {
  return { id, at, by, to, change, undone: false };
}
