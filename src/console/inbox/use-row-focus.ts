import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPageStore } from '#console/api/store.ts';

export type RowEnd = 'first' | 'last';

type ListRef = RefObject<HTMLElement | null>;

const lastOpened = createPageStore<string | undefined>(undefined);

export function useLastOpened(openSid: string | undefined): string | undefined {
  const [lastSid, setLastSid] = useState(lastOpened.get);
  if (openSid && openSid !== lastSid) setLastSid(openSid);
  useEffect(() => {
    if (openSid) lastOpened.set(openSid);
  }, [openSid]);
  return lastSid;
}

export function useRestoredFocus(
  listRef: ListRef,
  openSid: string | undefined,
  neighbourSid: string | undefined,
  isReady: boolean,
): void {
  const sids = useRef(openSid ? [] : [lastOpened.get()]);
  useEffect(() => {
    if (!isReady) return;
    if (!openSid) {
      const [row, neighbour] = sids.current.map((sid = '') =>
        listRef.current?.querySelector<HTMLElement>(`[data-sid="${CSS.escape(sid)}"] a`),
      );
      (row ?? neighbour)?.focus();
    }
    sids.current = openSid ? [openSid, neighbourSid] : [];
  }, [listRef, openSid, neighbourSid, isReady]);
}

/**
 * The focus moves only if it was lost with the pressed element.
 * @returns requests the focus for one end of the next list
 */
export function useListFocus(listRef: ListRef, listId: string, isReady: boolean): (end: RowEnd) => void {
  const requested = useRef<RowEnd>(undefined);
  const focusedListId = useRef(listId);
  useEffect(() => {
    if (!isReady || focusedListId.current === listId) return;
    focusedListId.current = listId;
    const end = requested.current ?? (document.activeElement === document.body ? 'first' : undefined);
    requested.current = undefined;
    if (!end) return;
    const links = listRef.current?.querySelectorAll<HTMLElement>('[data-row] a[href]') ?? [];
    links[end === 'first' ? 0 : links.length - 1]?.focus();
  }, [listRef, listId, isReady]);
  return (end) => {
    requested.current = end;
  };
}
