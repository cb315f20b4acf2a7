import { queryOptions, skipToken } from '@tanstack/react-query';
import type { InboxRequest } from '#console/inquiries/address.ts';
import type { InquiryPage } from '#console/inquiries/inquiries-queries.ts';

/** A page that begins with an agency's newest inquiries, as one that was read for some list was last; nobody asks for it. */
export const newestOf = (agencia: string) =>
  queryOptions<InquiryPage>({
    queryKey: ['inquiries', 'newest', agencia.toLowerCase()],
    queryFn: skipToken,
    staleTime: Infinity,
  });

/** Whether the first page of a list begins with the agency's newest. */
export function hasNewest({ operador, externalid, hasta }: InboxRequest): boolean {
  return operador === undefined && externalid === undefined && hasta === undefined;
}
