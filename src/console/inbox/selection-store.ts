import { createContext, use, useSyncExternalStore } from 'react';
import type { Job } from '#contract/desk/jobs.ts';
import { type Store, createStore } from '#console/api/store.ts';
import type { Row } from '#console/inquiries/row.ts';

// The first screen reads selections; `selection.ts` changes them and is loaded after it.

export interface Selection {
  isOn: boolean;
  ids: ReadonlySet<string>;
  isWholeList: boolean;
  anchor: string | undefined;
  failures: ReadonlyMap<string, string>;
  result: { job: Job; codes: readonly (string | null)[] } | undefined;
}

export interface SelectionStore extends Store<Selection> {
  getRows: () => readonly Row[];
  setRows: (rows: readonly Row[]) => void;
}

export const NO_SELECTION: Selection = {
  isOn: false,
  ids: new Set(),
  isWholeList: false,
  anchor: undefined,
  failures: new Map(),
  result: undefined,
};

export function createSelectionStore(): SelectionStore {
  let rows: readonly Row[] = [];
  return {
    ...createStore(NO_SELECTION),
    getRows: () => rows,
    setRows: (next) => {
      rows = next;
    },
  };
}

export const SelectionContext = createContext(createSelectionStore());

export const useSelectionStore = (): SelectionStore => use(SelectionContext);

const isSelecting = ({ isOn, isWholeList, ids }: Selection) => isOn || isWholeList || ids.size > 0;

/** Renders its caller only when selecting begins and ends. */
export function useIsSelecting(): boolean {
  const { subscribe, get } = useSelectionStore();
  return useSyncExternalStore(subscribe, () => isSelecting(get()));
}
