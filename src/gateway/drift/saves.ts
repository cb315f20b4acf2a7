import { MINUTE_MS } from '#contract/durations.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { every } from '#work/work.ts';
import { saveDrift } from './store.ts';

/** Creates the work that saves what this process counted. */
export const createDriftSaves = ({ db, drift, clock }: Pick<Gateway, 'db' | 'drift' | 'clock'>) =>
  every(MINUTE_MS, { name: 'drift', clock, run: () => saveDrift(db, drift.takeCounts()) });
