import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { keepScroll, scrollOf } from './list-place.ts';
import { runAfterPaint } from '#console/ui/run-after-paint.ts';

/** Rows that stay in sight above and below the open one: what comes next is seen before it is opened. */
const AROUND = 2;

/**
 * The scroll of the list: another list begins at its top, one that Back leads to where it was left, and the row of the
 * open inquiry stays in sight. `list` names what is shown; undefined while the next one is awaited.
 * @returns the element that scrolls, what takes it, and what is to be called when it is scrolled
 */
export function useListScroll(list: string | undefined, openRow: number, rowHeight: number) {
  const [element, attach] = useState<HTMLElement | null>(null);
  const cameBack = useNavigationType() === NavigationType.Pop;
  const shown = useRef<string>(undefined);
  /** Where it was scrolled to last, px: asking the element would lay out the page before it is painted. */
  const at = useRef(0);

  useLayoutEffect(() => {
    if (!element || list === undefined || shown.current === list) return;
    shown.current = list;
    const top = cameBack ? scrollOf(list) : 0;
    // So would asking it to be where it is.
    if (top !== at.current) element.scrollTo(0, top);
    at.current = top;
  }, [element, list, cameBack]);

  const pressed = useRef(false);
  useEffect(() => {
    const press = ({ detail }: MouseEvent) => {
      pressed.current = detail > 0;
    };
    element?.addEventListener('click', press);
    return () => element?.removeEventListener('click', press);
  }, [element]);
  useEffect(() => {
    if (!element || openRow < 0) return undefined;
    // Asked for before it is painted, where the list stands would be laid out twice.
    return runAfterPaint(() => {
      const { scrollTop, clientHeight } = element;
      const most = Math.max(0, Math.floor(clientHeight / rowHeight / 2) - 1);
      // Nothing moves under the pointer.
      const around = pressed.current ? 0 : Math.min(AROUND, most) * rowHeight;
      pressed.current = false;
      const top = openRow * rowHeight - around;
      const bottom = (openRow + 1) * rowHeight + around;
      if (top < scrollTop) element.scrollTo(0, top);
      else if (bottom > scrollTop + clientHeight) element.scrollTo(0, bottom - clientHeight);
    });
  }, [element, openRow, rowHeight]);

  const keep = () => {
    if (!element) return;
    at.current = element.scrollTop;
    if (list !== undefined && shown.current === list) keepScroll(list, at.current);
  };
  return [element, attach, keep] as const;
}
