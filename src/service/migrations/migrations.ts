import type { Migrations } from '#database/migrate.ts';
import { agenciesAndInquiries } from './0001-agencies-and-inquiries.ts';
import { invitationsAndWebhooks } from './0002-invitations-and-webhooks.ts';

export const migrations: Migrations = {
  '0001-agencies-and-inquiries': agenciesAndInquiries,
  '0002-invitations-and-webhooks': invitationsAndWebhooks,
};
