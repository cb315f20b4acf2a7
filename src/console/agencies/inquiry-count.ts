import type { InquiryPage } from '#console/inquiries/inquiries-queries.ts';

/** The number of inquiries that a first page shows. `hasMore`: the list is longer, its length unknown. */
export function inquiryCount({ Total, _entries, _links }: InquiryPage): { count: number; hasMore: boolean } {
  const pageLength = _entries.length;
  if (!_links?.next) return { count: pageLength, hasMore: false };
  // `Total` may count only this page.
  return typeof Total === 'number' && Total > pageLength
    ? { count: Total, hasMore: false }
    : { count: pageLength, hasMore: true };
}
