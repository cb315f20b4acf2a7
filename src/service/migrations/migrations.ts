import type { Migrations } from '#database/migrate.ts';
import { agenciesAndInquiries } from './0001-agencies-and-inquiries.ts';
import { invitationsAndWebhooks } from './0002-invitations-and-webhooks.ts';
import { receivedVersion } from './0003-received-version.ts';
import { publisher } from './0004-publisher.ts';

export const migrations: Migrations = {
  '0001-agencies-and-inquiries': agenciesAndInquiries,
  '0002-invitations-and-webhooks': invitationsAndWebhooks,
  '0003-received-version': receivedVersion,
  '0004-publisher': publisher,
};
