import { use, useSyncExternalStore } from 'react';
import type { InquiryKey } from '#console/inquiries/inquiries-queries.ts';
import { useSession } from '#console/session/session.ts';
import { ChangeStoreContext } from './change-store.ts';
import type { Change, PersonRef } from './timeline-reducer.ts';

/** The part of the page that makes a change, and shows its failure. */
type Source = 'status' | 'claim' | 'snooze' | 'note' | 'timeline' | 'contact';

/** Pending changes of an inquiry, and functions that make changes; failures are those of one source. */
export function usePendingChanges(inquiry: InquiryKey, source: Source) {
  const { id, name } = useSession().person;
  const store = use(ChangeStoreContext);
  const queue = store.getQueue(inquiry);
  const changes = useSyncExternalStore(store.subscribe, () => queue.changes);
  const own = changes.filter((one) => one.source === source);
  const failed = own.find(({ state }) => state === 'failed');
  const queued = changes.filter(({ state }) => state === 'queued');

  /** `onSaved` is also called if that takes a retry. @returns whether the change was saved */
  const save = (change: Change, to: PersonRef | null = null, onSaved?: () => void) =>
    store.save({ inquiry, change, to, by: { id, name }, source, onSaved });

  return {
    save,
    undo: (entry: string) => save({ kind: 'undo', entry }),
    isPending: own.some(({ state }) => state === 'queued'),
    failed,
    failure: failed?.failure,
    retry: () => queue.retry(source),
    discard: () => queue.discard(source),
    isSaving: (...kinds: Change['kind'][]) => queued.some(({ change }) => kinds.includes(change.kind)),
    isEntrySaving: (entryId: string) => queued.some((one) => one.id === entryId),
  };
}

export function useConflict(inquiry: InquiryKey) {
  const store = use(ChangeStoreContext);
  const queue = store.getQueue(inquiry);
  return {
    conflict: useSyncExternalStore(store.subscribe, () => queue.conflict),
    overwrite: () => queue.overwrite(() => crypto.randomUUID(), Date.now()),
    acceptTheirs: () => queue.acceptTheirs(),
  };
}

/** The last change of any inquiry, while it can be undone by the notice. */
export function useLastChange() {
  const { id, name } = useSession().person;
  const store = use(ChangeStoreContext);
  const lastChange = useSyncExternalStore(store.subscribe, () => store.lastChange);
  const isSaving = useSyncExternalStore(
    store.subscribe,
    () =>
      lastChange !== undefined &&
      store
        .getQueue(lastChange)
        .changes.some((one) => one.id === lastChange.entryId && one.state === 'queued'),
  );
  return {
    lastChange,
    isSaving,
    undo: () => store.undoLastChange({ id, name }),
    clear: () => store.clearLastChange(),
  };
}

/** An inquiry other than the open one that has failed changes or a conflict. */
export function useUnsavedElsewhere(open: InquiryKey | undefined) {
  const store = use(ChangeStoreContext);
  const elsewhere = useSyncExternalStore(store.subscribe, () => store.findUnsavedElsewhere(open));
  const changes = useSyncExternalStore(store.subscribe, () => elsewhere?.queue.changes);
  return (
    elsewhere && {
      inquiry: elsewhere.inquiry,
      /** Otherwise it has a conflict. */
      canRetry: changes?.some(({ state }) => state === 'failed') ?? false,
      retry: () => void elsewhere.queue.retry(),
    }
  );
}
