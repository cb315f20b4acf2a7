import { useEffect, useRef, useState } from 'react';

const MARGIN_PX = 24;

/** Keeps the current tab visible, also as counts load, until somebody scrolls. `tabKeys` are separated by spaces. */
export function useTabScroll(currentKey: string, tabKeys: string) {
  const ref = useRef<HTMLDivElement>(null);
  const scrolledAtKey = useRef<string>(undefined);
  const [overflow, setOverflow] = useState({ start: false, end: false });

  useEffect(() => {
    const row = ref.current;
    if (!row) return undefined;
    const updateOverflow = () => {
      const start = row.scrollLeft > 1;
      const end = row.scrollLeft + row.clientWidth < row.scrollWidth - 1;
      setOverflow((before) => (before.start === start && before.end === end ? before : { start, end }));
    };
    const current = row.children[tabKeys.split(' ').indexOf(currentKey)] as HTMLElement | undefined;
    const showCurrent = () => {
      if (current && scrolledAtKey.current !== currentKey) {
        const left = current.offsetLeft - row.offsetLeft;
        const right = left + current.offsetWidth;
        const isVisible = left >= row.scrollLeft && right <= row.scrollLeft + row.clientWidth;
        if (!isVisible) row.scrollLeft = left - MARGIN_PX;
      }
      updateOverflow();
    };
    const handleScrollByHand = () => {
      scrolledAtKey.current = currentKey;
    };
    const observer = new ResizeObserver(showCurrent);
    for (const element of [row, ...row.children]) observer.observe(element);
    const listenersAbort = new AbortController();
    const options = { passive: true, signal: listenersAbort.signal };
    row.addEventListener('scroll', updateOverflow, options);
    row.addEventListener('pointerdown', handleScrollByHand, options);
    row.addEventListener('wheel', handleScrollByHand, options);
    return () => {
      observer.disconnect();
      listenersAbort.abort();
    };
  }, [currentKey, tabKeys]);

  const scroll = (direction: 1 | -1) => {
    const row = ref.current;
    scrolledAtKey.current = currentKey;
    row?.scrollBy({ left: direction * (row.clientWidth - MARGIN_PX) });
  };
  return { ref, overflow, scroll };
}
