import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#database/database.ts';
import type { Mailer } from '#mail/mailer.ts';
import type { SecretBox } from '#signing/secret-box.ts';
import type { Clock } from '#system/clock.ts';
import type { Random } from '#system/random.ts';
import { createMails } from '#work/mails.ts';
import { createRetention } from '#work/retention.ts';
import type { Work } from '#work/work.ts';
import { createSealing } from './apps/sealed-secrets.ts';
import type { ServiceConfig } from './config.ts';
import { type ReplayStore, createSignaturePruning } from './replay-store.ts';
import { createServiceRetention } from './retention.ts';
import type { Tables } from './tables.ts';
import { createDeliveries } from './webhooks/deliveries.ts';
import type { WebhookClient } from '#http/webhook-client.ts';

/** Kinds of background work of the service. */
export type ServiceWorkName = 'mails' | 'deliveries' | 'retention' | 'sealing' | 'used-signatures';

/** Work of processes without the role `worker`, which others cannot do. */
export const SERVICE_WEB_WORK: readonly ServiceWorkName[] = ['sealing', 'used-signatures'];

interface ServiceWorkDependencies {
  database: Database<Tables>;
  /** Undefined in processes that answer no requests. */
  replays: ReplayStore | undefined;
  mailer: Mailer;
  webhookClient: WebhookClient;
  secrets: SecretBox;
  config: Pick<ServiceConfig, 'secretKey' | 'simulator' | 'inquiryDays'>;
  clock: Clock;
  random: Random;
  /** True if nothing may be sent now. */
  isHeld: () => Promise<boolean>;
  /** True once the receivers of this process listen. */
  areReceiversReady: () => boolean;
  log: FastifyBaseLogger;
}

/** Creates the background work of the service. */
export function createServiceWork({
  replays,
  areReceiversReady,
  ...dependencies
}: ServiceWorkDependencies): Work<ServiceWorkName>[] {
  const { database, config, secrets, clock, isHeld, log } = dependencies;
  return [
    createMails(database, { ...dependencies, keepSent: config.simulator }),
    createDeliveries(database, {
      ...dependencies,
      isHeld: async () => !areReceiversReady() || isHeld(),
    }),
    createRetention(createServiceRetention({ db: database.db, clock, config }), log),
    ...(config.secretKey ? [createSealing(database, secrets, clock)] : []),
    ...(replays ? [createSignaturePruning(replays, clock)] : []),
  ];
}
