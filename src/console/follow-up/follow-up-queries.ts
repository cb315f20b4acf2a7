import { keepPreviousData, queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import type { FollowUpDetail } from '#contract/desk/follow-up.ts';
import { loadCode } from '#console/api/load-code.ts';
import { isBackground, queryClient } from '#console/api/query-client.ts';
import type { InquiryKey } from '#console/inquiries/inquiries-queries.ts';
import { mergeOlderEntries } from './timeline-reducer.ts';

const loadCalls = () => loadCode(() => import('./follow-up-calls.ts'));

/** Follow-ups of snoozed inquiries, of any age; see `isSnoozed`. */
export const snoozedFollowUpsQuery = (adminMail: string) =>
  queryOptions({
    queryKey: ['follow-up', 'snoozed', adminMail.toLowerCase()],
    queryFn: async ({ signal, meta }) =>
      (await loadCalls()).listFollowUps(
        adminMail,
        { snoozed: '1' },
        { signal, isBackground: isBackground(meta) },
      ),
  });

/** With the newest page of its timeline, and older pages once loaded. */
export const followUpQuery = ({ adminMail, sid }: InquiryKey) =>
  queryOptions({
    queryKey: ['follow-up', 'one', adminMail.toLowerCase(), sid.toUpperCase()],
    queryFn: async ({ signal, meta }) =>
      (await loadCalls()).viewFollowUp({ adminMail, sid }, { signal, isBackground: isBackground(meta) }),
    structuralSharing: (cached, page) =>
      replaceEqualDeep(
        cached,
        mergeOlderEntries(cached as FollowUpDetail | undefined, page as FollowUpDetail),
      ),
  });

export async function loadOlderEntries(inquiry: InquiryKey): Promise<void> {
  const { queryKey } = followUpQuery(inquiry);
  const oldest = queryClient.getQueryData(queryKey)?.timeline.at(-1)?.id;
  if (oldest === undefined) return;
  const page = await (await loadCalls()).viewFollowUp(inquiry, {}, oldest);
  queryClient.setQueryData(queryKey, (cached) =>
    cached?.timeline.at(-1)?.id === oldest
      ? { ...cached, timeline: [...cached.timeline, ...page.timeline] }
      : cached,
  );
}

/** `operador`: its OperadorResponsable. `q`: part of a name. */
export const colleaguesQuery = (adminMail: string, operador: string | null | undefined, q: string) =>
  queryOptions({
    queryKey: ['colleagues', adminMail.toLowerCase(), operador ?? null, q],
    queryFn: async ({ signal }) =>
      (await loadCalls()).listColleagues(
        adminMail,
        { ...(operador && { operador }), ...(q && { q }) },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
