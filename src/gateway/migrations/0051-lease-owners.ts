import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who has the leases of sweeps and of invitation checks, so that those of a killed process end with its connection. */
export const leaseOwners: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['indexed_agency', 'invitation'])
      await db.schema.alterTable(table).addColumn('leased_by', 'text').execute();
  },
};
