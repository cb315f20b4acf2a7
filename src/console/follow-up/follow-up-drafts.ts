import { forgetDrafts, keptDraft } from '#console/ui/drafts.ts';
import type { Change } from './standing.ts';

/** Names of what is being written about an inquiry (`useDraft`). */
export function draftNames({ adminMail, sid }: { adminMail: string; sid: string }) {
  const one = `${adminMail} ${sid}`.toLowerCase();
  return { note: `note ${one}`, contact: `note-contact ${one}`, handOver: `hand-over ${one}` };
}

/** What was written of a change that is there now, when the page that it was written on is not any more. */
export function forgetSavedDrafts(of: { adminMail: string; sid: string }, change: Change): void {
  const { note, contact, handOver } = draftNames(of);
  if (change.kind === 'note' && keptDraft(note).trim() === change.text) forgetDrafts(note, contact);
  if (change.kind === 'hand-over' && keptDraft(handOver).trim() === change.note) forgetDrafts(handOver);
}
