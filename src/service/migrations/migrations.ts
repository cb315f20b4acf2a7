import type { ConcurrentIndex } from '#database/concurrent-indexes.ts';
import type { Migrations } from '#database/run-migrations.ts';
import { agenciesAndInquiries } from './0001-agencies-and-inquiries.ts';
import { invitationsAndWebhooks } from './0002-invitations-and-webhooks.ts';
import { receivedVersion } from './0003-received-version.ts';
import { publisher } from './0004-publisher.ts';
import { sharedState } from './0005-shared-state.ts';
import { deliveryClaims } from './0006-delivery-claims.ts';
import { mailPriority } from './0007-mail-priority.ts';
import { publishingApps } from './0008-publishing-apps.ts';
import { resumedDeliveries } from './0009-resumed-deliveries.ts';
import { settings } from './0014-settings.ts';

export const migrations: Migrations = {
  '0001-agencies-and-inquiries': agenciesAndInquiries,
  '0002-invitations-and-webhooks': invitationsAndWebhooks,
  '0003-received-version': receivedVersion,
  '0004-publisher': publisher,
  '0005-shared-state': sharedState,
  '0006-delivery-claims': deliveryClaims,
  '0007-mail-priority': mailPriority,
  '0008-publishing-apps': publishingApps,
  '0009-resumed-deliveries': resumedDeliveries,
  '0014-settings': settings,
};

/** Indexes added to tables that may have many rows. */
export const indexes: ConcurrentIndex[] = [
  { name: 'deliveries_claimed', on: 'deliveries (claimed_by) where claimed_by is not null' },
  // Answers the lists of an app that sees its own publications only, with every filter, from the index alone.
  {
    name: 'inquiries_by_publisher',
    on: 'inquiries (agency_key, published_by, momento, sid, operator_key, external_key) where published_by is not null',
  },
];
