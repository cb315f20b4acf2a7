import type { ReactNode } from 'react';
import { formatFigureFilter } from '#contract/figure-lists.ts';
import { type ListFilters, inquiriesLink } from './address.ts';
import css from './OverviewPage.module.css';
import { usePeriod } from './period-context.ts';

export interface FigureList {
  agencias?: readonly string[];
  /** They add to the days of the period, or replace them. */
  filters: ListFilters;
}

type AnswerFigure = 'inquiries' | 'answered' | 'inTime';

/** Lists of the inquiries that a figure counts, or that a median was computed from (`answered`). */
export const ANSWER_FILTERS: Record<AnswerFigure, ListFilters> = {
  inquiries: {},
  answered: { cifra: formatFigureFilter('respondidas', '') },
  inTime: { cifra: formatFigureFilter('respondidas', 'a-tiempo') },
};

export type ToFigureList<Row> = (row: Row, figure: AnswerFigure) => FigureList;

interface Props {
  list: FigureList;
  /** Number of inquiries of the list; without any there is no link. */
  count: number;
  children: ReactNode;
}

export function FigureLink({ list: { agencias, filters }, count, children }: Props) {
  const { agencias: ofPeriod, desde, hasta } = usePeriod();
  if (count === 0) return children;
  return (
    <a className={css.figure} href={inquiriesLink(agencias ?? ofPeriod, { desde, hasta, ...filters })}>
      {children}
    </a>
  );
}
