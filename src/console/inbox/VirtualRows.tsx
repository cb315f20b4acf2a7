import { type Range, defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type FocusEvent,
  type HTMLAttributes,
  type ReactNode,
  useEffect,
  useState,
} from 'react';

/** Rows drawn above and below those in sight. */
const AROUND = 12;

interface Props extends Pick<
  HTMLAttributes<HTMLElement>,
  'onClick' | 'onPointerOver' | 'onFocus' | 'className'
> {
  count: number;
  height: number;
  scroller: HTMLElement | null;
  /** Rows that are drawn wherever they are; -1 is none. */
  kept: number[];
  row: (index: number, style: CSSProperties) => ReactNode;
}

/** Of a long list the rows in sight, all of one height; the one that is focused stays drawn too. */
export function VirtualRows({ count, height, scroller, kept, row, onFocus, ...listening }: Props) {
  'use no memo';
  const [focused, setFocused] = useState(-1);
  // oxlint-disable-next-line react/incompatible-library -- one object that changes; nothing here is memoized
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: AROUND,
    rangeExtractor: (range: Range) =>
      [
        ...new Set([
          ...defaultRangeExtractor(range),
          ...[...kept, focused].filter((at) => at >= 0 && at < count),
        ]),
      ].toSorted((a, b) => a - b),
  });
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, height]);
  const focus = (event: FocusEvent<HTMLElement>) => {
    setFocused(Number(event.target.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1));
    onFocus?.(event);
  };
  return (
    // Links are what is pressed; the list only takes their clicks.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol {...listening} onFocus={focus} style={{ position: 'relative', height: count * height }}>
      {virtualizer
        .getVirtualItems()
        .map(({ index }) => row(index, { position: 'absolute', insetInline: 0, top: index * height }))}
    </ol>
  );
}
