import type { Gateway } from '#gateway/gateway.ts';
import { type Work, every } from '#work/work.ts';
import { deleteExpiredPresence } from './presence.ts';

const PRESENCE_EXPIRY_INTERVAL_MS = 3000;

/** Ends the presence of people whose page no longer renews it. */
export function createPresenceExpiry({
  db,
  clock,
  liveEvents,
}: Pick<Gateway, 'db' | 'clock' | 'liveEvents'>): Work<'presences'> {
  return every(PRESENCE_EXPIRY_INTERVAL_MS, {
    name: 'presences',
    clock,
    async run() {
      const now = clock.now();
      if ((await deleteExpiredPresence(db, now)) === 0) return undefined;
      liveEvents.wake();
      return now;
    },
  });
}
