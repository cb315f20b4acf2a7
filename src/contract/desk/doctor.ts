import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';

// Checks of the installation, which run in the background. Times are ms since 1970.

/** `error`: something does not work; `warning`: it works, and somebody should look. */
export const SEVERITIES = ['error', 'warning'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A sentence in both languages. */
export const Text = z.object({ es: z.string(), en: z.string() });
export type Text = z.infer<typeof Text>;

/** Says what a person does about a problem. */
export const Remedy = z.object({
  text: Text,
  /** To run on the server. */
  command: z.optional(z.string()),
  /** Page of the console on which it is done. */
  page: z.optional(z.object({ path: z.string(), label: Text })),
  /** Offered as a button. */
  action: z.optional(z.enum(['send-test-mail'])),
});
export type Remedy = z.infer<typeof Remedy>;

/**
 * - `pending`: it never ran;
 * - `passed`: nothing is wrong;
 * - `retrying`: something is, perhaps for a moment only: it is repeated before it counts;
 * - `failed`: something is wrong.
 */
export const CHECK_OUTCOMES = ['pending', 'passed', 'retrying', 'failed'] as const;

export const CheckState = z.object({
  id: z.string(),
  severity: z.enum(SEVERITIES),
  title: Text,
  why: Text,
  remedy: Remedy,
  everyMs: z.number(),
  outcome: z.enum(CHECK_OUTCOMES),
  /** Each thing that is wrong. */
  findings: z.array(Text),
  /** Time of the last run; null: it never ran. */
  checkedAt: z.nullable(z.number()),
  /** Time of the first of the runs in a row that found something; null: the last one found nothing. */
  since: z.nullable(z.number()),
  /** Their number. */
  failures: z.number(),
  /** True if it runs now, or as soon as the worker gets to it. */
  isDue: z.boolean(),
  /** Somebody does not want to hear of it, until a time or (`until` null) until it is taken back; null: nobody. */
  ignored: z.nullable(
    z.object({
      reason: z.string(),
      by: z.nullable(z.string()),
      at: z.number(),
      until: z.nullable(z.number()),
    }),
  ),
});
export type CheckState = z.infer<typeof CheckState>;

export const Doctor = z.object({
  /** They have the order in which a person would mend what they find. */
  checks: z.array(CheckState),
  /** Since when checks wait for a worker; null: they do not. */
  lateSince: z.nullable(z.number()),
});
export type Doctor = z.infer<typeof Doctor>;

/** Returns true for a problem that somebody should hear of. */
export const isProblem = ({ outcome, ignored }: Pick<CheckState, 'outcome' | 'ignored'>): boolean =>
  outcome === 'failed' && ignored === null;

export const MAX_IGNORE_REASON = 300;
/** Days for which a check can be ignored. */
export const IGNORE_DAYS = [7, 30, 90] as const;

export const IgnoreCheck = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_IGNORE_REASON)),
  /** null: until it is taken back. */
  days: z.nullable(z.literal(IGNORE_DAYS)),
});
export type IgnoreCheck = z.infer<typeof IgnoreCheck>;

export const CheckParams = z.object({ check: z.string().check(z.regex(/^[a-z-]{1,40}$/)) });

export const doctorEndpoints = deskEndpoints({
  viewDoctor: endpoint({
    method: 'GET',
    path: '/desk/doctor',
    reply: Doctor,
    success: 200,
    errors: [401, 403],
  }),
  /** Makes all checks due now; the reply does not wait for them. */
  runChecks: endpoint({
    method: 'POST',
    path: '/desk/doctor/runs',
    reply: Doctor,
    success: 202,
    errors: [401, 403],
  }),
  /** Makes one check due now. 404: there is no such check. */
  runCheck: endpoint({
    method: 'POST',
    path: '/desk/doctor/checks/{check}/runs',
    params: CheckParams,
    reply: Doctor,
    success: 202,
    errors: [401, 403, 404],
  }),
  /** 404: there is no such check. */
  ignoreCheck: endpoint({
    method: 'PUT',
    path: '/desk/doctor/checks/{check}/ignored',
    params: CheckParams,
    body: IgnoreCheck,
    reply: Doctor,
    success: 200,
    errors: [400, 401, 403, 404],
  }),
  unignoreCheck: endpoint({
    method: 'DELETE',
    path: '/desk/doctor/checks/{check}/ignored',
    params: CheckParams,
    reply: Doctor,
    success: 200,
    errors: [401, 403, 404],
  }),
  /** Queues a mail to the caller's own address. */
  sendTestMail: endpoint({
    method: 'POST',
    path: '/desk/doctor/test-mails',
    success: 202,
    errors: [401, 403],
  }),
});
