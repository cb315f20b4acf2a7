import type { Kysely } from 'kysely';
import { getChangedField } from '#contract/follow-up/change-kinds.ts';
import { type Entry, computeStateColumns } from '#gateway/follow-up/state-columns.ts';
import { syncFollowUps } from '#gateway/inquiries/store.ts';
import type { GatewayTables } from '#gateway/store.ts';

/** Stores timelines of an agency's inquiries. Inquiries with a follow-up are left as they are. */
export async function storeFollowUps(
  db: Kysely<GatewayTables>,
  agency_key: string,
  planned: readonly { inquiry: { sid: string; at: number }; entries: readonly Entry[] }[],
): Promise<void> {
  const worked = planned.filter(({ entries }) => entries.length > 0);
  if (worked.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .insertInto('follow_up')
      .values(
        worked.map(({ inquiry: { sid, at }, entries }) => ({
          ...computeStateColumns(entries),
          agency_key,
          sid,
          momento: at,
          version: entries.filter(({ change }) => getChangedField(change)).length,
          changed_at: entries.at(-1)?.at ?? null,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('sid')
      .execute();
    const sids = new Set(inserted.map(({ sid }) => sid));
    const added = worked.filter(({ inquiry }) => sids.has(inquiry.sid));
    if (added.length === 0) return;
    await transaction
      .insertInto('follow_up_entry')
      .values(
        added.flatMap(({ inquiry: { sid }, entries }) =>
          entries.map(({ id, person_id, at, change }, index) => ({
            id,
            agency_key,
            sid,
            number: index + 1,
            at,
            person_id,
            change: JSON.stringify(change),
          })),
        ),
      )
      .execute();
    await transaction
      .insertInto('seen')
      .values(
        added.map(({ inquiry: { sid, at }, entries }) => ({
          person_id: entries[0]?.person_id ?? '',
          agency_key,
          sid,
          momento: at,
          at,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await syncFollowUps(transaction, agency_key, [...sids]);
  });
}
