import { useQuery } from '@tanstack/react-query';
import { Failure } from '#console/api/failure.ts';
import { type Inquiry, indexedInquiryQuery, inquiryQuery } from '#console/inquiries/inquiry-queries.ts';
import { retryDelay } from '#console/inquiries/inquiry-list-result.ts';
import { useSession } from '#console/session/session.ts';

interface Options {
  initialInquiry: Inquiry | undefined;
  initialInquiryAt: number;
  enabled: boolean;
}

/** The inquiry does not exist, or not for this person. */
const isRefusal = (error: Error | null) => error instanceof Failure && [403, 404].includes(error.status);

/** While the service does not answer, the copy of the gateway's index. */
export function useInquiry(
  adminMail: string,
  sid: string,
  { initialInquiry, initialInquiryAt, enabled }: Options,
) {
  const { may } = useSession();
  const query = useQuery({
    ...inquiryQuery(adminMail, sid),
    enabled,
    ...(initialInquiry && { initialData: initialInquiry, initialDataUpdatedAt: initialInquiryAt }),
    refetchInterval: ({ state }) => state.data === undefined && retryDelay(state.error),
  });
  const { data, error } = query;
  const copyQuery = useQuery({
    ...indexedInquiryQuery(adminMail, sid),
    enabled: (!data || (error !== null && !isRefusal(error))) && may.includes('viewIndexedInquiry'),
  });
  const copy = isRefusal(error) || isRefusal(copyQuery.error) ? undefined : copyQuery.data;
  const inquiry = data ?? copy?.inquiry;
  return {
    inquiry,
    error,
    /** It was read before, for this page or its list. */
    isCached: data !== undefined,
    copyAsOf: copy?.asOf,
    isWaiting: !inquiry && !isRefusal(error) && (query.isPending || copyQuery.isLoading),
    refetch: () => void query.refetch(),
  };
}
