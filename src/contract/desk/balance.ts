import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { AgencyPath, PlausibleDay } from '#contract/inquiries.ts';
import { AdminMail } from '#contract/values.ts';
import { addDays } from '#contract/window.ts';
import { REFUSAL_REASONS } from './deliveries.ts';

// The balance: inquiries that the service says it has, compared with those of the index. Times are ms since 1970.

/**
 * An inquiry comes first by a message, by a sweep of the service's lists, with a person's own read, or with the first
 * reading of an agency that had it already.
 */
export const ARRIVAL_WAYS = ['webhook', 'sweep', 'read', 'earlier'] as const;
export type ArrivalWay = (typeof ARRIVAL_WAYS)[number];

/**
 * No message of an inquiry was received because the topic was `off` or sent `elsewhere` then, because messages were refused
 * at that time for a reason, or for a cause that is not known here.
 */
export const MISSED_CAUSES = ['off', 'elsewhere', ...REFUSAL_REASONS, 'unknown'] as const;
export type MissedCause = (typeof MISSED_CAUSES)[number];

/**
 * The service's count of the inquiries of its list, at `readAt`, and the index's of the same days:
 * `made = inbox - arriving - missing + erased + absent - surplus`.
 */
export const Reconciliation = z.object({
  made: z.number(),
  inbox: z.number(),
  /** Part of `inbox` that was made after the service had counted. */
  arriving: z.number(),
  /** Part of `inbox` that the service no longer has by its own answers; it is hidden soon. */
  missing: z.number(),
  /** Erased here on request. */
  erased: z.number(),
  /** Unexplained: not in the inbox. */
  absent: z.number(),
  /** Unexplained: only in the inbox. */
  surplus: z.number(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

export const countUnexplained = ({ absent, surplus }: Pick<Reconciliation, 'absent' | 'surplus'>): number =>
  absent + surplus;

/** Sums of the agencies whose lists say how many inquiries there are. */
export const BalanceSummary = z.extend(Reconciliation, {
  /** Agencies that are compared, those whose inquiries are not all read yet or whose lists do not say, and those that differ. */
  compared: z.number(),
  uncompared: z.number(),
  differing: z.number(),
  /** Oldest reading; null: none. */
  readAt: z.nullable(z.number()),
});
export type BalanceSummary = z.infer<typeof BalanceSummary>;

/** Inquiries by the day that they were made on, or their agency. */
export const BalanceFigures = z.object({
  inbox: z.number(),
  erased: z.number(),
  missing: z.number(),
  ways: z.record(z.enum(ARRIVAL_WAYS), z.number()),
  /** Inquiries without a message two minutes later, except those of `earlier`. */
  missed: z.record(z.enum(MISSED_CAUSES), z.number()),
  /** Time from `Momento` to the index, except of `earlier`; the median is rounded down to a whole unit. null: none. */
  medianMs: z.nullable(z.number()),
  worstMs: z.nullable(z.number()),
});
export type BalanceFigures = z.infer<typeof BalanceFigures>;

export const sumMissed = ({ missed }: Pick<BalanceFigures, 'missed'>): number =>
  MISSED_CAUSES.reduce((sum, cause) => sum + missed[cause], 0);

export const BalanceDay = z.extend(BalanceFigures, { day: z.string() });
export type BalanceDay = z.infer<typeof BalanceDay>;
/** The hours of a day from its start, except those without any inquiry; `at` is the start of one. */
export const BalanceHour = z.extend(BalanceFigures, { at: z.number() });
export type BalanceHour = z.infer<typeof BalanceHour>;
export const BalanceAgency = z.object({
  adminMail: z.string(),
  name: z.nullable(z.string()),
  /** null: several days were asked for. */
  figures: z.nullable(BalanceFigures),
  /** null: see `uncompared`. */
  reading: z.nullable(z.extend(Reconciliation, { readAt: z.number() })),
});
export type BalanceAgency = z.infer<typeof BalanceAgency>;

export const BalanceLead = z.object({
  sid: z.string(),
  at: z.number(),
  firstSeenAt: z.number(),
  way: z.enum(ARRIVAL_WAYS),
  /** null: a message was received, or is not due. */
  missed: z.nullable(z.enum(MISSED_CAUSES)),
});
export type BalanceLead = z.infer<typeof BalanceLead>;

export const MAX_BALANCE_DAYS = 92;
/** Those that differ, missed messages or received most come first. */
export const MAX_BALANCE_AGENCIES = 500;
export const MAX_BALANCE_LEADS = 500;

/** Days in the service's time zone, both included. 400: `to` before `from`, or too many days. */
export const BalanceQuery = z
  .strictObject({ from: PlausibleDay, to: PlausibleDay, agency: z.optional(AdminMail) })
  .check(
    z.refine(({ from, to }) => from <= to && to < addDays(from, MAX_BALANCE_DAYS), {
      path: ['to'],
      error: 'before from, or too many days',
    }),
  );
export type BalanceQuery = z.infer<typeof BalanceQuery>;

export const Balance = z.object({
  summary: BalanceSummary,
  /** First day of the service's lists: it counts no earlier ones. */
  firstListedDay: z.string(),
  /** Newest first. */
  days: z.array(BalanceDay),
  /** Newest first; null: several days were asked for. */
  hours: z.nullable(z.array(BalanceHour)),
  agencies: z.array(BalanceAgency),
  agencyCount: z.number(),
  /** Newest first; null: asked for several agencies, or several days. */
  leads: z.nullable(z.array(BalanceLead)),
});
export type Balance = z.infer<typeof Balance>;

/** Days of an agency, both included, of which the service and the index differ. */
export const DifferingDays = z.extend(Reconciliation, { from: z.string(), to: z.string() });
export type DifferingDays = z.infer<typeof DifferingDays>;

export const balanceEndpoints = deskEndpoints({
  viewBalance: endpoint({
    method: 'GET',
    path: '/desk/balance',
    query: BalanceQuery,
    reply: Balance,
    success: 200,
    errors: [400, 401, 403, 404],
  }),
  /** Asks the service for its counts of parts of the window until it knows which days differ. 404: it lists no such agency. */
  findDifferingDays: endpoint({
    method: 'POST',
    path: '/desk/balance/{adminMail}/days',
    params: AgencyPath,
    reply: z.object({ days: z.array(DifferingDays) }),
    success: 200,
    errors: [401, 403, 404, 429],
  }),
});
