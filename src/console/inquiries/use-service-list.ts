import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckedInquiries } from '#contract/desk/inquiries.ts';
import { sidOf } from '#contract/sid.ts';
import { queryClient } from '#console/api/query-client.ts';
import { useSession } from '#console/session/session.ts';
import type { ServiceRequest } from './inbox-address.ts';
import {
  type Inquiry,
  type ServicePage,
  type Row,
  inquiryChecksQuery,
  servicePageQuery,
  servicePagesKey,
} from './inquiry-queries.ts';
import { type InquiryListResult, isFilterRefusal, retryDelay } from './inquiry-list-result.ts';
import { getOpenedSids } from './use-mark-seen.ts';

/** The margin makes a row that was written just before a read count as new once, not never. */
const NEW_SINCE_MARGIN_MS = 2000;

const upperSid = (inquiry: Inquiry) => sidOf(inquiry)?.toUpperCase();

export function useServiceList(
  agencia: string,
  request: ServiceRequest,
  { enabled, isPainted }: { enabled: boolean; isPainted: boolean },
): InquiryListResult {
  const { may } = useSession();
  const page = useServicePage(agencia, request, enabled);
  const sids = page.data?._entries.flatMap((inquiry) => upperSid(inquiry) ?? []) ?? [];
  const checks = useQuery({
    ...inquiryChecksQuery(agencia, sids),
    enabled: enabled && isPainted && sids.length > 0 && may.includes('checkInquiries'),
    placeholderData: keepPreviousData,
  });
  const pageAt = page.dataUpdatedAt;
  const [anchor, setAnchor] = useState<{ pageAt: number; newSince: number }>();
  if (checks.data && !checks.isPlaceholderData && anchor?.pageAt !== pageAt) {
    const checkedAfterMs = Math.max(0, checks.dataUpdatedAt - pageAt);
    setAnchor({ pageAt, newSince: checks.data.readAt - checkedAfterMs - NEW_SINCE_MARGIN_MS });
  }
  return {
    rows: page.data && toRows(agencia, page.data, checks.data),
    total: undefined,
    page: page.data,
    hours: checks.data?.hours ?? {},
    isPlaceholder: page.isPlaceholderData,
    isFetching: page.isFetching,
    error: page.error,
    followUpError: checks.error,
    readAt: page.isPlaceholderData ? 0 : pageAt,
    newSince: anchor?.pageAt === pageAt ? anchor.newSince : undefined,
    sidsOnOtherPages: getSidsOnOtherPages(agencia, page.data),
    index: undefined,
    loadMore: undefined,
    refresh: () => {
      void page.refetch();
      if (checks.isEnabled) void checks.refetch();
    },
  };
}

// These read the query cache, so they are not inside the hook: the compiler would memoize what they read.

function toRows(adminMail: string, { _entries }: ServicePage, checks: CheckedInquiries | undefined): Row[] {
  const checksBySid = new Map(checks?.rows.map((row) => [row.sid.toUpperCase(), row]));
  const opened = getOpenedSids();
  return _entries.map((inquiry) => {
    const sid = upperSid(inquiry) ?? '';
    const check = checksBySid.get(sid);
    return {
      adminMail,
      sid: sidOf(inquiry),
      inquiry,
      followUp: check?.followUp,
      seen: check && (check.seen || opened.has(sid)),
      isRepeat: check?.earlierFromBuyer ?? false,
      hasLeft: false,
    };
  });
}

function getSidsOnOtherPages(agencia: string, current: ServicePage | undefined): ReadonlySet<string> {
  const pages = queryClient.getQueriesData<ServicePage>({ queryKey: servicePagesKey(agencia) });
  const others = pages.flatMap(([, page]) => (page && page !== current ? page._entries : []));
  return new Set(others.flatMap((inquiry) => upperSid(inquiry) ?? []));
}

/** The previous page of the same agency stays while the next one loads or the service refuses a filter. */
function useServicePage(
  agencia: string,
  request: ServiceRequest,
  enabled: boolean,
): UseQueryResult<ServicePage> {
  const options = servicePageQuery(agencia, request);
  const adminMail = agencia.toLowerCase();
  const page = useQuery({
    ...options,
    enabled,
    placeholderData: (previous, query) =>
      query?.queryKey[1].params?.adminMail === adminMail ? previous : undefined,
    refetchInterval: ({ state }) => retryDelay(state.error),
  });
  const [shown, setShown] = useState({ adminMail, data: page.data });
  if (page.data && (page.data !== shown.data || adminMail !== shown.adminMail))
    setShown({ adminMail, data: page.data });
  if (!isFilterRefusal(page.error) || !shown.data || shown.adminMail !== adminMail) return page;
  return { ...page, data: shown.data, isPlaceholderData: true } as UseQueryResult<ServicePage>;
}
