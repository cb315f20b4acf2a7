import type { Migration } from 'kysely/migration';
import { refuseReplace } from '#database/append-only.ts';

/** Makes the columns of who did what and when immutable. */
export const auditGuards: Migration = {
  async up(db) {
    const fixed = ['id', 'at', 'person_id', 'person_mail', 'person_role', 'address', 'action', 'asked'];
    await refuseReplace(db, 'audit', { completed: 'status', fixed });
  },
};
