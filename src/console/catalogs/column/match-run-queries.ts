import { type AddMatchRun, matchRunEndpoints } from '#contract/desk/match-runs.ts';
import { customMutation, endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { call } from '#console/api/call.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import type { RowAnswer } from './column-answers.ts';

const PARAMETER = 'comparacion';

export const readRunId = (search: URLSearchParams) => search.get(PARAMETER)?.trim() ?? '';
export const runPath = (id: string) => `${paths.column()}?${PARAMETER}=${id}`;

export const matchRunQuery = (id: string) =>
  endpointQuery(matchRunEndpoints.viewMatchRun, { params: { id } }, { staleTime: 0 });

export const matchRunListQuery = () => endpointQuery(matchRunEndpoints.listMatchRuns);

export const addMatchRun = endpointMutation(
  matchRunEndpoints.addMatchRun,
  (body: AddMatchRun) => ({ body }),
  { invalidates: ['listMatchRuns'] },
);

interface RunChange {
  id: string;
  changes: readonly RowAnswer[];
}

export const saveRunAnswers = customMutation(
  ({ id, changes }: RunChange) => {
    const answers = changes.map(({ row, answer }) => ({
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
