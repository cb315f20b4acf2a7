import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { type Loop, startLoop } from '#outbox/loop.ts';
import { DAY_MS, type DeliveryTables, erasePayloads } from './store.ts';

const MAX_WAIT_MS = 3_600_000;

/** Starts the worker that erases payloads, which are buyers' data, after `days`. */
export function startPayloadErasure({
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
  const retentionMs = days * DAY_MS;

  async function step(): Promise<number | undefined> {
    const next = await erasePayloads(db, now() - retentionMs);
    if (next === 'more') return now();
    // `erasePayloads` erases what is strictly older.
    return next === undefined ? undefined : next + retentionMs + 1;
  }

  return startLoop(step, {
    now,
    maxWaitMs: MAX_WAIT_MS,
    onError: (error) => log.error({ err: error }, 'payloads could not be erased'),
  });
}
