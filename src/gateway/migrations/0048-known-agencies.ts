import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When the index took up an agency, the reading that a finding comes from, and leases of invitations. */
export const knownAgencies: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, name] of [
      ['indexed_agency', 'added_at'],
      ['index_finding', 'read_at'],
      ['invitation', 'leased_until'],
    ] as const)
      await db.schema
        .alterTable(table)
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
  },
};
