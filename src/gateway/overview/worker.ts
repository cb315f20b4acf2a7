import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { type Loop, createLoop } from '#outbox/loop.ts';
import { type RollUpTables, refreshSlice } from './roll-ups.ts';

/** Changes are looked for at this interval; reads do not wait for it. */
const ROLL_UP_INTERVAL_MS = 5000;
/** Pause between slices, for other work. */
const ROLL_UP_PAUSE_MS = 20;

/** Creates the worker that keeps the figures of the overview up to date. */
export function createRollUps({
  db,
  now,
  zone,
  log,
}: {
  db: Kysely<RollUpTables>;
  now: () => number;
  zone: string;
  log: FastifyBaseLogger;
}): Loop {
  return createLoop(async () => ((await refreshSlice(db, zone)) ? now() + ROLL_UP_PAUSE_MS : undefined), {
    now,
    maxWaitMs: ROLL_UP_INTERVAL_MS,
    onError: (error) => log.error({ err: error }, 'the figures of the overview could not be updated'),
  });
}
