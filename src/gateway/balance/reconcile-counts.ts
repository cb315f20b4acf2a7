import type { Reconciliation } from '#contract/desk/balance.ts';

/** The inquiries of some days of an agency; see `IndexedAgencyTable`. */
export interface DayCounts {
  service: number;
  index: number;
  arriving: number;
  missing: number;
  erased: number;
}

/**
 * Says what explains the difference between the service's count and the index's, and what nothing explains. Inquiries that
 * came meanwhile may be in the service's count or not, and so may erased ones.
 * decided: it may have erased the buyer, too.
 */
export function reconcileCounts({ service, index, arriving, missing, erased }: DayCounts): Reconciliation {
  const difference = service - (index - arriving - missing);
  return {
    made: service,
    inbox: index,
    arriving: arriving - clamp(difference, arriving),
    missing,
    erased: clamp(difference - arriving, erased),
    absent: Math.max(0, difference - arriving - erased),
    surplus: Math.max(0, -difference),
  };
}

const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max);
