import type { ServicePage } from '#console/inquiries/inquiry-queries.ts';

export function inquiryCount({ Total, _entries, _links }: ServicePage): { count: number; hasMore: boolean } {
  const pageLength = _entries.length;
  if (!_links?.next) return { count: pageLength, hasMore: false };
  return typeof Total === 'number' && Total > pageLength
    ? { count: Total, hasMore: false }
    : { count: pageLength, hasMore: true };
}
