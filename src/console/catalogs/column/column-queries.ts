import { queryOptions } from '@tanstack/react-query';
import {
  MATCH_KINDS,
  MAX_ANSWERS,
  MAX_VALUES_PER_MATCH,
  type MatchKind,
  type MatchedValue,
  type SaveAnswers,
  matchingEndpoints,
} from '#contract/desk/matching.ts';
import { toBatches } from '#contract/to-batches.ts';
import { call } from '#console/api/call.ts';
import { customMutation, endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointKey, endpointQuery } from '#console/api/endpoint-query.ts';
import { PREFETCH_STALE_MS, queryClient } from '#console/api/query-client.ts';
import type { Table } from '#console/table-file/header.ts';
import type { LookUp } from '#console/table-file/look-up.ts';
import { sampleColumns, scoreSample } from './suggest-columns.ts';

interface Value {
  value: string;
  province: string;
}

/** @throws Failure: then nothing is known about the values */
export async function matchValues(
  catalog: MatchKind,
  values: readonly Value[],
  signal: AbortSignal,
): Promise<MatchedValue[]> {
  const body = { values: values.map(({ value, province }) => ({ value, province })) };
  const { results } = await call(matchingEndpoints.matchValues, { params: { catalog }, body, signal });
  return results;
}

export function matchLookUp<Item extends Value & { key: string }>(
  catalog: MatchKind,
  items: readonly Item[],
): LookUp<Item, MatchedValue> {
  return {
    endpoint: 'matchValues',
    items,
    batchSize: MAX_VALUES_PER_MATCH,
    fetchBatch: (batch, signal) => matchValues(catalog, batch, signal),
  };
}

export const contentScoresQuery = (key: unknown, table: Table) =>
  queryOptions({
    // The table itself is too large for a key.
    queryKey: endpointKey('matchValues', { body: key }, 'scores'),
    queryFn: async ({ signal }) => {
      const samples = sampleColumns(table).map(({ column, values }) => ({
        column,
        values: values.map((value) => ({ value, province: '' })),
      }));
      const all = samples.flatMap(({ values }) => values);
      if (all.length === 0) return [];
      return Promise.all(
        MATCH_KINDS.map(async (catalog) => {
          const results = await matchValues(catalog, all, signal);
          let start = 0;
          const byColumn = samples.map(({ values }) => {
            start += values.length;
            return scoreSample(results.slice(start - values.length, start));
          });
          return { catalog, byColumn };
        }),
      );
    },
    gcTime: 0,
  });

export const answerListQuery = (catalog: MatchKind) =>
  endpointQuery(
    matchingEndpoints.listAnswers,
    { params: { catalog } },
    { transform: ({ answers }) => answers, staleTime: PREFETCH_STALE_MS },
  );

interface NewAnswers {
  catalog: MatchKind;
  answers: SaveAnswers['answers'];
}

/** The dictionary shows an answer as pending until the list is read again. */
export const saveAnswers = customMutation(
  async ({ catalog, answers }: NewAnswers) => {
    for (const batch of toBatches(answers, MAX_ANSWERS))
      await call(matchingEndpoints.saveAnswers, { params: { catalog }, body: { answers: batch } });
  },
  {
    invalidates: ({ catalog }) => [endpointKey('listAnswers', { params: { catalog } })],
    awaitsRefetch: true,
  },
);

/** Its row stays, with an undo, until `invalidateAnswers`. */
export const deleteAnswer = endpointMutation(
  matchingEndpoints.deleteAnswer,
  (params: { catalog: MatchKind; id: string }) => ({ params }),
);

export function invalidateAnswers(catalog: MatchKind): void {
  void queryClient.invalidateQueries({ queryKey: answerListQuery(catalog).queryKey });
}
