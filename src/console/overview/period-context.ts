import { createContext, use } from 'react';
import type { PeriodRequest } from './overview-queries.ts';

interface Period extends PeriodRequest {
  /** Whether the period before has all its inquiries. */
  isComparable: boolean;
}

/** Agencies and days of the figures below. */
export const PeriodContext = createContext<Period>({
  agencias: [],
  desde: '',
  hasta: '',
  isComparable: true,
});

export function usePeriod(): Period {
  return use(PeriodContext);
}
