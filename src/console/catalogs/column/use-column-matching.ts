import { useEffect, useRef, useState } from 'react';
import type { MatchKind, MatchedValue } from '#contract/desk/matching.ts';
import type { ColumnValue } from './column-values.ts';
import type { Results } from './decisions.ts';
import { matchValues, toBatches } from './column-queries.ts';

interface State {
  results: Results;
  isRunning: boolean;
  hasStopped: boolean;
  error: Error | null;
}

const NOT_STARTED: State = { results: new Map(), isRunning: false, hasStopped: false, error: null };

export function useColumnMatching(catalog: MatchKind) {
  const [state, setState] = useState(NOT_STARTED);
  const run = useRef<AbortController>(undefined);
  useEffect(() => () => run.current?.abort(), []);

  const start = async (values: readonly ColumnValue[], known?: Results): Promise<void> => {
    run.current?.abort();
    const controller = new AbortController();
    run.current = controller;
    const results = new Map<string, MatchedValue>(known);
    const hasStopped = known !== undefined;
    setState({ results: new Map(results), isRunning: true, hasStopped, error: null });
    try {
      for (const batch of toBatches(values.filter(({ key }) => !results.has(key)))) {
        const matched = await matchValues(catalog, batch, controller.signal);
        for (const [at, { key }] of batch.entries()) {
          const result = matched[at];
          if (result) results.set(key, result);
        }
        controller.signal.throwIfAborted();
        setState({ results: new Map(results), isRunning: true, hasStopped, error: null });
      }
      setState({ results, isRunning: false, hasStopped: true, error: null });
    } catch (error) {
      if (controller.signal.aborted || !(error instanceof Error)) return;
      setState({ results, isRunning: false, hasStopped: true, error });
    }
  };

  return {
    ...state,
    start: (values: readonly ColumnValue[]) => void start(values),
    resume: (values: readonly ColumnValue[]) => void start(values, state.results),
    pause: () => {
      run.current?.abort();
      setState((previous) => ({ ...previous, isRunning: false, hasStopped: true }));
    },
    reset: () => {
      run.current?.abort();
      setState(NOT_STARTED);
    },
    setResults: (results: Results) => setState((previous) => ({ ...previous, results })),
  };
}
