import { LOOKING_TTL_MS } from '#contract/desk/looking.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type Work, every } from '#work/work.ts';
import { deleteExpiredPresence, findNextExpiry } from './presence.ts';

/** Ends the presence of people whose page no longer renews it. What is stored in the meantime does not end before the next run. */
export function createPresenceExpiry({
  db,
  clock,
  liveEvents,
}: Pick<Gateway, 'db' | 'clock' | 'liveEvents'>): Work<'presences'> {
  return every(LOOKING_TTL_MS, {
    name: 'presences',
    clock,
    async run() {
      const now = clock.now();
      if ((await deleteExpiredPresence(db, now)) > 0) liveEvents.wake();
      return findNextExpiry(db);
    },
  });
}
