import { type Digest, notificationEndpoints } from '#contract/desk/notifications.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { PREFETCH_STALE_MS, queryClient } from '#console/api/query-client.ts';

export const digestQuery = () =>
  endpointQuery(notificationEndpoints.viewDigest, {}, { staleTime: PREFETCH_STALE_MS });

export const saveDigest = endpointMutation(notificationEndpoints.setDigest, (body: Digest) => ({ body }), {
  update: (_reply, digest) => queryClient.setQueryData(digestQuery().queryKey, { digest }),
});
