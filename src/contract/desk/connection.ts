import * as z from 'zod/mini';
import { DEMO_FAULTS } from './demo-faults.ts';
import { Drift } from './drift.ts';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { PageLatency } from './page-latencies.ts';
import { WebhookDesk } from './webhooks.ts';

/** Secrets that were sealed with another CONSOLE_KEY: of webhooks, with those of addresses that messages are relayed to, and of people. */
export const UnreadableSecrets = z.object({ webhooks: z.number(), secondFactors: z.number() });
export type UnreadableSecrets = z.infer<typeof UnreadableSecrets>;

/** State of the connection to the service. Times are ms since 1970. */
export const Connection = z.object({
  /** Version of Vitrina. */
  version: z.string(),
  /** Origin of the service. */
  upstream: z.string(),
  /**
   * `slow`: it works, but replies late. `refused`: it rejected the credentials or the clock (401). `limited`: the rate limit
   * is exceeded. `failing`: it replies 5xx. `broken`: its reply cannot be parsed.
   */
  state: z.enum(['working', 'slow', 'refused', 'limited', 'failing', 'unreachable', 'broken']),
  latencyMs: z.nullable(z.number()),
  lastSuccessAt: z.nullable(z.number()),
  /** Clock difference by the service's `Date` header, ms; null: no header. */
  clockAheadMs: z.nullable(z.number()),
  /** The service's reason for rejecting our credentials; null: not rejected. */
  refusal: z.nullable(z.string()),
  appKey: z.string(),
  /**
   * Facts in which this process differs from the installation that last sent from the data: until somebody releases
   * them, it sends no mails and webhooks.
   */
  held: z.array(z.object({ name: z.string(), stored: z.string(), current: z.string() })),
  unreadableSecrets: UnreadableSecrets,
  /** Number of mails that the mail server refused; they are sent again later. */
  refusedMails: z.number(),
  /** Empty unless `working` or `slow`. */
  topics: z.array(WebhookDesk),
  /** Measured by the console, the slowest page first. */
  pageLatencies: z.array(PageLatency),
  /** Differences between the interface and the service, the newest first. */
  drift: z.array(Drift),
  /** The fault that a demo has; null: this is no demo. */
  demo: z.nullable(z.object({ fault: z.nullable(z.enum(DEMO_FAULTS)) })),
});
export type Connection = z.infer<typeof Connection>;

export const connectionEndpoints = deskEndpoints({
  viewConnection: endpoint({
    method: 'GET',
    path: '/desk/connection',
    reply: Connection,
    success: 200,
    errors: [401, 403],
  }),
});
