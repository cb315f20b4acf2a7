import { NO_REPLY, readReply } from '#console/answering/reply-draft.ts';
import { type Unsent, readUnsent } from '#console/follow-up/read-unsent.ts';
import { unsentTexts } from '#console/follow-up/unsent.ts';
import { keptDrafts } from '#console/ui/drafts.ts';

/** What goes by signing out. */
export interface UnsavedWork {
  /** Notes being written, and words to whoever is handed an inquiry. */
  notes: string[];
  /** Messages of replies. */
  replies: string[];
  /** How many templates are being written. */
  templates: number;
  /** Changes that are not there yet, but for notes that are still kept as they were written. */
  changes: Unsent['sent'];
  /** Whether the page asks before what was typed on it is left. */
  page: boolean;
}

/** What this browser keeps that is not saved, and would not keep any more. */
export function collectUnsavedWork(): UnsavedWork {
  const notes = [...keptDrafts('note '), ...keptDrafts('hand-over ')].map(({ text }) => text.trim());
  return {
    notes: notes.filter(Boolean),
    replies: keptDrafts('reply ')
      // What was opened in another program is no work any more.
      .filter(({ name }) => name !== 'reply sent')
      .map(({ text }) => readReply(text))
      .filter((reply) => reply !== NO_REPLY)
      .map(({ text, subject }) => text.trim() || subject.trim()),
    templates: keptDrafts('template:').length,
    changes: readUnsent(unsentTexts())
      .flatMap(({ sent }) => sent)
      .filter(({ change }) => change.kind !== 'note' || !notes.includes(change.text)),
    page: !dispatchEvent(new Event('beforeunload', { cancelable: true })),
  };
}

/** Whether nothing would be lost. */
export function isNothing({ notes, replies, templates, changes, page }: UnsavedWork): boolean {
  return notes.length + replies.length + templates + changes.length === 0 && !page;
}
