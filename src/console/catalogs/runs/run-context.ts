import { createContext, useContext } from 'react';
import type { RunState } from './use-run.ts';

export const RunContext = createContext<RunState | null>(null);

export function useRunContext(): RunState {
  const state = useContext(RunContext);
  if (!state) throw new Error('Only within a run');
  return state;
}
