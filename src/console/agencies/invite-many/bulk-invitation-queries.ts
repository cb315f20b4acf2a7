import { queryOptions } from '@tanstack/react-query';
import {
  type InvitationFunnel,
  type InviteAgencies,
  bulkInvitationEndpoints,
} from '#contract/desk/bulk-invitations.ts';
import type { MatchedValue } from '#contract/desk/matching.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointKey, endpointQuery } from '#console/api/endpoint-query.ts';
import { PREFETCH_STALE_MS } from '#console/api/query-client.ts';
import { INVITATION_ENDPOINTS } from '#console/agencies/agency-page-queries.ts';
import { matchLookUp } from '#console/catalogs/column/column-queries.ts';
import { JOB_EFFECTS, JOB_ENDPOINTS } from '#console/jobs/job-queries.ts';
import { runLookUp } from '#console/table-file/look-up.ts';
import type { CityRequest } from './check-place.ts';

export type InvitedAgency = InvitationFunnel['agencies'][number];

export const funnelQuery = (id: string) =>
  endpointQuery(
    bulkInvitationEndpoints.viewInvitationFunnel,
    { params: { id } },
    { staleTime: PREFETCH_STALE_MS },
  );

const INVITATION_JOB_EFFECTS = {
  ...JOB_EFFECTS,
  invalidates: [...JOB_ENDPOINTS, ...INVITATION_ENDPOINTS],
};

const cityKey = ({ value, province }: CityRequest) =>
  endpointKey('matchValues', { params: { catalog: 'city' }, body: { value, province } }, 'value');

export const cityMatchesQuery = (requests: readonly CityRequest[]) =>
  queryOptions({
    queryKey: endpointKey('matchValues', {
      params: { catalog: 'city' },
      body: requests.map(({ key }) => key),
    }),
    queryFn: async ({ client, signal }) => {
      const isKnown = (request: CityRequest) => client.getQueryData(cityKey(request)) !== undefined;
      const unknown = requests.filter((request) => !isKnown(request));
      await runLookUp(matchLookUp('city', unknown), signal, (results) => {
        for (const request of unknown) {
          const result = results.get(request.key);
          if (result) client.setQueryData(cityKey(request), result);
        }
      });
      return new Map(
        requests.flatMap((request) => {
          const result = client.getQueryData<MatchedValue>(cityKey(request));
          return result ? [[request.key, result] as const] : [];
        }),
      );
    },
    structuralSharing: false,
  });

export const inviteAgencies = endpointMutation(
  bulkInvitationEndpoints.inviteAgencies,
  (body: InviteAgencies) => ({ body }),
  INVITATION_JOB_EFFECTS,
);

export const remindAgencies = endpointMutation(
  bulkInvitationEndpoints.remindAgencies,
  ({ id, reminderId }: { id: string; reminderId: string }) => ({ params: { id }, body: { id: reminderId } }),
  INVITATION_JOB_EFFECTS,
);
