import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { keepScroll, scrollOf } from './list-place.ts';

/**
 * The scroll of the list: another list begins at its top, one that Back leads to where it was left, and the row of the
 * open inquiry stays in sight. `list` names what is shown; undefined while the next one is awaited.
 * @returns the element that scrolls, what takes it, and what is to be called when it is scrolled
 */
export function useScroll(list: string | undefined, openRow: number, rowHeight: number) {
  const [element, attach] = useState<HTMLElement | null>(null);
  const cameBack = useNavigationType() === NavigationType.Pop;
  const shown = useRef<string>(undefined);

  useLayoutEffect(() => {
    if (!element || list === undefined || shown.current === list) return;
    const isFirst = shown.current === undefined;
    shown.current = list;
    const top = cameBack ? scrollOf(list) : 0;
    // The first one is at its top anyhow, and asking for it would lay out the page before it is painted.
    if (!isFirst || top > 0) element.scrollTo(0, top);
  }, [element, list, cameBack]);

  useEffect(() => {
    if (!element || openRow < 0) return;
    const top = openRow * rowHeight;
    const { scrollTop, clientHeight } = element;
    if (top < scrollTop) element.scrollTo(0, top);
    else if (top + rowHeight > scrollTop + clientHeight) element.scrollTo(0, top + rowHeight - clientHeight);
  }, [element, openRow, rowHeight]);

  const keep = () => {
    if (element && list !== undefined && shown.current === list) keepScroll(list, element.scrollTop);
  };
  return [element, attach, keep] as const;
}
