import { createContext, use, useSyncExternalStore } from 'react';
import type { Job } from '#contract/desk/jobs.ts';
import { type Store, createStore } from '#console/api/store.ts';
import { inquiryId } from '#console/inquiries/inquiry-queries.ts';
import type { Row } from '#console/inquiries/row.ts';

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
export function useIsSelecting({ subscribe, get }: SelectionStore): boolean {
  return useSyncExternalStore(subscribe, () => isSelecting(get()));
}

/** An inquiry cannot be changed without an identifier, or before its follow-up is loaded. */
export function isSelectable({ sid, followUp }: Row): boolean {
  return sid !== undefined && followUp !== undefined;
}

export function isSelected({ ids, isWholeList }: Selection, id: string): boolean {
  return isWholeList || ids.has(id);
}

export function toggleRow(selection: Selection, rows: readonly Row[], id: string): Selection {
  const ids = getSelectedIds(selection, rows);
  if (!ids.delete(id)) ids.add(id);
  return { ...selection, ids, isWholeList: false, anchor: id };
}

export function toggleRange(selection: Selection, rows: readonly Row[], id: string): Selection {
  const order = rows.filter(isSelectable).map(inquiryId);
  const [start, end] = [order.indexOf(selection.anchor ?? id), order.indexOf(id)];
  if (start === -1 || end === -1) return toggleRow(selection, rows, id);
  const ids = getSelectedIds(selection, rows);
  const adds = !ids.has(id);
  for (const one of order.slice(Math.min(start, end), Math.max(start, end) + 1)) {
    if (adds) ids.add(one);
    else ids.delete(one);
  }
  return { ...selection, ids, isWholeList: false, anchor: id };
}

export function getPageIds(rows: readonly Row[]): string[] {
  return rows.filter((row) => isSelectable(row) && !row.hasLeft).map(inquiryId);
}

export function selectPage(selection: Selection, rows: readonly Row[]): Selection {
  return { ...selection, ids: new Set(getPageIds(rows)), isWholeList: false };
}

export function selectWholeList(selection: Selection): Selection {
  return { ...selection, ids: new Set(), isWholeList: true };
}

export function selectFailed(
  selection: Selection,
  failures: ReadonlyMap<string, string>,
  result: Selection['result'],
): Selection {
  const isOn = selection.isOn && failures.size > 0;
  return { ...NO_SELECTION, isOn, ids: new Set(failures.keys()), failures, result };
}

export function getSelectedRows(selection: Selection, rows: readonly Row[]): Row[] {
  return rows.filter((row) => isSelectable(row) && isSelected(selection, inquiryId(row)));
}

function getSelectedIds(selection: Selection, rows: readonly Row[]): Set<string> {
  return new Set(getSelectedRows(selection, rows).map(inquiryId));
}
