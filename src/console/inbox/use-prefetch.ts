import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BACKGROUND } from '#console/api/query-client.ts';
import { followUpQuery } from '#console/follow-up/follow-up-queries.ts';
import type { ServiceRequest } from '#console/inquiries/inbox-address.ts';
import { type Row, inquiryQuery, servicePageQuery } from '#console/inquiries/inquiry-queries.ts';
import { useSession } from '#console/session/session.ts';

const PAGE_DELAY_MS = 50;
/** Stepping quickly through inquiries prefetches none of those that are skipped. */
const PREFETCH_DELAY_MS = 250;

export function usePagePrefetch(
  agencia: string,
  request: ServiceRequest,
  currentPageAt: number | undefined,
): void {
  const client = useQueryClient();
  const nextRequest = JSON.stringify({ ...request, pagina: (request.pagina ?? 1) + 1 });
  useEffect(() => {
    if (!currentPageAt) return undefined;
    const timer = setTimeout(
      () =>
        void client.prefetchQuery({
          ...servicePageQuery(agencia, JSON.parse(nextRequest) as ServiceRequest),
          meta: BACKGROUND,
          // The next page is not older than the current one, so that no row falls between the two.
          staleTime: Date.now() - currentPageAt,
        }),
      PAGE_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [agencia, nextRequest, currentPageAt, client]);
}

/** Shortcuts of the inquiry need its follow-up. */
export function useInquiryPrefetch(row: Row | undefined): void {
  const client = useQueryClient();
  const mayViewFollowUp = useSession().may.includes('viewFollowUp');
  const { adminMail, sid } = row ?? {};
  useEffect(() => {
    if (!adminMail || !sid) return undefined;
    const timer = setTimeout(() => {
      void client.prefetchQuery({ ...inquiryQuery(adminMail, sid), meta: BACKGROUND });
      if (mayViewFollowUp)
        void client.prefetchQuery({ ...followUpQuery({ adminMail, sid }), meta: BACKGROUND });
    }, PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [adminMail, sid, mayViewFollowUp, client]);
}
