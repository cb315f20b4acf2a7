import { type Query, type QueryKey, hashKey } from '@tanstack/react-query';
import { createBatch } from '#console/api/batch.ts';
import { isRetryable } from '#console/api/failure.ts';
import { BACKGROUND, queryClient } from '#console/api/query-client.ts';

const REFETCH_BATCH_MS = 80;

export function isRefused({ state: { data, error } }: Query): boolean {
  return data === undefined && error !== null && !isRetryable(error);
}

export function createRefetchBatch(minIntervalMs: number) {
  let refetchedAt = 0;
  return createBatch<QueryKey>(
    (keys) => {
      refetchedAt = Date.now();
      const uniqueKeys = new Map([...keys].map((key) => [hashKey(key), key]));
      for (const key of uniqueKeys.values()) refetchInBackground(key);
    },
    () => Math.max(REFETCH_BATCH_MS, refetchedAt + minIntervalMs - Date.now()),
  );
}

function refetchInBackground(queryKey: QueryKey): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    query.invalidate();
    if (!query.isActive() || document.visibilityState === 'hidden' || isRefused(query)) continue;
    query.setOptions({ ...query.options, meta: BACKGROUND });
    void refetchQuery(query.queryKey);
  }
}

async function refetchQuery(queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  await queryClient.refetchQueries({ queryKey, exact: true });
}
