import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { DAY_MS } from '#contract/durations.ts';
import { isErasureAllowed } from '#gateway/inquiries/known-time.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { type Loop, createLoop } from '#outbox/loop.ts';
import { countOldPayloads, erasePayloads } from './store.ts';

const PAYLOAD_ERASURE_WAIT_MS = 3_600_000;

/** Creates the worker that erases payloads, which are buyers' data, after `days`. */
export function createPayloadErasure({
  db,
  now,
  days,
  log,
}: {
  db: Kysely<GatewayTables>;
  now: () => number;
  days: number;
  log: FastifyBaseLogger;
}): Loop {
  const retentionMs = days * DAY_MS;

  async function step(): Promise<number | undefined> {
    const before = now() - retentionMs;
    const countErased = (limit: number) => countOldPayloads(db, before, limit);
    // Payloads are erased once the time is confirmed.
    if (!(await isErasureAllowed(db, { now: now(), countErased }))) return undefined;
    const next = await erasePayloads(db, before);
    if (next === 'more') return now();
    // `erasePayloads` erases what is strictly older.
    return next === undefined ? undefined : next + retentionMs + 1;
  }

  return createLoop(step, {
    now,
    maxWaitMs: PAYLOAD_ERASURE_WAIT_MS,
    onError: (error) => log.error({ err: error }, 'payloads could not be erased'),
  });
}
