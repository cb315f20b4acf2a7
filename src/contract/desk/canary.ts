import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { AdminMail } from '#contract/values.ts';

// The canary: the service is asked every few minutes to send the message of an inquiry again, and it must arrive here. Times
// are ms since 1970.

export const CANARY_MINUTES = [5, 15, 60] as const;

/** decided: no run begins outside these hours of a day in SERVICE_TIME_ZONE; `to` is excluded. */
export const CANARY_HOURS = { from: 8, to: 21 } as const;

/** decided: failures in a row that raise an alarm. */
export const CANARY_ALARM_FAILURES = 3;

/**
 * - `pending`: requested within the last two minutes, not received yet;
 * - `arrived`: the message was received and verified;
 * - `missing`: the service accepted the request, and no message was received in time;
 * - `signature`: no message was accepted in time, and one was refused for its signature;
 * - `off`: the topic is suspended or not configured at the service, `elsewhere`: it is sent to another callback;
 * - `refused`: the service refused the request (`status`); `unreachable`: it did not reply;
 * - `no-inquiry`: the agency has no inquiry that can be sent again;
 * - `unknown`: this console ended before the service replied.
 */
export const CANARY_OUTCOMES = [
  'pending',
  'arrived',
  'missing',
  'signature',
  'off',
  'elsewhere',
  'refused',
  'unreachable',
  'no-inquiry',
  'unknown',
] as const;
export type CanaryOutcome = (typeof CANARY_OUTCOMES)[number];

export const CANARY_FAILURES = [
  'missing',
  'signature',
  'off',
  'elsewhere',
  'refused',
  'unreachable',
] as const;
export type CanaryFailure = (typeof CANARY_FAILURES)[number];

export const isCanaryFailure = (outcome: CanaryOutcome): outcome is CanaryFailure =>
  (CANARY_FAILURES as readonly CanaryOutcome[]).includes(outcome);

export const CanaryRun = z.object({
  id: z.string(),
  at: z.number(),
  outcome: z.enum(CANARY_OUTCOMES),
  /** Status of the service's reply to the request; null: none. */
  status: z.nullable(z.number()),
  /** Time from the request to the message; null: not received. */
  tookMs: z.nullable(z.number()),
});
export type CanaryRun = z.infer<typeof CanaryRun>;

/** The agency whose newest inquiry is sent again, and how often. */
export const CanarySetting = z.strictObject({
  adminMail: AdminMail,
  minutes: z.union([z.literal(5), z.literal(15), z.literal(60)]),
});
export type CanarySetting = z.infer<typeof CanarySetting>;

/** null: off, which is the default. */
export const SetCanary = z.strictObject({ setting: z.nullable(CanarySetting) });
export type SetCanary = z.infer<typeof SetCanary>;

export const CANARY_RUNS = 12;

export const Canary = z.object({
  setting: z.nullable(CanarySetting),
  /** Time of the next run; null: off. */
  nextAt: z.nullable(z.number()),
  /** Newest first. */
  runs: z.array(CanaryRun),
  /** Runs of the last 24 hours that ended, those whose message arrived, and the median of their times. */
  lastDay: z.object({ ended: z.number(), arrived: z.number(), medianMs: z.nullable(z.number()) }),
  /** Failures since the last message that arrived. */
  failures: z.number(),
});
export type Canary = z.infer<typeof Canary>;

export const canaryEndpoints = deskEndpoints({
  viewCanary: endpoint({
    method: 'GET',
    path: '/desk/canary',
    reply: Canary,
    success: 200,
    errors: [401, 403],
  }),
  /** 400 `setting.adminMail`: no agency of the index. */
  setCanary: endpoint({
    method: 'PUT',
    path: '/desk/canary',
    body: SetCanary,
    reply: Canary,
    success: 200,
    errors: [400, 401, 403],
  }),
});
