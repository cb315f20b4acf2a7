import * as z from 'zod/mini';
import { ATTEMPT_CAUSES } from '#contract/attempts.ts';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { PlausibleDay } from '#contract/inquiries.ts';
import { ANSWER_BANDS, FUNNEL_STEPS } from '#contract/overview.ts';
import { addDays } from '#contract/window.ts';
import { ANSWERS, LOST_REASONS } from '#contract/follow-up/follow-up-state.ts';
import { BalanceSummary } from './balance.ts';
import { Connection } from './connection.ts';
import { UnsolvedIncident } from './incidents.ts';
import { agencyFilter, indexFreshness } from './index-query.ts';

// Figures of the overview. What each of them counts is defined in `src/contract/overview.ts`.

/** Agencies: repeatable, default all that the person may see. 404: one that the service does not list. */
export const OverviewNowQuery = z.strictObject({ agencia: agencyFilter });
export type OverviewNowQuery = z.infer<typeof OverviewNowQuery>;

export const MAX_OVERVIEW_DAYS = 366;

/** Days in the service's time zone, both included, at most 366. 400: `hasta` before `desde`, or more days. */
export const OverviewQuery = z
  .strictObject({ agencia: agencyFilter, desde: PlausibleDay, hasta: PlausibleDay })
  .check(
    z.refine(({ desde, hasta }) => desde <= hasta && hasta < addDays(desde, MAX_OVERVIEW_DAYS), {
      path: ['hasta'],
      error: 'before desde, or too many days',
    }),
  );
export type OverviewQuery = z.infer<typeof OverviewQuery>;

/** An agency that receives nothing for longer than is usual for it. Times are ms since 1970. */
export const SilentAgency = z.object({
  adminMail: z.string(),
  name: z.nullable(z.string()),
  /** Last inquiry; null: none in the index. */
  lastAt: z.nullable(z.number()),
  /** Number of inquiries that it would usually have received since its last one. */
  expected: z.number(),
});
export type SilentAgency = z.infer<typeof SilentAgency>;

/** Late inquiries of a day, by agency. */
const LateToday = z.object({
  /** Due time of the one that is late the longest, ms since 1970; null: none is late. */
  worstDueAt: z.nullable(z.number()),
  /** Agencies with the most of them, at most `MAX_LATE_AGENCIES`. */
  agencies: z.array(z.object({ adminMail: z.string(), name: z.nullable(z.string()), count: z.number() })),
});

export const MAX_LATE_AGENCIES = 3;

/** Work of an agency now, as its lists have it. */
const PendingAgency = z.object({
  adminMail: z.string(),
  name: z.nullable(z.string()),
  arrivedToday: z.number(),
  waiting: z.number(),
  overdue: z.number(),
  snoozed: z.number(),
});
export type PendingAgency = z.infer<typeof PendingAgency>;

/** Counts of what needs attention now. `null`: not for this role. */
export const OverviewNow = z.object({
  waiting: z.number(),
  overdue: z.number(),
  /** Waiting, and due within an hour. */
  dueSoon: z.number(),
  /** Parts of `overdue`: due today, and in the week before (`dueSpans`). `lateOld`: due earlier. */
  lateToday: z.number(),
  lateThisWeek: z.number(),
  lateOld: z.number(),
  today: LateToday,
  /** Agencies that have any of these, most overdue first. */
  agencies: z.array(PendingAgency),
  unread: z.number(),
  /** Those in the view of snoozed ones, also the ones that returned. */
  snoozed: z.number(),
  /** Snooze expired, unchanged since and open. */
  returned: z.number(),
  silent: z.nullable(z.array(SilentAgency)),
  /** Refused messages, the newest first. */
  incidents: z.nullable(z.array(UnsolvedIncident)),
  /** State of the connection to the service; null also when it works, or is not known yet. */
  service: z.nullable(z.pick(Connection, { state: true, clockAheadMs: true })),
  /** Webhook topics that were received here, and are sent elsewhere now; null also when the service does not reply. */
  strayTopics: z.nullable(z.number()),
  /** Webhook topics that are off or suspended; null also when the service does not reply. */
  stoppedTopics: z.nullable(z.number()),
  /** Webhook topics whose newest message did not reach this gateway; null also when the service does not reply. */
  failingTopics: z.nullable(z.array(z.object({ topic: z.string(), cause: z.enum(ATTEMPT_CAUSES) }))),
  /** Number of mails that the mail server refused; they are sent again later. */
  refusedMails: z.nullable(z.number()),
  /** Errors that health checks found, and that are not among the members above. */
  failedChecks: z.nullable(z.number()),
  /** The service's inquiries compared with the index. */
  balance: z.nullable(BalanceSummary),
  /** Agencies that have no publication left. */
  spentPackages: z.nullable(z.array(z.pick(SilentAgency, { adminMail: true, name: true }))),
  /** Invitations without registration a week after the last send. */
  unansweredInvitations: z.nullable(z.number()),
  /** Inquiries whose first answer the person gave today, whenever they arrived. */
  answeredToday: z.number(),
  /** Last send of the one that waits longest. */
  oldestInvitationAt: z.nullable(z.number()),
  readAt: z.number(),
  ...indexFreshness,
});
export type OverviewNow = z.infer<typeof OverviewNow>;

/** First answers. Minutes are open minutes of the agency from arrival to answer. */
const answers = {
  inquiries: z.number(),
  answered: z.number(),
  /** Answered not after the due time. */
  inTime: z.number(),
  medianMinutes: z.nullable(z.number()),
  p90Minutes: z.nullable(z.number()),
};

export const OverviewTotals = z.object({
  ...answers,
  /** Answered inquiries by channel of the first answer. */
  channels: z.record(z.enum([...ANSWERS, 'contact']), z.number()),
  tradeIn: z.number(),
  finance: z.number(),
  insurance: z.number(),
  /** Steps that were reached; an inquiry counts in each up to its own. */
  funnel: z.record(z.enum(FUNNEL_STEPS), z.number()),
  /** Inquiries by the time to their first answer, and the steps that those of each band reached. */
  bands: z.record(z.enum(ANSWER_BANDS), z.number()),
  delays: z.record(z.enum(ANSWER_BANDS), z.record(z.enum(FUNNEL_STEPS), z.number())),
  lostReasons: z.record(z.enum(LOST_REASONS), z.number()),
});
export type OverviewTotals = z.infer<typeof OverviewTotals>;

const CountedValue = z.object({ value: z.nullable(z.string()), count: z.number() });
export type CountedValue = z.infer<typeof CountedValue>;

/** Breakdowns of a period, most frequent first; `value: null` is an inquiry without it. */
export const BREAKDOWNS = [
  'origin',
  'listingType',
  'condition',
  'make',
  'model',
  'price',
  'province',
  'interest',
] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

export const OverviewPeriod = z.object({
  desde: z.string(),
  hasta: z.string(),
  /**
   * First day since when every inquiry of the requested agencies is counted: the index begins with the service's last 90
   * days, and keeps inquiries for a time. Days before it, also of `before`, may lack some. null: an agency was never read
   * completely, see `complete`.
   */
  wholeSince: z.nullable(z.string()),
  /** Inquiries of the requested agencies dated before 2000 or in the future: lists have them, and no figure. */
  implausibleDates: z.number(),
  /** The same number of days just before. */
  before: z.object({ desde: z.string(), hasta: z.string(), totals: OverviewTotals }),
  totals: OverviewTotals,
  /** Every day of the period. */
  days: z.array(
    z.object({
      day: z.string(),
      ...answers,
      /** Inquiries by origin; missing origins under the empty text. */
      origins: z.record(z.string(), z.number()),
    }),
  ),
  /** Agencies of the request, most inquiries first. */
  agencies: z.array(
    z.object({
      adminMail: z.string(),
      name: z.nullable(z.string()),
      before: z.number(),
      /** Inquiries by day, as in `days`. */
      days: z.array(z.number()),
      ...answers,
    }),
  ),
  /**
   * Answers by the person who gave the first one; `inquiries` is the number answered. Sorted by name; in
   * order of answers only where the partner allows ranking. Sellers get only themselves. decided: empty for
   * more than 20 agencies, where it would name hundreds.
   */
  people: z.array(z.object({ id: z.string(), name: z.string(), ...answers })),
  /** True if the partner allows to order people by their figures. */
  ranksPeople: z.boolean(),
  /** Arrivals by weekday (Monday first) and hour in the agency's time zone. `closed`: those outside its opening hours. */
  arrivals: z.object({
    all: z.array(z.array(z.number())),
    closed: z.array(z.array(z.number())),
  }),
  /** First answers by weekday and hour, also in the agency's time zone. */
  answersByHour: z.array(z.array(z.number())),
  /** Median minutes of the first answers by weekday and hour of the arrival, as in `arrivals`; null: none was answered. */
  mediansByHour: z.array(z.array(z.nullable(z.number()))),
  breakdowns: z.record(z.enum(BREAKDOWNS), z.array(CountedValue)),
  readAt: z.number(),
  ...indexFreshness,
});
export type OverviewPeriod = z.infer<typeof OverviewPeriod>;

/** Setting of the installation: `ranksPeople` allows to order people by their figures. */
export const OverviewSettings = z.strictObject({ ranksPeople: z.boolean() });
export type OverviewSettings = z.infer<typeof OverviewSettings>;

export const overviewEndpoints = deskEndpoints({
  viewOverviewNow: endpoint({
    method: 'GET',
    path: '/desk/overview/now',
    query: OverviewNowQuery,
    reply: OverviewNow,
    success: 200,
    errors: [400, 401, 403, 404],
  }),
  viewOverview: endpoint({
    method: 'GET',
    path: '/desk/overview',
    query: OverviewQuery,
    reply: OverviewPeriod,
    success: 200,
    errors: [400, 401, 403, 404],
  }),
  setOverviewSettings: endpoint({
    method: 'PUT',
    path: '/desk/overview/settings',
    body: OverviewSettings,
    success: 204,
    errors: [400, 401, 403],
  }),
});
