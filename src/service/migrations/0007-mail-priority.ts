import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addMailPriority } from '#outbox/mail-table.ts';

/** Adds the priority of mails, and erases the texts of those that were given up. */
export const mailPriority: Migration = {
  up: (db: Kysely<unknown>) => addMailPriority(db),
};
