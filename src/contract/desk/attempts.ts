import * as z from 'zod/mini';
import { Attempt, AttemptsQuery } from '#contract/attempts.ts';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { PlausibleDay } from '#contract/inquiries.ts';
import { REFUSAL_REASONS } from './deliveries.ts';

/** An attempt of the service to deliver. The query of its callback is masked. */
export const ListedAttempt = z.extend(Attempt, {
  /** Buyer's name, from the index. */
  person: z.nullable(z.string()),
  /** Reason for which this gateway refused the message; null: it did not. */
  refusal: z.nullable(z.enum(REFUSAL_REASONS)),
  /** True if the message came all the same, and its answer was lost. */
  isAnswerLost: z.boolean(),
  /** True if the canary caused the message. */
  isCanary: z.boolean(),
});
export type ListedAttempt = z.infer<typeof ListedAttempt>;

const { topic, sid, outcome, before } = AttemptsQuery.shape;

export const AttemptListQuery = z.strictObject({
  topic,
  sid,
  outcome,
  /** First and last day, in SERVICE_TIME_ZONE. */
  from: z.optional(PlausibleDay),
  to: z.optional(PlausibleDay),
  before,
});
export type AttemptListQuery = z.infer<typeof AttemptListQuery>;

/** Attempts by hour up to two days, otherwise by day, newest last. */
export const AttemptFigures = z.object({
  unit: z.enum(['hour', 'day']),
  /** Every hour or day, also those without attempts; `at` is its start, ms since 1970. */
  spans: z.array(
    z.object({
      at: z.number(),
      delivered: z.number(),
      retried: z.number(),
      /** With those for which the webhook was suspended. */
      givenUp: z.number(),
    }),
  ),
});
export type AttemptFigures = z.infer<typeof AttemptFigures>;

export const AttemptList = z.object({
  /** False: the service has no log of its attempts. */
  isOffered: z.boolean(),
  attempts: z.array(ListedAttempt),
  more: z.boolean(),
  /** Counts the topic and days of the query, without days the last 24 hours; null on older pages. */
  summary: z.nullable(AttemptFigures),
});
export type AttemptList = z.infer<typeof AttemptList>;

export const attemptEndpoints = deskEndpoints({
  listAttempts: endpoint({
    method: 'GET',
    path: '/desk/attempts',
    query: AttemptListQuery,
    reply: AttemptList,
    success: 200,
    errors: [400, 401, 403],
  }),
});
