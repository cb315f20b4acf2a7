import { MAX_VALUES_PER_MATCH, type MatchedValue } from '#contract/desk/matching.ts';
import { matchValues } from '#console/catalogs/column/column-queries.ts';
import type { LookUp } from '#console/table-file/look-up.ts';
import type { ListingValue } from './listing-rows.ts';

export function listingLookUp(items: readonly ListingValue[]): LookUp<ListingValue, MatchedValue> {
  return {
    endpoint: 'matchValues',
    items,
    batchSize: MAX_VALUES_PER_MATCH,
    fetchBatch: async (batch, signal) => {
      const byCatalog = Map.groupBy(batch, ({ catalog }) => catalog);
      const matched = await Promise.all(
        [...byCatalog].map(([catalog, values]) => matchValues(catalog, values, signal)),
      );
      return matched.flat();
    },
  };
}
