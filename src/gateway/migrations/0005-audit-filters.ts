import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** All include the id: pages are sorted by it, and a day is a range of ids. */
export const auditFilters: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.dropIndex('audit_by_time').execute();
    const index = (name: string) => schema.createIndex(name).on('audit');
    await index('audit_by_action').columns(['action', 'id']).execute();
    await index('audit_by_person').columns(['person_mail', 'id']).execute();
    await index('audit_by_agency').columns(['agency', 'id']).execute();
    // Must equal the filter's expression to be used.
    await index('audit_by_outcome')
      .expression(
        sql`(case when status is null then 'unknown' when status < 400 then 'done' when status < 500 then 'refused' else 'failed' end), id`,
      )
      .execute();
  },
};
