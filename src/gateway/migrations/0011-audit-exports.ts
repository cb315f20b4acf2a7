import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Query and outcome of exports. */
export const auditExports: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const name of ['ending', 'asked', 'given'])
      await schema.alterTable('audit').addColumn(name, 'text').execute();
    await schema.dropIndex('audit_by_outcome').execute();
    // Must equal the filter's expression to be used.
    await schema
      .createIndex('audit_by_outcome')
      .on('audit')
      .expression(
        sql`(case when status is null then 'unknown' when ending is not null then ending when status < 400 then 'done' when status < 500 then 'refused' else 'failed' end), id`,
      )
      .execute();
  },
};
