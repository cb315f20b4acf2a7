import { createContext, useContext } from 'react';
import type { MatchKind, MatchedEntry } from '#contract/desk/matching.ts';
import type { Decisions, Results } from './decisions.ts';

export interface ColumnContextValue {
  catalog: MatchKind;
  results: Results;
  decisions: Decisions;
  isRunning: boolean;
  /** A null entry says that no entry of the catalog fits. */
  decide: (key: string, entry: MatchedEntry | null) => void;
  undecide: (key: string) => void;
  editedKey: string | undefined;
  setEditedKey: (key: string | undefined) => void;
}

export const ColumnContext = createContext<ColumnContextValue | null>(null);

export function useColumn(): ColumnContextValue {
  const value = useContext(ColumnContext);
  if (!value) throw new Error('Only within a column');
  return value;
}
