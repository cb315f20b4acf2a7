import type { ServicePage } from '#console/inquiries/inquiry-queries.ts';

/** As far as the first page tells. `hasMore`: there are more, their number unknown. */
export function inquiryCount({ Total, _entries, _links }: ServicePage): { count: number; hasMore: boolean } {
  const pageLength = _entries.length;
  if (!_links?.next) return { count: pageLength, hasMore: false };
  // `Total` may count only this page.
  return typeof Total === 'number' && Total > pageLength
    ? { count: Total, hasMore: false }
    : { count: pageLength, hasMore: true };
}
