import { queryOptions } from '@tanstack/react-query';
import {
  type InvitationFunnel,
  type InviteAgencies,
  bulkInvitationEndpoints,
} from '#contract/desk/bulk-invitations.ts';
import type { Job } from '#contract/desk/jobs.ts';
import type { MatchedValue } from '#contract/desk/matching.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS, isBackground } from '#console/api/query-client.ts';
import { FUNNEL_KEY } from '#console/agencies/invitation-queries.ts';
import { matchValues, toBatches } from '#console/catalogs/column/matching-queries.ts';
import type { CityRequest } from './check-place.ts';

export type InvitedAgency = InvitationFunnel['agencies'][number];

export const funnelQuery = (id: string) =>
  queryOptions({
    queryKey: [...FUNNEL_KEY, id],
    queryFn: ({ signal, meta }) =>
      call(bulkInvitationEndpoints.viewInvitationFunnel, {
        params: { id },
        signal,
        isBackground: isBackground(meta),
      }),
    staleTime: PREFETCH_STALE_MS,
  });

const cityKey = ({ value, province }: CityRequest) => ['catalogs', 'city-match', value, province];

/** What the catalog of cities has for the requests, by key; only those that were not answered yet are sent. */
export const cityMatchesQuery = (requests: readonly CityRequest[]) =>
  queryOptions({
    queryKey: ['catalogs', 'city-matches', ...requests.map(({ key }) => key)],
    queryFn: async ({ client, signal }) => {
      const isKnown = (request: CityRequest) => client.getQueryData(cityKey(request)) !== undefined;
      for (const batch of toBatches(requests.filter((request) => !isKnown(request)))) {
        const matched = await matchValues('city', batch, signal);
        for (const [at, request] of batch.entries()) client.setQueryData(cityKey(request), matched[at]);
      }
      return new Map(
        requests.flatMap((request) => {
          const result = client.getQueryData<MatchedValue>(cityKey(request));
          return result ? [[request.key, result] as const] : [];
        }),
      );
    },
    structuralSharing: false,
  });

/** Repeating it with the same id starts no second job. */
export function inviteAgencies(body: InviteAgencies): Promise<Job> {
  return call(bulkInvitationEndpoints.inviteAgencies, { body });
}

/** `reminderId`: id of the job that sends the reminders. */
export function remindAgencies(id: string, reminderId: string): Promise<Job> {
  return call(bulkInvitationEndpoints.remindAgencies, {
    params: { id },
    body: { id: reminderId },
  });
}
