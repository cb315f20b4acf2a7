import { EMPTY_REPLY, parseReply } from '#console/answering/reply-draft.ts';
import { type InquiryChanges, loadStoredChanges } from '#console/follow-up/change-storage.ts';
import { storedDrafts } from '#console/ui/drafts.ts';

/** What goes by signing out. */
export interface LostWork {
  /** Notes being written, and words to whoever is handed an inquiry. */
  notes: string[];
  /** Messages of replies. */
  replies: string[];
  /** How many templates are being written. */
  templates: number;
  /** Changes that are not there yet, but for notes that are still kept as they were written. */
  changes: InquiryChanges['changes'];
  /** Whether the page asks before what was typed on it is left. */
  page: boolean;
}

/** What this browser keeps that is not saved, and would not keep any more. */
export function lostWork(): LostWork {
  const notes = [...storedDrafts('note '), ...storedDrafts('hand-over ')].map(({ text }) => text.trim());
  return {
    notes: notes.filter(Boolean),
    replies: storedDrafts('reply ')
      // What was opened in another program is no work any more.
      .filter(({ name }) => name !== 'reply sent')
      .map(({ text }) => parseReply(text))
      .filter((reply) => reply !== EMPTY_REPLY)
      .map(({ text, subject }) => text.trim() || subject.trim()),
    templates: storedDrafts('template:').length,
    changes: loadStoredChanges()
      .flatMap(({ changes }) => changes)
      .filter(({ change }) => change.kind !== 'note' || !notes.includes(change.text)),
    page: !dispatchEvent(new Event('beforeunload', { cancelable: true })),
  };
}

/** Whether nothing would be lost. */
export function isNothing({ notes, replies, templates, changes, page }: LostWork): boolean {
  return notes.length + replies.length + templates + changes.length === 0 && !page;
}
