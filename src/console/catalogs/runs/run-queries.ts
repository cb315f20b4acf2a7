import type { LoaderFunctionArgs } from 'react-router';
import {
  type AddMatchRun,
  type MatchRun,
  type RunKind,
  matchRunEndpoints,
} from '#contract/desk/match-runs.ts';
import { MAX_VALUES_PER_MATCH, type MatchedValue } from '#contract/desk/matching.ts';
import { call } from '#console/api/call.ts';
import { customMutation, endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { queryClient } from '#console/api/query-client.ts';
import { matchValues } from '#console/catalogs/column/column-queries.ts';
import { paths } from '#console/paths.ts';
import type { LookUp } from '#console/table-file/look-up.ts';
import type { RunValue, ValueAnswer } from './value-answers.ts';

const PARAMETERS: Record<RunKind, string> = { column: 'comparacion', listings: 'revision' };

export const readRunId = (kind: RunKind, search: URLSearchParams) =>
  search.get(PARAMETERS[kind])?.trim() ?? '';

export function runPath({ kind, id }: Pick<MatchRun, 'kind' | 'id'>): string {
  return `${kind === 'column' ? paths.column() : paths.listing()}?${PARAMETERS[kind]}=${id}`;
}

export const matchRunQuery = (id: string) =>
  endpointQuery(matchRunEndpoints.viewMatchRun, { params: { id } }, { staleTime: 0 });

export const matchRunListQuery = () => endpointQuery(matchRunEndpoints.listMatchRuns);

export const createRunLoader =
  (kind: RunKind) =>
  ({ url }: LoaderFunctionArgs) => {
    const id = readRunId(kind, url.searchParams);
    return id === ''
      ? queryClient.prefetchQuery(matchRunListQuery())
      : queryClient.prefetchQuery(matchRunQuery(id));
  };

export const addMatchRun = endpointMutation(
  matchRunEndpoints.addMatchRun,
  (body: AddMatchRun) => ({ body }),
  { invalidates: ['listMatchRuns'] },
);

interface RunChange {
  id: string;
  changes: readonly ValueAnswer[];
}

export const saveRunAnswers = customMutation(
  ({ id, changes }: RunChange) => {
    const answers = changes.map(({ catalog, row, answer }) => ({
      catalog,
      row,
      answer: answer && { entryId: answer.entry?.id ?? null, source: answer.by },
    }));
    return call(matchRunEndpoints.saveRunAnswers, { params: { id }, body: { answers } });
  },
  {
    update: ({ answers }, { id }) => {
      const { queryKey } = matchRunQuery(id);
      // A read that began before may have the earlier answers.
      void queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (run) => run && { ...run, answers });
    },
    invalidatesOnError: ({ id }) => [matchRunQuery(id).queryKey],
  },
);

export function valueLookUp(items: readonly RunValue[]): LookUp<RunValue, MatchedValue> {
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
