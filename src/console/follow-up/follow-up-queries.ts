import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import type { FollowUpDetail } from '#contract/desk/follow-up.ts';
import { loadCode } from '#console/api/load-code.ts';
import { isBackground, queryClient } from '#console/api/query-client.ts';
import { withOlderEntries } from './standing.ts';

const loadCalls = () => loadCode(() => import('./follow-up-calls.ts'));

const key = (adminMail: string) => adminMail.toLowerCase();

/** Where the inquiries stand that are snoozed, or back, whatever their age. */
export const snoozedOf = (adminMail: string) =>
  queryOptions({
    queryKey: ['follow-up', 'snoozed', key(adminMail)],
    queryFn: async ({ signal, meta }) =>
      (await loadCalls()).listFollowUps(
        adminMail,
        { snoozed: '1' },
        { signal, isBackground: isBackground(meta) },
      ),
  });

/** Where one inquiry stands, with its timeline: the newest page, and what was loaded of the older ones. */
export const followUpOf = (adminMail: string, sid: string) =>
  queryOptions({
    queryKey: ['follow-up', 'one', key(adminMail), sid.toUpperCase()],
    queryFn: async ({ signal, meta }) =>
      (await loadCalls()).viewFollowUp({ adminMail, sid }, { signal, isBackground: isBackground(meta) }),
    structuralSharing: (held, page) =>
      replaceEqualDeep(held, withOlderEntries(held as FollowUpDetail | undefined, page as FollowUpDetail)),
  });

/** Loads the page before the oldest entry that is held. */
export async function loadOlderEntries(adminMail: string, sid: string): Promise<void> {
  const { queryKey } = followUpOf(adminMail, sid);
  const oldest = queryClient.getQueryData(queryKey)?.timeline.at(-1)?.id;
  if (oldest === undefined) return;
  const page = await (await loadCalls()).viewFollowUp({ adminMail, sid }, {}, oldest);
  queryClient.setQueryData(queryKey, (held) =>
    held?.timeline.at(-1)?.id === oldest ? { ...held, timeline: [...held.timeline, ...page.timeline] } : held,
  );
}

/** The hours that the agency's response clock runs in. */
export const agencyHours = (adminMail: string) =>
  queryOptions({
    queryKey: ['hours', key(adminMail)],
    queryFn: async ({ signal, meta }) =>
      (await loadCalls()).viewHours(adminMail, { signal, isBackground: isBackground(meta) }),
    staleTime: 5 * 60_000,
  });

/** Who can be handed an inquiry; `operador` is its OperadorResponsable. */
export const colleaguesOf = (adminMail: string, operador: string | null | undefined) =>
  queryOptions({
    queryKey: ['colleagues', key(adminMail), operador ?? null],
    queryFn: async ({ signal }) =>
      (await loadCalls()).listColleagues(adminMail, operador ? { operador } : {}, signal),
  });
