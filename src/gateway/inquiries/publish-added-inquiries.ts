import type { Kysely } from 'kysely';
import type { LiveEventHub } from '#gateway/live/live-event-hub.ts';
import { appendEvent } from '#gateway/live/event-log.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { UpsertResult } from './store.ts';

interface PublishDependencies {
  db: Kysely<GatewayTables>;
  liveEvents: Pick<LiveEventHub, 'wake'>;
}

/** Sends events of inquiries that arrived without a webhook; none during the first read of an agency. */
export async function publishAddedInquiries(
  { db, liveEvents }: PublishDependencies,
  agency_key: string,
  added: UpsertResult['added'],
): Promise<void> {
  if (added.length === 0) return;
  const agency = await db
    .selectFrom('indexed_agency')
    .select('full_read_at')
    .where('agency_key', '=', agency_key)
    .executeTakeFirst();
  if (!agency?.full_read_at) return;
  await db.transaction().execute(async (transaction) => {
    for (const { sid, operator_key } of added)
      await appendEvent(transaction, {
        kind: 'inquiry',
        agency_key,
        operator_key,
        data: { adminMail: agency_key, sid },
      });
  });
  liveEvents.wake();
}
