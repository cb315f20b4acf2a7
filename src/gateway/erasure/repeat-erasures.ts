import type { Kysely } from 'kysely';
import { type DatabaseTarget, openDatabase } from '#database/database.ts';
import { deleteAllFiles } from '#gateway/export/store.ts';
import { syncFollowUps } from '#gateway/inquiries/store.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { eraseInquiry } from './erase-inquiry.ts';
import { lockErasures, markBuyerErased } from './erasure-marks.ts';

/**
 * Erases in a restored database what was erased after its backup, by the marks in the data that was there before. Texts that name
 * a buyer are not found: the marks have no names.
 * @returns the number of inquiries that were erased again
 */
export async function repeatErasures(restored: DatabaseTarget, previous: DatabaseTarget): Promise<number> {
  const marks = await readMarks(previous);
  if (marks.inquiries.length + marks.buyers.length === 0) return 0;
  await using database = await openGatewayDatabase(restored);
  return await database.db.transaction().execute(async (db: Kysely<GatewayTables>) => {
    await lockErasures(db);
    const known = await selectMarks(db);
    const sids = new Set(known.inquiries.map(({ agency_key, sid }) => `${agency_key} ${sid}`));
    const missing = marks.inquiries.filter(({ agency_key, sid }) => !sids.has(`${agency_key} ${sid}`));
    // Hashes of another installation say nothing here.
    if (marks.secret === known.secret)
      for (const { key_hash, at } of marks.buyers) await markBuyerErased(db, [key_hash], at);
    for (const { momento, at, ...inquiry } of missing)
      await eraseInquiry(db, { ...inquiry, at: momento }, at);
    for (const [agency, group] of Map.groupBy(missing, ({ agency_key }) => agency_key))
      await syncFollowUps(
        db,
        agency,
        group.map(({ sid }) => sid),
      );
    if (missing.length > 0) await deleteAllFiles(db);
    return missing.length;
  });
}

async function readMarks(target: DatabaseTarget) {
  await using database = await openDatabase<GatewayTables>(target);
  return await selectMarks(database.db);
}

async function selectMarks(db: Kysely<GatewayTables>) {
  const { secret } = await db.selectFrom('erasure_secret').select('secret').executeTakeFirstOrThrow();
  const inquiries = await db.selectFrom('erased_inquiry').selectAll().execute();
  const buyers = await db.selectFrom('erased_buyer').selectAll().execute();
  return { secret, inquiries, buyers };
}
