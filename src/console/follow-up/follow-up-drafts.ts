import { removeDrafts, storedDraft } from '#console/ui/drafts.ts';
import type { Change } from './standing.ts';

/** Names of what is being written about an inquiry (`useDraft`). */
export function draftNames({ adminMail, sid }: { adminMail: string; sid: string }) {
  const one = `${adminMail} ${sid}`.toLowerCase();
  return { note: `note ${one}`, contact: `note-contact ${one}`, handOver: `hand-over ${one}` };
}

/** What was written of a change that is there now, when the page that it was written on is not any more. */
export function forgetSavedDrafts(of: { adminMail: string; sid: string }, change: Change): void {
  const { note, contact, handOver } = draftNames(of);
  if (change.kind === 'note' && storedDraft(note).trim() === change.text) removeDrafts(note, contact);
  if (change.kind === 'hand-over' && storedDraft(handOver).trim() === change.note) removeDrafts(handOver);
}
