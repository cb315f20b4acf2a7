import type { Migration } from 'kysely/migration';
import { addMailFailure } from '#work/mail-table.ts';

/** Adds the reason of a mail that failed. */
export const mailFailure: Migration = { up: addMailFailure };
