import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '#console/api/failure.ts';
import type { InboxRequest } from './address.ts';
import { type InquiryPage, inquiryPage } from './inquiries-queries.ts';

/**
 * A page of an agency's inquiries. Until it is here, or where the service refuses one of its filters, the rows of the page
 * before stand in for it as placeholder data; those of another agency never do.
 */
export function useInquiryPage(agencia: string, request: InboxRequest): UseQueryResult<InquiryPage> {
  const options = inquiryPage(agencia, request);
  const [, , adminMail] = options.queryKey;
  const page = useQuery({
    ...options,
    placeholderData: (previous, query) => (query?.queryKey[2] === adminMail ? previous : undefined),
  });
  const [shown, setShown] = useState({ adminMail, data: page.data });
  if (page.data && (page.data !== shown.data || adminMail !== shown.adminMail))
    setShown({ adminMail, data: page.data });
  if (!isOfFilter(page.error) || !shown.data || shown.adminMail !== adminMail) return page;
  return { ...page, data: shown.data, isPlaceholderData: true } as UseQueryResult<InquiryPage>;
}

/** Whether the service refused a filter, and says which. */
export function isOfFilter(error: Error | null): boolean {
  return (
    error instanceof Failure &&
    ['desde', 'hasta', 'operador', 'externalid'].some((name) => name in error.errors)
  );
}
