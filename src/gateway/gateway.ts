import type { Kysely } from 'kysely';
import type { GatewayConfig } from './config.ts';
import type { Upstream } from './forward/upstream.ts';
import type { GatewayTables } from './store.ts';

/** What every room of the gateway is given. */
export interface Gateway {
  config: GatewayConfig;
  db: Kysely<GatewayTables>;
  upstream: Upstream;
  /** Mails have been queued (`queueMail`, in the transaction of what they tell): they go out now. */
  mailQueued: () => void;
  /** Milliseconds since 1970. */
  now: () => number;
}
