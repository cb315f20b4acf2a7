import { keepPreviousData, replaceEqualDeep } from '@tanstack/react-query';
import type { FollowUpDetail } from '#contract/desk/follow-up.ts';
import { call } from '#console/api/call.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointKey, endpointQuery } from '#console/api/endpoint-query.ts';
import { followUpEndpoint, indexEndpoint } from '#console/api/lazy-endpoints.ts';
import { cancelAndInvalidate, queryClient } from '#console/api/query-client.ts';
import {
  INQUIRY_CATCH_UP_KEYS,
  ERASURE_EFFECTS,
  type InquiryKey,
} from '#console/inquiries/inquiry-queries.ts';
import { refreshRows } from '#console/inquiries/refresh-rows.ts';
import { mergeOlderEntries } from './timeline-reducer.ts';

export const snoozedFollowUpsQuery = (adminMail: string) =>
  endpointQuery(followUpEndpoint('listFollowUps'), { params: { adminMail }, query: { snoozed: '1' } });

export const followUpQuery = ({ adminMail, sid }: InquiryKey) =>
  endpointQuery(
    followUpEndpoint('viewFollowUp'),
    { params: { adminMail, sid } },
    {
      structuralSharing: (cached, page) =>
        replaceEqualDeep(
          cached,
          mergeOlderEntries(cached as FollowUpDetail | undefined, page as FollowUpDetail),
        ),
    },
  );

export async function loadOlderEntries(inquiry: InquiryKey): Promise<void> {
  const { queryKey } = followUpQuery(inquiry);
  const oldest = queryClient.getQueryData(queryKey)?.timeline.at(-1)?.id;
  if (oldest === undefined) return;
  const { adminMail, sid } = inquiry;
  const page = await call(followUpEndpoint('viewFollowUp'), {
    params: { adminMail, sid },
    query: { before: oldest },
  });
  queryClient.setQueryData(queryKey, (cached) =>
    cached?.timeline.at(-1)?.id === oldest
      ? { ...cached, timeline: [...cached.timeline, ...page.timeline] }
      : cached,
  );
}

export function invalidateFollowUps(): void {
  const followUpKeys = [endpointKey('viewFollowUp'), endpointKey('listFollowUps')];
  for (const queryKey of [...INQUIRY_CATCH_UP_KEYS, ...followUpKeys]) void cancelAndInvalidate(queryKey);
  refreshRows();
}

export const colleaguesQuery = (adminMail: string, operador: string | null | undefined, q: string) =>
  endpointQuery(
    followUpEndpoint('listColleagues'),
    { params: { adminMail }, query: { ...(operador && { operador }), ...(q && { q }) } },
    { placeholderData: keepPreviousData },
  );

export function invalidateColleagues(adminMail: string): void {
  void queryClient.invalidateQueries({ queryKey: endpointKey('listColleagues', { params: { adminMail } }) });
}

export const eraseBuyer = endpointMutation(
  indexEndpoint('eraseBuyer'),
  ({ adminMail, sid }: InquiryKey) => ({ params: { adminMail, sid } }),
  { ...ERASURE_EFFECTS, awaitsRefetch: true },
);
