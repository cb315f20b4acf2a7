import type { Migration } from 'kysely/migration';
import { refuseReplacing } from '#database/append-only.ts';

/** What an entry says of who did what, and when, stays as it was written. */
export const auditGuards: Migration = {
  async up(db) {
    const fixed = ['id', 'at', 'person_id', 'person_mail', 'person_role', 'address', 'action', 'asked'];
    await refuseReplacing(db, 'audit', { completed: 'status', fixed });
  },
};
