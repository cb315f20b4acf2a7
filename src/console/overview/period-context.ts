import { createContext, use } from 'react';
import type { PeriodRequest } from './overview-queries.ts';

interface Period extends PeriodRequest {
  isComparable: boolean;
}

export const PeriodContext = createContext<Period>({
  agencias: [],
  desde: '',
  hasta: '',
  isComparable: true,
});

export function usePeriod(): Period {
  return use(PeriodContext);
}
