import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { type ImportMatch, MAX_MATCHED_ROWS } from '#contract/desk/follow-up-import.ts';
import { type MatchRun, matchQueries } from './import-queries.ts';

export function useMatchRun() {
  const [run, setRun] = useState<MatchRun>();
  const queries = useQueries({ queries: run ? matchQueries(run) : [] });
  const matches = (run?.clues ?? []).map(
    (_, at): readonly ImportMatch[] | undefined =>
      queries[Math.floor(at / MAX_MATCHED_ROWS)]?.data?.[at % MAX_MATCHED_ROWS],
  );
  return {
    isStarted: run !== undefined,
    isRunning: queries.some(({ isFetching }) => isFetching),
    matches,
    foundCount: matches.filter((found) => found !== undefined).length,
    error: queries.find(({ error }) => error)?.error ?? null,
    start: (agencies: readonly string[], clues: MatchRun['clues']) =>
      setRun({ id: crypto.randomUUID(), agencies, clues }),
    retry: () => {
      for (const { isError, refetch } of queries) if (isError) void refetch();
    },
    reset: () => setRun(undefined),
  };
}
