import type { InquiryKey } from '#console/inquiries/inquiry-queries.ts';
import { removeDrafts, storedDraft } from '#console/ui/drafts.ts';
import type { RecordedChange } from '#contract/follow-up/change-kinds.ts';

export function draftNames({ adminMail, sid }: InquiryKey) {
  const key = `${adminMail} ${sid}`.toLowerCase();
  return { note: `note ${key}`, contact: `note-contact ${key}`, handOver: `hand-over ${key}` };
}

export function removeSavedDrafts(inquiry: InquiryKey, change: RecordedChange): void {
  const { note, contact, handOver } = draftNames(inquiry);
  if (change.kind === 'note' && storedDraft(note).trim() === change.text) removeDrafts(note, contact);
  if (change.kind === 'hand-over' && storedDraft(handOver).trim() === change.note) removeDrafts(handOver);
}
