import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Instant } from './values.ts';
import { TopicPath } from './webhooks.ts';

// decided: everything here. The interface does not say what the service tells of its attempts to deliver; a service without this
// list answers 404.

/**
 * - `delivered`: the callback took the message;
 * - `retried`: it did not, and the message is sent again;
 * - `given-up`: it did not, and this was the last attempt;
 * - `suspended`: it did not, and the webhook was switched off for it (410, or failures for five days).
 */
export const ATTEMPT_OUTCOMES = ['delivered', 'retried', 'given-up', 'suspended'] as const;

export const ATTEMPTS_PAGE = 100;

/** Causes of failed attempts; `callback-failed`: a status, `unreadable-secret`: the service cannot sign. */
export const ATTEMPT_CAUSES = [
  'callback-failed',
  'callback-slow',
  'certificate',
  'unreachable',
  'private-address',
  'unreadable-secret',
] as const;
export type AttemptCause = (typeof ATTEMPT_CAUSES)[number];

/** Names the cause for which an attempt was not delivered. */
export function findAttemptCause({ status, error }: Pick<Attempt, 'status' | 'error'>): AttemptCause {
  if (status !== null) return 'callback-failed';
  if (error === 'private-address') return 'private-address';
  if (error === 'secret') return 'unreadable-secret';
  if (error === 'timeout' || error === 'ETIMEDOUT') return 'callback-slow';
  return error !== null && /CERT|SIGNATURE|TLS|SSL|ISSUER|ALTNAME/.test(error)
    ? 'certificate'
    : 'unreachable';
}

// decided: as long as an inquiry can be sent again.
/** An attempt is kept for so long. */
export const ATTEMPT_DAYS = 30;

/** An attempt to deliver a webhook message. Times are ms since 1970. */
export const Attempt = z.object({
  id: z.string(),
  at: z.number(),
  durationMs: z.number(),
  /** Lower case. */
  topic: z.string(),
  /** `Notification-Hook-ID`, the same in all attempts of a message. */
  deliveryId: z.string(),
  /** AdminMail, lower case. */
  agency: z.string(),
  /** Upper case; null: the message is of no inquiry. */
  sid: z.nullable(z.string()),
  /** Callback as it was called. */
  callback: z.string(),
  outcome: z.enum(ATTEMPT_OUTCOMES),
  /** Status of the callback's reply; null: none. */
  status: z.nullable(z.number()),
  /** `timeout`, `private-address`, `secret` (it cannot be read), or the code of the system (`ECONNREFUSED`); null: a reply. */
  error: z.nullable(z.string()),
});
export type Attempt = z.infer<typeof Attempt>;

/** Counts the attempts of an hour with an outcome; `at` is its start. */
export const AttemptCount = z.object({
  at: z.number(),
  outcome: z.enum(ATTEMPT_OUTCOMES),
  attempts: z.number(),
});
export type AttemptCount = z.infer<typeof AttemptCount>;

export const AttemptsQuery = z.object({
  topic: z.optional(TopicPath.shape.topic),
  sid: z.optional(z.string().check(z.maxLength(64))),
  outcome: z.optional(z.enum(ATTEMPT_OUTCOMES)),
  /** First instant, ms since 1970. */
  since: z.optional(Instant),
  /** Id, or its first 10 characters, which are its time. */
  before: z.optional(
    z.string().check(z.regex(/^[\dA-HJKMNP-TV-Z]{10,26}$/i, 'debe ser el id de un intento')),
  ),
  /** With the counts of each hour since this instant, of the topic and until `before`. */
  hoursSince: z.optional(Instant),
});
export type AttemptsQuery = z.infer<typeof AttemptsQuery>;

/** A page, newest first; `hours`: hours with attempts, null without `hoursSince`. */
export const Attempts = z.object({
  attempts: z.array(Attempt),
  more: z.boolean(),
  hours: z.nullable(z.array(AttemptCount)),
});
export type Attempts = z.infer<typeof Attempts>;

/** The service's log of attempts, for the app whose webhooks they are. */
export const attemptLog = {
  listAttempts: endpoint({
    method: 'GET',
    path: '/attempts',
    query: AttemptsQuery,
    reply: Attempts,
    success: 200,
    errors: [400],
  }),
} as const;

export type AttemptLogName = keyof typeof attemptLog;
