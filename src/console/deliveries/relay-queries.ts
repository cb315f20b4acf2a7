import {
  type EditRelayTarget,
  type RelayAttemptsQuery,
  type RelayTarget,
  type WriteRelayTarget,
  relayEndpoints,
} from '#contract/desk/relay.ts';
import { call } from '#console/api/call.ts';
import { customMutation, endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { ignoreNotFound } from '#console/api/failure.ts';
import { PREFETCH_STALE_MS, queryClient } from '#console/api/query-client.ts';

export const relayTargetsQuery = () =>
  endpointQuery(relayEndpoints.listRelayTargets, {}, { staleTime: PREFETCH_STALE_MS });

export const relayAttemptsQuery = (id: string, { before, topic }: RelayAttemptsQuery) =>
  endpointQuery(
    relayEndpoints.listRelayAttempts,
    { params: { id }, query: { before, topic } },
    { staleTime: PREFETCH_STALE_MS },
  );

export async function fetchRelayTarget(id: string): Promise<RelayTarget | undefined> {
  const { targets } = await queryClient.fetchQuery({ ...relayTargetsQuery(), staleTime: 0 });
  return targets.find((target) => target.id === id);
}

const EFFECTS = {
  invalidates: ['listRelayTargets', 'listRelayAttempts'],
  invalidatesOnError: ['listRelayTargets'],
  awaitsRefetch: true,
} as const;

export const addRelayTarget = endpointMutation(
  relayEndpoints.addRelayTarget,
  (body: WriteRelayTarget) => ({ body }),
  EFFECTS,
);

export const editRelayTarget = endpointMutation(
  relayEndpoints.editRelayTarget,
  ({ id, ...body }: EditRelayTarget & { id: string }) => ({ params: { id }, body }),
  EFFECTS,
);

export const switchRelayTarget = endpointMutation(
  relayEndpoints.switchRelayTarget,
  ({ id, active }: { id: string; active: boolean }) => ({ params: { id }, body: { active } }),
  EFFECTS,
);

export const resendRelayed = endpointMutation(
  relayEndpoints.resendRelayed,
  ({ id, attempt }: { id: string; attempt: string }) => ({ params: { id }, body: { attempt } }),
  EFFECTS,
);

export const testRelayTarget = endpointMutation(relayEndpoints.testRelayTarget, (id: string) => ({
  params: { id },
}));

export const deleteRelayTarget = customMutation(
  (id: string) => call(relayEndpoints.deleteRelayTarget, { params: { id } }).catch(ignoreNotFound),
  { invalidates: ['listRelayTargets'] },
);
