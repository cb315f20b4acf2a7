import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { type Loop, startLoop } from '#outbox/loop.ts';
import { DAY_MS, type DeliveryTables, erase } from './store.ts';

const LONGEST_WAIT_MS = 3_600_000;

/** Payloads are buyers' data: erases each once it is as old as it may be. */
export function startErasing({
  db,
  now,
  days,
  log,
}: {
  db: Kysely<DeliveryTables>;
  now: () => number;
  days: number;
  log: FastifyBaseLogger;
}): Loop {
  const keptMs = days * DAY_MS;

  async function step(): Promise<number | undefined> {
    const left = await erase(db, now() - keptMs);
    if (left === 'more') return now();
    // Strictly older is what is erased.
    return left === undefined ? undefined : left + keptMs + 1;
  }

  return startLoop(step, {
    now,
    maxWaitMs: LONGEST_WAIT_MS,
    onError: (error) => log.error({ err: error }, 'payloads could not be erased'),
  });
}
