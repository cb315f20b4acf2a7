import { NO_REPLY, readReply } from '#console/answering/reply-draft.ts';
import { type Unsent, readUnsent } from '#console/follow-up/read-unsent.ts';
import { unsentTexts } from '#console/follow-up/unsent.ts';
import { storedDrafts } from '#console/ui/drafts.ts';

/** What signing out would delete from this browser. */
export interface UnsavedWork {
  notes: string[];
  replies: string[];
  templateCount: number;
  pendingChanges: Unsent['sent'];
  /** The page has an `UnsavedChangesPrompt` that would ask. */
  hasPageChanges: boolean;
}

export function collectUnsavedWork(): UnsavedWork {
  const notes = [...storedDrafts('note '), ...storedDrafts('hand-over ')].map(({ text }) => text.trim());
  return {
    notes: notes.filter(Boolean),
    replies: storedDrafts('reply ')
      .filter(({ name }) => name !== 'reply sent')
      .map(({ text }) => readReply(text))
      .filter((reply) => reply !== NO_REPLY)
      .map(({ text, subject }) => text.trim() || subject.trim()),
    templateCount: storedDrafts('template:').length,
    pendingChanges: readUnsent(unsentTexts())
      .flatMap(({ sent }) => sent)
      // A note that was not saved is still a draft, too.
      .filter(({ change }) => change.kind !== 'note' || !notes.includes(change.text)),
    hasPageChanges: !dispatchEvent(new Event('beforeunload', { cancelable: true })),
  };
}

export function hasUnsavedWork(work: UnsavedWork): boolean {
  const { notes, replies, templateCount, pendingChanges, hasPageChanges } = work;
  return notes.length + replies.length + templateCount + pendingChanges.length > 0 || hasPageChanges;
}
