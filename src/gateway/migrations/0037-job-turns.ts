import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When a job last had a turn: people take turns. */
export const jobTurns: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable('job')
      .addColumn('turn_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema
      .createIndex('job_unfinished_of_person')
      .on('job')
      .columns(['person_id', 'turn_at'])
      .where(sql<boolean>`finished_at is null`)
      .execute();
  },
};
