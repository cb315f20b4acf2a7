import type { Gateway } from '#gateway/gateway.ts';
import { type Work, every } from '#work/work.ts';
import { refreshSlice } from './roll-ups.ts';

/** Changes are looked for at this interval; reads do not wait for it. */
const ROLL_UP_INTERVAL_MS = 30_000;
/** Pause between slices, for requests. */
const ROLL_UP_PAUSE_MS = 20;

/** Keeps the figures of the overview up to date. */
export function createRollUps({
  db,
  clock,
  config,
}: Pick<Gateway, 'db' | 'clock' | 'config'>): Work<'roll-ups'> {
  return every(ROLL_UP_INTERVAL_MS, {
    name: 'roll-ups',
    clock,
    run: async () => ((await refreshSlice(db, config.timeZone)) ? clock.now() + ROLL_UP_PAUSE_MS : undefined),
  });
}
