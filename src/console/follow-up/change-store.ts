import { CancelledError } from '@tanstack/react-query';
import { type ChangeFollowUp, followUpEndpoints } from '#contract/desk/follow-up.ts';
import { endpointMutation, runMutation } from '#console/api/endpoint-mutation.ts';
import { endpointKey } from '#console/api/endpoint-query.ts';
import { Failure } from '#console/api/failure.ts';
import { cancelAndInvalidate, queryClient } from '#console/api/query-client.ts';
import { createPageStore, useStore } from '#console/api/store.ts';
import {
  AGGREGATE_KEYS,
  type InquiryKey,
  inquiryId,
  updateRow,
  inquiryChecksKey,
} from '#console/inquiries/inquiry-queries.ts';
import { refreshRows } from '#console/inquiries/refresh-rows.ts';
import { useSession } from '#console/session/session.ts';
import { onSignIn } from '#console/session/tab-messages.ts';
import { ChangeQueue, type Conflict, type PendingChange } from './change-queue.ts';
import { type InquiryChanges, loadStoredChanges, removeSavedDrafts, storeChanges } from './change-storage.ts';
import { followUpQuery } from './follow-up-queries.ts';
import { type RecordedChange } from '#contract/follow-up/change-kinds.ts';
import { type PersonRef, hasNoEffect } from './timeline-reducer.ts';

interface LastChange extends InquiryKey {
  entryId: string;
  change: RecordedChange;
  to: PersonRef | null;
}

interface ChangeState {
  inquiries: ReadonlyMap<string, InquiryChanges & { conflict: Conflict | undefined }>;
  lastChange: LastChange | undefined;
}

interface NewChange extends Pick<PendingChange, 'change' | 'to' | 'by' | 'source' | 'onSaved'> {
  inquiry: InquiryKey;
}

/** A failed request waits this long for a `pagehide`, which may follow it, ms. */
const UNLOAD_MS = 250;

const changeFollowUp = ({ adminMail, sid }: InquiryKey) =>
  endpointMutation(followUpEndpoints.changeFollowUp, (body: ChangeFollowUp) => ({
    params: { adminMail, sid },
    body,
    keepalive: true,
  }));

class ChangeStore {
  readonly state = createPageStore<ChangeState>({ inquiries: new Map(), lastChange: undefined });
  readonly #queues = new Map<string, ChangeQueue>();
  #isPageHidden = false;

  constructor() {
    addEventListener('pagehide', () => (this.#isPageHidden = true));
    addEventListener('pageshow', () => (this.#isPageHidden = false));
    for (const { inquiry, changes } of loadStoredChanges()) {
      for (const one of changes) one.onSaved = () => removeSavedDrafts(inquiry, one.change);
      this.getQueue(inquiry).restore(changes);
    }
    onSignIn((personId) => void this.#retrySignedOut(personId));
  }

  getQueue(inquiry: InquiryKey): ChangeQueue {
    const id = inquiryId(inquiry);
    const queue = this.#queues.get(id) ?? this.#createQueue(inquiry);
    this.#queues.set(id, queue);
    return queue;
  }

  async save({ inquiry, onSaved, ...pending }: NewChange): Promise<boolean> {
    const { change, by, to } = pending;
    const { queryKey } = followUpQuery(inquiry);
    // A reply in flight would overwrite the optimistic update.
    await queryClient.cancelQueries({ queryKey });
    const cached = queryClient.getQueryData(queryKey);
    if (cached && hasNoEffect(cached, change, by)) return true;
    await queryClient.cancelQueries({
      queryKey: inquiryChecksKey(inquiry.adminMail),
      predicate: ({ state }) => state.data !== undefined,
    });
    const id = crypto.randomUUID();
    this.#setLastChange(change.kind === 'undo' ? undefined : { ...inquiry, entryId: id, change, to });
    const isSaved = await this.getQueue(inquiry).enqueue({
      ...pending,
      id,
      at: Date.now(),
      onSaved: () => {
        removeSavedDrafts(inquiry, change);
        onSaved?.();
      },
    });
    if (!isSaved && this.state.get().lastChange?.entryId === id) this.clearLastChange();
    return isSaved;
  }

  async undoLastChange(by: PersonRef): Promise<boolean> {
    const { lastChange } = this.state.get();
    if (!lastChange) return false;
    const { adminMail, sid, entryId } = lastChange;
    this.clearLastChange();
    const change = { kind: 'undo', entry: entryId } as const;
    return this.save({ inquiry: { adminMail, sid }, change, to: null, by, source: 'timeline' });
  }

  clearLastChange(): void {
    this.#setLastChange(undefined);
  }

  #setLastChange(lastChange: LastChange | undefined): void {
    this.state.set({ ...this.state.get(), lastChange });
  }

  retryUnanswered(): void {
    for (const queue of this.#queues.values()) void queue.retryUnanswered();
  }

  async #retrySignedOut(personId: string): Promise<void> {
    for (const { inquiry } of this.state.get().inquiries.values()) {
      await queryClient.cancelQueries({ queryKey: followUpQuery(inquiry).queryKey });
      void this.getQueue(inquiry).retrySignedOut(personId);
    }
  }

  #createQueue(inquiry: InquiryKey): ChangeQueue {
    const query = followUpQuery(inquiry);
    const checksKey = inquiryChecksKey(inquiry.adminMail);
    const queue = new ChangeQueue({
      load: () => this.#load(() => queryClient.ensureQueryData(query)),
      refetch: () => this.#load(() => queryClient.fetchQuery({ ...query, staleTime: 0 })),
      save: async (body) => {
        // This is a mutation, since `refreshRows` waits for mutations and their cache notices an ended
        // session.
        const detail = await this.#whileVisible(runMutation(changeFollowUp(inquiry), body)).finally(
          // A reply that was under way meanwhile has replaced the optimistic update of its row, or was cancelled.
          () => void cancelAndInvalidate(checksKey),
        );
        for (const queryKey of [...AGGREGATE_KEYS, endpointKey('listFollowUps')])
          void cancelAndInvalidate(queryKey);
        refreshRows(inquiry);
        return detail;
      },
      getCached: () => queryClient.getQueryData(query.queryKey),
      setCached: (detail) => {
        queryClient.setQueryData(query.queryKey, detail);
        const isSaving = queue.changes.some(({ state }) => state === 'queued');
        updateRow(inquiry, { followUp: { ...detail.followUp, isSaving } });
      },
      onUpdate: () => {
        const id = inquiryId(inquiry);
        const state = this.state.get();
        const { changes, conflict } = queue;
        storeChanges(inquiry, changes, state.inquiries.get(id)?.changes ?? []);
        const inquiries = new Map(state.inquiries).set(id, { inquiry, changes, conflict });
        this.state.set({ ...state, inquiries });
      },
    });
    return queue;
  }

  async #load<T>(request: () => Promise<T>): Promise<T> {
    for (;;)
      try {
        return await this.#whileVisible(request());
      } catch (error) {
        if (!(error instanceof CancelledError)) throw error;
      }
  }

  /** Leaving the page aborts its requests. They never settle then: the changes stay queued for the next page. */
  async #whileVisible<T>(response: Promise<T>): Promise<T> {
    try {
      return await response;
    } catch (error) {
      if (error instanceof Failure && error.kind === 'network')
        await new Promise<void>((resolve) => setTimeout(() => this.#isPageHidden || resolve(), UNLOAD_MS));
      throw error;
    }
  }
}

export const changeStore = new ChangeStore();

type Source = RecordedChange['kind'] | 'timeline' | 'contact';

export function usePendingChanges(inquiry: InquiryKey, source: Source) {
  const { id, name } = useSession().person;
  const changes = useStore(changeStore.state).inquiries.get(inquiryId(inquiry))?.changes ?? [];
  const queued = changes.filter(({ state }) => state === 'queued');
  const failed = changes.find((one) => one.source === source && one.state === 'failed');

  const save = (change: RecordedChange, to: PersonRef | null = null, onSaved?: () => void) =>
    changeStore.save({ inquiry, change, to, by: { id, name }, source, onSaved });

  return {
    save,
    undo: (entry: string) => save({ kind: 'undo', entry }),
    isPending: queued.some((one) => one.source === source),
    failed,
    failure: failed?.failure,
    retry: () => changeStore.getQueue(inquiry).retry(source),
    discard: () => changeStore.getQueue(inquiry).discard(source),
    isSaving: (...kinds: RecordedChange['kind'][]) =>
      queued.some(({ change }) => kinds.includes(change.kind)),
    isEntrySaving: (entryId: string) => queued.some((one) => one.id === entryId),
  };
}
