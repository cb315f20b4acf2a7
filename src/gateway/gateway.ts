import type { Kysely } from 'kysely';
import type { ExportSlots } from './audit/exports.ts';
import type { GatewayConfig } from './config.ts';
import type { ConnectionWatch } from './connection/connection.ts';
import type { ResendPace } from './deliveries/resends.ts';
import type { Upstream } from './forward/upstream.ts';
import type { Live } from './live/live.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import type { Receiver } from './hooks/receiver.ts';
import type { SecretBox } from './secrets.ts';
import type { SessionRates } from './sessions/rates.ts';
import type { GatewayTables } from './store.ts';

/** What every room of the gateway is given. */
export interface Gateway {
  config: GatewayConfig;
  db: Kysely<GatewayTables>;
  /** @throws Error when the database does not answer, or cannot be written. */
  checkDatabase: () => Promise<void>;
  upstream: Upstream;
  /** How the service is found now. */
  connection: ConnectionWatch;
  /** How much each session may ask. */
  rates: SessionRates;
  exportSlots: ExportSlots;
  /** How often an inquiry may be sent again. */
  resends: ResendPace;
  /** Writes of a topic's settings. */
  topicWrites: OneAtATime;
  secrets: SecretBox;
  /** Tells open pages what happens. */
  live: Live;
  /** Where webhooks arrive. */
  receiver: Receiver;
  /** An agency of the index may be due to be read: the loop looks now. @returns false: this gateway reads none */
  sweepsDue: () => boolean;
  /** Something was noted that the service may have to be asked about: the loop looks now. */
  checksDue: () => void;
  /** Mails have been queued (`enqueueMail`, in the transaction of what they tell): they go out now. */
  mailQueued: () => void;
  /** A recovery was asked for and kept: it is worked on soon. */
  recoveryAsked: (id: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}
