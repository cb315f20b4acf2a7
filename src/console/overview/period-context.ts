import { createContext, use } from 'react';
import type { PeriodRequest } from './overview-queries.ts';

/** Agencies and days of the figures below. */
export const PeriodContext = createContext<PeriodRequest>({ agencias: [], desde: '', hasta: '' });

export function usePeriod(): PeriodRequest {
  return use(PeriodContext);
}
