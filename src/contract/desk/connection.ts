import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** How the gateway finds the service now. Times are milliseconds since 1970, durations milliseconds. */
export const Connection = z.object({
  /** Origin of the service. */
  upstream: z.string(),
  /**
   * `refused`: it answers, and not to our credentials or clock. `limited`: we asked too much of it. `failing`: it answers
   * that it cannot now. `broken`: what answers is not understood.
   */
  state: z.enum(['working', 'refused', 'limited', 'failing', 'unreachable', 'broken']),
  latencyMs: z.nullable(z.number()),
  lastSuccessAt: z.nullable(z.number()),
  /** How far its `Date` is ahead of our clock; null: it did not say. */
  clockAheadMs: z.nullable(z.number()),
  /** What it said when it refused our credentials; null: it did not. */
  refusal: z.nullable(z.string()),
  appKey: z.string(),
  topics: z.array(
    z.object({
      topic: z.string(),
      configured: z.boolean(),
      active: z.nullable(z.boolean()),
      /** Whether its callback is this console's receiver; null: not read. */
      here: z.nullable(z.boolean()),
      lastHeardAt: z.nullable(z.number()),
      /** When a resend was requested that did not arrive here, with nothing received since. */
      unseenAt: z.nullable(z.number()),
    }),
  ),
});
export type Connection = z.infer<typeof Connection>;

export const connectionRows = {
  viewConnection: endpoint({
    method: 'GET',
    path: '/desk/connection',
    reply: Connection,
    success: 200,
    errors: [401, 403],
  }),
} as const;
