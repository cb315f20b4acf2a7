import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { MissingDays } from './export.ts';
import { ROLES } from './sessions.ts';

/**
 * What became of it: done, refused (4xx), failed (5xx), or begun and never answered. An export may also be done in part,
 * or cancelled: whoever asked for it went away before its end.
 */
export const AUDIT_OUTCOMES = ['done', 'partial', 'cancelled', 'refused', 'failed', 'unknown'] as const;

/** What an export was asked for. */
export const AuditAsked = z.object({
  /** First and last day; null: no bound. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** A built-in view of the inbox. */
  view: z.nullable(z.string()),
  /**
   * Names of the other filters that were on, as its query has them.
   * decided: and never what they say: a search is often a buyer's name or number, and an address can be typed by hand, so
   * that any of them can be one.
   */
  filters: z.array(z.string()),
  /** AdminMails, where several were asked for; left out also where all of the person's were. */
  agencies: z.optional(z.array(z.string())),
});
export type AuditAsked = z.infer<typeof AuditAsked>;

/** What an export gave. */
export const AuditGiven = z.object({
  /** Sent until it ended; also where it was cancelled or broke off, and no file came of them. */
  rows: z.number(),
  /** The first of what a partial one lacks, and how much more it lacks. */
  missing: z.array(MissingDays),
  moreMissing: z.number(),
});
export type AuditGiven = z.infer<typeof AuditGiven>;

/** One thing that somebody did or tried. Nothing of a body is in it. */
export const AuditEntry = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** null: nobody was signed in, and the mail given was nobody's. */
  person: z.nullable(z.object({ id: z.string(), mail: z.string(), role: z.enum(ROLES) })),
  /** Network address. */
  address: z.string(),
  /** Name of the endpoint, of either table. */
  action: z.string(),
  /** AdminMail of the path. */
  agency: z.nullable(z.string()),
  /** What it was done to: the sid, topic, person or session of the path, or the mail of an invitation. */
  target: z.nullable(z.string()),
  outcome: z.enum(AUDIT_OUTCOMES),
  /** HTTP status; null where there was no answer. */
  status: z.nullable(z.number()),
  /** The gateway's code where it refused. */
  code: z.nullable(z.string()),
  /** null: it is no export. */
  asked: z.nullable(AuditAsked),
  /** null: it is no export, or one that was never begun or that has not ended. */
  given: z.nullable(AuditGiven),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const Day = z.iso.date();
const filter = {
  /** First and last day, in SERVICE_TIME_ZONE. */
  from: z.optional(Day),
  to: z.optional(Day),
  /** Part of the person's mail. */
  person: z.optional(z.string().check(z.maxLength(50))),
  action: z.optional(z.string().check(z.maxLength(50))),
  /** Part of the AdminMail. */
  agency: z.optional(z.string().check(z.maxLength(50))),
  outcome: z.optional(z.enum(AUDIT_OUTCOMES)),
};

/** Newest first; `before` is the id of the last entry seen. */
export const AuditQuery = z.strictObject({
  ...filter,
  before: z.optional(z.string().check(z.maxLength(26))),
});
export type AuditQuery = z.infer<typeof AuditQuery>;
export type AuditFilter = Omit<AuditQuery, 'before'>;
/** The same filters; all that matches, as CSV. */
export const AuditExportQuery = z.strictObject({
  ...filter,
  /** Of its words; left out: `es`. */
  locale: z.optional(z.enum(['es', 'en'])),
});
export type AuditExportQuery = z.infer<typeof AuditExportQuery>;

export const AUDIT_PAGE = 50;

export const AuditPage = z.object({
  entries: z.array(AuditEntry),
  /** Whether there are older ones. */
  more: z.boolean(),
});
export type AuditPage = z.infer<typeof AuditPage>;

export const auditRows = {
  listAudit: endpoint({
    method: 'GET',
    path: '/desk/audit',
    query: AuditQuery,
    reply: AuditPage,
    success: 200,
    errors: [400, 401, 403],
  }),
  /** `text/csv`, streamed. 429: the session has an export going on. */
  exportAudit: endpoint({
    method: 'GET',
    path: '/desk/audit/export',
    query: AuditExportQuery,
    reply: z.string(),
    success: 200,
    errors: [400, 401, 403, 429],
  }),
} as const;
