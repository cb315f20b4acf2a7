import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Derives statuses from existing touches and contacts. */
export const answered: Migration = {
  async up(db: Kysely<unknown>) {
    await settle(db, 'answered', '{"kind":"touch"%');
    await settle(db, 'contacted', '{"kind":"note"%"contact":true%');
  },
};

/** Sets the status of inquiries with such an entry and no later status. */
async function settle(db: Kysely<unknown>, status: string, entry: string): Promise<void> {
  const ofInquiry = sql`agency_key = follow_up.agency_key and sid = follow_up.sid and undone = 0`;
  await sql`
    update follow_up set status = ${status}
    where status in ('new', 'answered') and exists (
      select 1 from follow_up_entry as said
      where ${ofInquiry} and change like ${entry} and not exists (
        select 1 from follow_up_entry as later
        where ${ofInquiry} and change like '{"kind":"status"%' and later.number > said.number
      )
    )`.execute(db);
}
