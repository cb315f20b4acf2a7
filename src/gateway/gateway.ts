import type { Kysely } from 'kysely';
import type { Reader } from '#database/reads.ts';
import type { SendingHold } from '#work/sending-hold.ts';
import type { SecretBox } from '#signing/secret-box.ts';
import type { Clock } from '#system/clock.ts';
import type { Random, Stamp } from '#system/random.ts';
import type { CreateAuditId } from './audit/store.ts';
import type { ExportSlots } from './export/export-slots.ts';
import type { GatewayConfig } from './config.ts';
import type { DemoFaults } from './demo/faults.ts';
import type { DriftCollector } from './drift/drift-collector.ts';
import type { ConnectionMonitor } from './connection/connection-monitor.ts';
import type { ServicePace } from './forward/service-pace.ts';
import type { Upstream } from './forward/upstream.ts';
import type { NameLookup } from '#http/name-resolver.ts';
import type { OpenIdProvider } from './openid/provider.ts';
import type { WebhookClient } from '#http/webhook-client.ts';
import type { SearchMatches } from './inquiries/search-matches.ts';
import type { LiveEventHub } from './live/live-event-hub.ts';
import type { Meters } from './metrics/meters.ts';
import type { WebhookReceiver } from './webhook-receiver/receiver.ts';
import type { PersonRateLimiter } from './sessions/person-rate-limiter.ts';
import type { GatewayTables } from './store.ts';
import type { TopicWriteLock } from './webhooks/topic-write-lock.ts';

/** Kinds of background work; `work.ts` creates them. */
export type WorkName =
  | 'mails'
  | 'recoveries'
  | 'digests'
  | 'late-alarms'
  | 'missed-alarm'
  | 'canary'
  | 'invitation-checks'
  | 'agency-list'
  | 'index-repairs'
  | 'sweeps'
  | 'topic-readings'
  | 'jobs'
  | 'service-jobs'
  | 'roll-ups'
  | 'retention'
  | 'relay'
  | 'presences'
  | 'drift'
  | 'assets'
  | 'backups'
  | 'checks'
  | 'demo-story';

/** Dependencies of the routes. */
export interface Gateway extends Reader<GatewayTables> {
  config: GatewayConfig;
  /** True if this process does the background work; otherwise others on the database do. */
  isWorker: boolean;
  db: Kysely<GatewayTables>;
  /** Searches that are being paged. */
  searches: SearchMatches;
  /** @throws Error when the database does not reply or cannot be written, or background work stands still */
  checkReadiness: () => Promise<void>;
  upstream: Upstream;
  /** Present where people sign in by OpenID Connect. */
  openId: OpenIdProvider | undefined;
  drift: DriftCollector;
  /** State of the connection to the service. */
  connection: ConnectionMonitor;
  /** Present in a demo with the embedded service. */
  demoFaults: DemoFaults | undefined;
  meters: Meters;
  pace: ServicePace;
  rateLimiter: PersonRateLimiter;
  exportSlots: ExportSlots;
  /** Serializes writes of one topic's settings. */
  topicWriteLock: TopicWriteLock<GatewayTables>;
  secrets: SecretBox;
  /** Holds mails and jobs that send while the data is another installation's. */
  sendingHold: SendingHold;
  /** Streams events to open pages. */
  liveEvents: LiveEventHub;
  receiver: WebhookReceiver;
  /** Calls the addresses to which messages are relayed. */
  webhookClient: WebhookClient;
  /** Resolves the names of those addresses when they are saved. */
  lookup: NameLookup;
  /** Looks for background work of a kind now, after the transaction that made it due. */
  wake: (name: WorkName) => void;
  /** True if some process on the database sweeps the service's lists. */
  hasSweeps: boolean;
  /** `clock.now`: milliseconds since 1970. */
  now: () => number;
  clock: Clock;
  random: Random;
  /** For rows that are created now. */
  stamp: () => Stamp;
  createAuditId: CreateAuditId;
}
