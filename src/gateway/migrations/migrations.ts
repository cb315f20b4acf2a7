import type { ConcurrentIndex } from '#database/concurrent-indexes.ts';
import type { Migrations } from '#database/run-migrations.ts';
import { gatewayBaseline } from './0001-baseline.ts';
import { apiTokens } from './0002-api-tokens.ts';
import { idempotencyKeys } from './0002-idempotency-keys.ts';
import { relayEvents } from './0003-relay-events.ts';
import { crmMails } from './0005-crm-mails.ts';
import { entrySources } from './0006-entry-sources.ts';
import { figuresOfKinds } from './0006-figures-of-kinds.ts';
import { matchRuns } from './0006-match-runs.ts';
import { testDeliveries } from './0007-test-deliveries.ts';
import { listingRuns } from './0008-listing-runs.ts';

/** Names include the program where both would have the same one: they tell its database from the service's. */
export const migrations: Migrations = {
  '0001-gateway-start': gatewayBaseline,
  '0002-api-tokens': apiTokens,
  '0002-idempotency-keys': idempotencyKeys,
  '0003-relay-events': relayEvents,
  '0005-crm-mails': crmMails,
  '0006-entry-sources': entrySources,
  '0006-figures-of-kinds': figuresOfKinds,
  '0006-match-runs': matchRuns,
  '0007-test-deliveries': testDeliveries,
  '0008-listing-runs': listingRuns,
};

/** Indexes added to tables that may have many rows. */
export const gatewayIndexes: ConcurrentIndex[] = [
  { name: 'delivery_tests', on: 'delivery (id) where is_test = 1' },
];
