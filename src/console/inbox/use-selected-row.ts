import { useState } from 'react';
import { isSameSid } from '#contract/sid.ts';
import type { InquiryListResult } from '#console/inquiries/inquiry-list-result.ts';
import type { InquiryKey } from '#console/inquiries/inquiry-queries.ts';

const WIDE = '(min-width: 1100px)';

/**
 * Selects the first inquiry of a queue on a wide screen, so that keys act on it. A list with the inquiry that was opened last
 * returns to that one instead. decided: the selected inquiry stays unread.
 */
export function useSelectedRow(
  { id, rows, isPlaceholder }: InquiryListResult,
  { isOpen, isQueue, lastSid }: { isOpen: boolean; isQueue: boolean; lastSid: string | undefined },
): [InquiryKey | undefined, () => void] {
  const [selection, setSelection] = useState<{ list: string; inquiry: InquiryKey | undefined }>();
  const clear = () => setSelection({ list: id, inquiry: undefined });
  if (rows && !isPlaceholder && selection?.list !== id) {
    const first = rows.find(({ sid }) => sid !== undefined);
    const inquiry = first?.sid === undefined ? undefined : { adminMail: first.adminMail, sid: first.sid };
    const isReturn = lastSid !== undefined && rows.some(({ sid }) => isSameSid(sid, lastSid));
    const isSelected = !isOpen && isQueue && !isReturn && matchMedia(WIDE).matches;
    setSelection({ list: id, inquiry: isSelected ? inquiry : undefined });
  } else if (isOpen && selection?.inquiry) clear();
  return [isOpen || selection?.list !== id ? undefined : selection.inquiry, clear];
}
