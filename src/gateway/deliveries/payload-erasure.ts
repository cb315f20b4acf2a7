import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { isErasureAllowed } from '#gateway/inquiries/known-time.ts';
import { type Work, every } from '#work/work.ts';
import { countOldPayloads, erasePayloads } from './store.ts';

const PAYLOAD_ERASURE_INTERVAL_MS = HOUR_MS;

/** Erases payloads, which are buyers' data, after `DELIVERY_DAYS`. */
export function createPayloadErasure({
  db,
  clock,
  config,
}: Pick<Gateway, 'db' | 'clock' | 'config'>): Work<'payload-erasure'> {
  const retentionMs = config.deliveryDays * DAY_MS;
  return every(PAYLOAD_ERASURE_INTERVAL_MS, {
    name: 'payload-erasure',
    clock,
    async run() {
      const now = clock.now();
      const before = now - retentionMs;
      const countErased = (limit: number) => countOldPayloads(db, before, limit);
      // Payloads are erased once the time is confirmed.
      if (!(await isErasureAllowed(db, { now, countErased }))) return undefined;
      const next = await erasePayloads(db, before);
      if (next === 'more') return now;
      // `erasePayloads` erases what is strictly older.
      return next === undefined ? undefined : next + retentionMs + 1;
    },
  });
}
