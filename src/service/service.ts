import type { Database } from '#database/database.ts';
import type { NameLookup } from '#http/name-resolver.ts';
import type { Random } from '#system/random.ts';
import type { AgencyStore } from './agencies/store.ts';
import type { AppStore } from './apps/store.ts';
import type { ServiceConfig } from './config.ts';
import type { InquiryStore } from './inquiries/store.ts';
import type { Tables } from './tables.ts';
import type { WebhookStore } from './webhooks/store.ts';

/** Dependencies of the routes. */
export interface Service {
  config: ServiceConfig;
  database: Database<Tables>;
  agencies: AgencyStore;
  apps: AppStore;
  inquiries: InquiryStore;
  webhooks: WebhookStore;
  /** Milliseconds since 1970. */
  now: () => number;
  random: Random;
  /** Resolves the names of callbacks that are saved. */
  lookup: NameLookup;
  /** Looks for background work now, after a mail or a webhook delivery was queued. */
  wake: (name: 'mails' | 'deliveries') => void;
}
