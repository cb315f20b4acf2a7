import type { Text } from '#contract/desk/doctor.ts';
import { MAX_CLOCK_DIFFERENCE_MS, SECOND_MS } from '#contract/durations.ts';

/** Says how a clock differs from ours. `aheadMs` null: its time is not known. */
export function findClockProblems(owner: Text, aheadMs: number | null): Text[] {
  if (aheadMs === null || Math.abs(aheadMs) <= MAX_CLOCK_DIFFERENCE_MS) return [];
  const seconds = Math.round(Math.abs(aheadMs) / SECOND_MS);
  return [
    {
      es: `El reloj ${owner.es} ${aheadMs > 0 ? 'adelanta' : 'atrasa'} ${seconds} s.`,
      en: `The clock of ${owner.en} is ${seconds} s ${aheadMs > 0 ? 'ahead' : 'behind'}.`,
    },
  ];
}
