import { use } from 'react';
import { useStore } from '#console/api/store.ts';
import { type InquiryKey, inquiryId } from '#console/inquiries/inquiry-queries.ts';
import { useSession } from '#console/session/session.ts';
import { ChangeStoreContext } from './change-store.ts';
import type { RecordedChange } from '#contract/follow-up/change-kinds.ts';
import type { PersonRef } from './timeline-reducer.ts';

type Source = RecordedChange['kind'] | 'timeline' | 'contact';

export function usePendingChanges(inquiry: InquiryKey, source: Source) {
  const { id, name } = useSession().person;
  const store = use(ChangeStoreContext);
  const changes = useStore(store.state).inquiries.get(inquiryId(inquiry))?.changes ?? [];
  const queued = changes.filter(({ state }) => state === 'queued');
  const failed = changes.find((one) => one.source === source && one.state === 'failed');

  const save = (change: RecordedChange, to: PersonRef | null = null, onSaved?: () => void) =>
    store.save({ inquiry, change, to, by: { id, name }, source, onSaved });

  return {
    save,
    undo: (entry: string) => save({ kind: 'undo', entry }),
    isPending: queued.some((one) => one.source === source),
    failed,
    failure: failed?.failure,
    retry: () => store.getQueue(inquiry).retry(source),
    discard: () => store.getQueue(inquiry).discard(source),
    isSaving: (...kinds: RecordedChange['kind'][]) =>
      queued.some(({ change }) => kinds.includes(change.kind)),
    isEntrySaving: (entryId: string) => queued.some((one) => one.id === entryId),
  };
}

export function useConflict(inquiry: InquiryKey) {
  const store = use(ChangeStoreContext);
  return {
    conflict: useStore(store.state).inquiries.get(inquiryId(inquiry))?.conflict,
    overwrite: () => store.getQueue(inquiry).overwrite(() => crypto.randomUUID(), Date.now()),
    acceptTheirs: () => store.getQueue(inquiry).acceptTheirs(),
  };
}

export function useLastChange() {
  const { id, name } = useSession().person;
  const store = use(ChangeStoreContext);
  const { inquiries, lastChange } = useStore(store.state);
  const changes = lastChange && inquiries.get(inquiryId(lastChange))?.changes;
  return {
    lastChange,
    isSaving: changes?.some((one) => one.id === lastChange?.entryId && one.state === 'queued') ?? false,
    undo: () => store.undoLastChange({ id, name }),
    clear: () => store.clearLastChange(),
  };
}

export function useUnsavedElsewhere(open: InquiryKey | undefined) {
  const store = use(ChangeStoreContext);
  const openId = open && inquiryId(open);
  const elsewhere = [...useStore(store.state).inquiries].find(
    ([id, { changes }]) => id !== openId && changes.some(({ state }) => state !== 'queued'),
  )?.[1];
  return (
    elsewhere && {
      inquiry: elsewhere.inquiry,
      canRetry: elsewhere.changes.some(({ state }) => state === 'failed'),
      retry: () => void store.getQueue(elsewhere.inquiry).retry(),
    }
  );
}
