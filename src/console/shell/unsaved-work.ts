import { EMPTY_REPLY, parseReply } from '#console/answering/reply-draft.ts';
import { type InquiryChanges, loadStoredChanges } from '#console/follow-up/change-storage.ts';
import { storedDrafts } from '#console/ui/drafts.ts';

export interface UnsavedWork {
  notes: string[];
  replies: string[];
  templateCount: number;
  pendingChanges: InquiryChanges['changes'];
  hasPageChanges: boolean;
}

export function collectUnsavedWork(): UnsavedWork {
  const notes = [...storedDrafts('note '), ...storedDrafts('hand-over ')].map(({ text }) => text.trim());
  return {
    notes: notes.filter(Boolean),
    replies: storedDrafts('reply ')
      .filter(({ name }) => name !== 'reply sent')
      .map(({ text }) => parseReply(text))
      .filter((reply) => reply !== EMPTY_REPLY)
      .map(({ text, subject }) => text.trim() || subject.trim()),
    templateCount: storedDrafts('template:').length,
    pendingChanges: loadStoredChanges()
      .flatMap(({ changes }) => changes)
      // A note that was not saved is still a draft, too.
      .filter(({ change }) => change.kind !== 'note' || !notes.includes(change.text)),
    hasPageChanges: !dispatchEvent(new Event('beforeunload', { cancelable: true })),
  };
}

export function hasUnsavedWork(work: UnsavedWork): boolean {
  const { notes, replies, templateCount, pendingChanges, hasPageChanges } = work;
  return notes.length + replies.length + templateCount + pendingChanges.length > 0 || hasPageChanges;
}
