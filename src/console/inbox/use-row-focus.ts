import { type RefObject, useEffect, useRef, useState } from 'react';
import { queryClient } from '#console/api/query-client.ts';

export type RowEnd = 'first' | 'last';

type ListRef = RefObject<HTMLElement | null>;

const LAST_OPENED_KEY = ['inbox', 'last-opened'];
queryClient.setQueryDefaults(LAST_OPENED_KEY, { gcTime: Infinity });

const getLastOpened = () => queryClient.getQueryData<string>(LAST_OPENED_KEY);

export function useLastOpened(openSid: string | undefined): string | undefined {
  const [lastSid, setLastSid] = useState(getLastOpened);
  if (openSid && openSid !== lastSid) setLastSid(openSid);
  useEffect(() => {
    if (openSid) queryClient.setQueryData(LAST_OPENED_KEY, openSid);
  }, [openSid]);
  return lastSid;
}

export function useRestoredFocus(
  listRef: ListRef,
  openSid: string | undefined,
  neighbourSid: string | undefined,
  isReady: boolean,
): void {
  const sids = useRef(openSid ? [] : [getLastOpened()]);
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
