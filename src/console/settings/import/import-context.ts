import { createContext, use } from 'react';
import type { ImportMatch } from '#contract/desk/follow-up-import.ts';

interface ImportState {
  picks: ReadonlyMap<number, ImportMatch>;
  pick: (row: number, match: ImportMatch | undefined) => void;
}

export const ImportContext = createContext<ImportState>({ picks: new Map(), pick: () => {} });

export function useImport(): ImportState {
  return use(ImportContext);
}
