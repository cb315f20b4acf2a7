import { createContext, use } from 'react';
import type { ImportMatch } from '#contract/desk/follow-up-import.ts';

interface ImportState {
  picks: ReadonlyMap<number, ImportMatch>;
  /** Chooses the inquiry of a row by hand; undefined: the rule decides again. */
  pick: (row: number, match: ImportMatch | undefined) => void;
}

/** What cells of the rows read. */
export const ImportContext = createContext<ImportState>({ picks: new Map(), pick: () => {} });

export function useImport(): ImportState {
  return use(ImportContext);
}
