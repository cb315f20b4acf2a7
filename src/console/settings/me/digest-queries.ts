import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Digest, notificationEndpoints } from '#contract/desk/notifications.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS } from '#console/api/query-client.ts';

/** The signed-in person's daily digest. */
export const digestQuery = () =>
  queryOptions({
    queryKey: ['me', 'digest'],
    queryFn: ({ signal }) => call(notificationEndpoints.viewDigest, { signal }),
    staleTime: PREFETCH_STALE_MS,
  });

export async function saveDigest(body: Digest): Promise<void> {
  await call(notificationEndpoints.setDigest, { body });
}

export function cacheDigest(client: QueryClient, digest: Digest): void {
  client.setQueryData(digestQuery().queryKey, { digest });
}
