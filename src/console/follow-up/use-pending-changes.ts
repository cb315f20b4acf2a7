import { useStore } from '#console/api/store.ts';
import { type InquiryKey, inquiryId } from '#console/inquiries/inquiry-queries.ts';
import { useSession } from '#console/session/session.ts';
import { changeStore } from './change-store.ts';
import type { RecordedChange } from '#contract/follow-up/change-kinds.ts';
import type { PersonRef } from './timeline-reducer.ts';

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

export function useConflict(inquiry: InquiryKey) {
  return {
    conflict: useStore(changeStore.state).inquiries.get(inquiryId(inquiry))?.conflict,
    overwrite: () => changeStore.getQueue(inquiry).overwrite(() => crypto.randomUUID(), Date.now()),
    acceptTheirs: () => changeStore.getQueue(inquiry).acceptTheirs(),
  };
}

export function useLastChange() {
  const { id, name } = useSession().person;
  const { inquiries, lastChange } = useStore(changeStore.state);
  const changes = lastChange && inquiries.get(inquiryId(lastChange))?.changes;
  return {
    lastChange,
    isSaving: changes?.some((one) => one.id === lastChange?.entryId && one.state === 'queued') ?? false,
    undo: () => changeStore.undoLastChange({ id, name }),
    clear: () => changeStore.clearLastChange(),
  };
}

export function useUnsavedElsewhere(open: InquiryKey | undefined) {
  const openId = open && inquiryId(open);
  const elsewhere = [...useStore(changeStore.state).inquiries].find(
    ([id, { changes }]) => id !== openId && changes.some(({ state }) => state !== 'queued'),
  )?.[1];
  return (
    elsewhere && {
      inquiry: elsewhere.inquiry,
      canRetry: elsewhere.changes.some(({ state }) => state === 'failed'),
      retry: () => void changeStore.getQueue(elsewhere.inquiry).retry(),
    }
  );
}
