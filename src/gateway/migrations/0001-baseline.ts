import type { Migration } from 'kysely/migration';
import { addMailFailure, createMailTable } from '#work/mail-table.ts';
import { createAuditTables } from './baseline/audit.ts';
import { createFollowUpTables } from './baseline/follow-up.ts';
import { createIndexTables } from './baseline/inquiries.ts';
import { createInstallationTables } from './baseline/installation.ts';
import { createJobTables } from './baseline/jobs.ts';
import { createLiveTables } from './baseline/live.ts';
import { createNotificationTables } from './baseline/notifications.ts';
import { createOverviewTables } from './baseline/overview.ts';
import { createPeopleTables } from './baseline/people.ts';
import { createDeliveryTables } from './baseline/webhooks.ts';

/**
 * The schema of the first release. Times are milliseconds since 1970; keys of agencies, operators, mails and topics are
 * lower case, sids upper case; hashes are SHA-256, hexadecimal; flags are 0 or 1.
 */
export const gatewayBaseline: Migration = {
  async up(db) {
    await createInstallationTables(db);
    await createPeopleTables(db);
    await createMailTable(db);
    await addMailFailure(db);
    await createAuditTables(db);
    await createDeliveryTables(db);
    await createFollowUpTables(db);
    await createLiveTables(db);
    await createIndexTables(db);
    await createOverviewTables(db);
    await createNotificationTables(db);
    await createJobTables(db);
  },
};
