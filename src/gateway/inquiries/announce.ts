import type { Kysely } from 'kysely';
import type { Live } from '#gateway/live/live.ts';
import { appendEvent } from '#gateway/live/log.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { UpsertResult } from './store.ts';

interface Announcing {
  db: Kysely<GatewayTables>;
  live: Pick<Live, 'wake'>;
}

/** Tells open pages of inquiries that came by no webhook; nothing while the agency is read for the first time. */
export async function announceAdded(
  { db, live }: Announcing,
  agency_key: string,
  added: UpsertResult['added'],
): Promise<void> {
  if (added.length === 0) return;
  const agency = await db
    .selectFrom('indexed_agency')
    .select('read_whole_at')
    .where('agency_key', '=', agency_key)
    .executeTakeFirst();
  if (!agency?.read_whole_at) return;
  await db.transaction().execute(async (transaction) => {
    for (const { sid, operator_key } of added)
      await appendEvent(transaction, {
        kind: 'inquiry',
        agency_key,
        operator_key,
        data: { adminMail: agency_key, sid },
      });
  });
  live.wake();
}
