import { useState } from 'react';
import type { InquiryListResult } from '#console/inquiries/inquiry-list-result.ts';
import type { InquiryKey } from '#console/inquiries/inquiry-queries.ts';

const WIDE = '(min-width: 1100px)';

/** decided: the first inquiry is selected, and stays unread; none in a search, which changes while it is typed. */
export function useSelectedRow(
  { id, rows, isPlaceholder }: InquiryListResult,
  { isOpen, isSearch }: { isOpen: boolean; isSearch: boolean },
): [InquiryKey | undefined, () => void] {
  const [selection, setSelection] = useState<{ list: string; inquiry: InquiryKey | undefined }>();
  const clear = () => setSelection({ list: id, inquiry: undefined });
  if (rows && !isPlaceholder && selection?.list !== id) {
    const first = rows.find(({ sid }) => sid !== undefined);
    const inquiry = first?.sid === undefined ? undefined : { adminMail: first.adminMail, sid: first.sid };
    const isSelected = !isOpen && !isSearch && matchMedia(WIDE).matches;
    setSelection({ list: id, inquiry: isSelected ? inquiry : undefined });
  } else if (isOpen && selection?.inquiry) clear();
  return [isOpen || selection?.list !== id ? undefined : selection.inquiry, clear];
}
