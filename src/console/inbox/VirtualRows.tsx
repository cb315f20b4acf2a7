import { type Range, defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type FocusEvent,
  type HTMLAttributes,
  type ReactNode,
  useEffect,
  useState,
} from 'react';

const OVERSCAN_ROWS = 12;

interface Props extends Pick<
  HTMLAttributes<HTMLElement>,
  'onClick' | 'onPointerOver' | 'onFocus' | 'className'
> {
  count: number;
  height: number;
  scroller: HTMLElement | null;
  pinnedIndexes: number[];
  renderRow: (index: number, style: CSSProperties) => ReactNode;
  'data-selecting': boolean;
}

export function VirtualRows({
  count,
  height,
  scroller,
  pinnedIndexes,
  renderRow,
  onFocus,
  ...handlers
}: Props) {
  const [focusedIndex, setFocusedIndex] = useState(-1);
  // oxlint-disable-next-line react/incompatible-library -- one object that changes; nothing here is memoized
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: OVERSCAN_ROWS,
    rangeExtractor: (range: Range) => {
      const pinned = [...pinnedIndexes, focusedIndex].filter((index) => index >= 0 && index < count);
      return [...new Set([...defaultRangeExtractor(range), ...pinned])].toSorted((a, b) => a - b);
    },
  });
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, height]);
  const handleFocus = (event: FocusEvent<HTMLElement>) => {
    setFocusedIndex(Number(event.target.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1));
    onFocus?.(event);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the links are the controls
    <ol {...handlers} onFocus={handleFocus} style={{ position: 'relative', height: count * height }}>
      {virtualizer
        .getVirtualItems()
        .map(({ index }) => renderRow(index, { position: 'absolute', insetInline: 0, top: index * height }))}
    </ol>
  );
}
