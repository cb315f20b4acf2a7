import type { Kysely } from 'kysely';
import { endOfDates } from '#contract/overview.ts';
import { FIRST_INSTANT } from '#contract/window.ts';
import { countRows } from '#database/count-rows.ts';
import type { ListTables } from '#gateway/inquiries/conditions.ts';
import { type Scope, isInScope } from '#gateway/inquiries/scope.ts';

/** Inquiries of a scope whose date is before 2000 or ahead of now, so that no figure until today has them. */
export async function countImplausibleDates(db: Kysely<ListTables>, scope: Scope, now: number) {
  const inScope = db.selectFrom('inquiry as i').where('i.gone_at', 'is', null).where(isInScope(db, scope));
  // One query for each range, which is a range of an index.
  const early = await countRows(inScope.where('i.at', '<', FIRST_INSTANT));
  return early + (await countRows(inScope.where('i.at', '>=', endOfDates(now))));
}
