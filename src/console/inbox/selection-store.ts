import { createContext, use, useSyncExternalStore } from 'react';
import type { Job } from '#contract/desk/jobs.ts';
import { type Store, createStore } from '#console/api/store.ts';
import type { Row } from '#console/inquiries/inquiry-queries.ts';

// Part of the first screen: what changes a selection is in `selection.ts`, and loaded after it.

export interface Selection {
  /** Whether checkboxes are shown although nothing is selected. */
  isOn: boolean;
  /** Selected rows, by `inquiryId`. */
  ids: ReadonlySet<string>;
  /** Whether all inquiries of the list are selected, also those that are not loaded. */
  isWholeList: boolean;
  /** Where a range begins: the row that was toggled last. */
  anchor: string | undefined;
  /** Why the last change of selected rows failed: problem codes, by `inquiryId`. */
  failures: ReadonlyMap<string, string>;
  /** The last job that had failed rows, and their problem codes. */
  result: { job: Job; codes: readonly (string | null)[] } | undefined;
}

export interface SelectionStore extends Store<Selection> {
  /** Rows on screen, in order. */
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
