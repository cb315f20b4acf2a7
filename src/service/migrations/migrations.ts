import type { ConcurrentIndex } from '#database/concurrent-indexes.ts';
import type { Migrations } from '#database/run-migrations.ts';
import { agenciesAndInquiries } from './0001-agencies-and-inquiries.ts';
import { invitationsAndWebhooks } from './0002-invitations-and-webhooks.ts';
import { receivedVersion } from './0003-received-version.ts';
import { publisher } from './0004-publisher.ts';
import { sharedState } from './0005-shared-state.ts';
import { deliveryClaims } from './0006-delivery-claims.ts';
import { mailPriority } from './0007-mail-priority.ts';

export const migrations: Migrations = {
  '0001-agencies-and-inquiries': agenciesAndInquiries,
  '0002-invitations-and-webhooks': invitationsAndWebhooks,
  '0003-received-version': receivedVersion,
  '0004-publisher': publisher,
  '0005-shared-state': sharedState,
  '0006-delivery-claims': deliveryClaims,
  '0007-mail-priority': mailPriority,
};

/** Indexes added to tables that may have many rows. */
export const indexes: ConcurrentIndex[] = [
  { name: 'deliveries_claimed', on: 'deliveries (claimed_by) where claimed_by is not null' },
];
