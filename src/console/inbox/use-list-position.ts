import { type RefObject, useEffect, useRef, useState, useLayoutEffect } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { createPageStore } from '#console/api/store.ts';
import { runAfterPaint } from '#console/ui/scheduling.ts';

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

const MARGIN_ROWS = 2;

const scrollTops = createPageStore<ReadonlyMap<string, number>>(new Map());

/** Another list starts at its top; Back restores the position; the open row stays visible. */
export function useListScroll(listId: string | undefined, openIndex: number, rowHeight: number) {
  const [element, ref] = useState<HTMLElement | null>(null);
  const isBack = useNavigationType() === NavigationType.Pop;
  const currentId = useRef<string>(undefined);
  const position = useRef(0);

  useLayoutEffect(() => {
    if (!element || listId === undefined || currentId.current === listId) return;
    currentId.current = listId;
    const top = isBack ? (scrollTops.get().get(listId) ?? 0) : 0;
    if (top !== position.current) element.scrollTo(0, top);
    position.current = top;
  }, [element, listId, isBack]);

  const wasClicked = useRef(false);
  useEffect(() => {
    const handleClick = ({ detail }: MouseEvent) => {
      wasClicked.current = detail > 0;
    };
    element?.addEventListener('click', handleClick);
    return () => element?.removeEventListener('click', handleClick);
  }, [element]);
  useEffect(() => {
    if (!element || openIndex < 0) return undefined;
    return runAfterPaint(() => {
      const { scrollTop, clientHeight } = element;
      const maxMarginRows = Math.max(0, Math.floor(clientHeight / rowHeight / 2) - 1);
      const margin = wasClicked.current ? 0 : Math.min(MARGIN_ROWS, maxMarginRows) * rowHeight;
      wasClicked.current = false;
      const top = openIndex * rowHeight - margin;
      const bottom = (openIndex + 1) * rowHeight + margin;
      if (top < scrollTop) element.scrollTo(0, top);
      else if (bottom > scrollTop + clientHeight) element.scrollTo(0, bottom - clientHeight);
    });
  }, [element, openIndex, rowHeight]);

  const onScroll = () => {
    if (!element) return;
    position.current = element.scrollTop;
    if (listId !== undefined && currentId.current === listId)
      scrollTops.set(new Map(scrollTops.get()).set(listId, position.current));
  };
  return [element, ref, onScroll] as const;
}
