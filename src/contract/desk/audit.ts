import * as z from 'zod/mini';
import { EDITABLE_FIELDS } from '#contract/agencies.ts';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { PlausibleDay } from '#contract/inquiries.ts';
import { BUYER_COUNTS } from './buyers.ts';
import { EXPORT_FORMATS } from './export-formats.ts';
import { MissingDays } from './missing-days.ts';
import { ROLES } from './sessions.ts';

/**
 * Outcome of an action: `refused` is 4xx, `failed` 5xx, `unknown` has no response. Exports can also be `partial`, or
 * `cancelled` by a client that disconnected.
 */
export const AUDIT_OUTCOMES = ['done', 'partial', 'cancelled', 'refused', 'failed', 'unknown'] as const;

/** Request of an export. */
export const AuditExportRequest = z.object({
  /** First and last day; null: unbounded. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** A built-in view of the inbox. */
  view: z.nullable(z.string()),
  /**
   * Names of the other filters, as in the query.
   * decided: never their values: a search is often a buyer's name or number, and any value can be typed into a URL.
   */
  filters: z.array(z.string()),
  /** AdminMails if several were requested; absent if all of the person's were. */
  agencies: z.optional(z.array(z.string())),
  /** Present in exports of inquiries. */
  format: z.optional(z.enum(EXPORT_FORMATS)),
  masked: z.optional(z.boolean()),
  /** Present in exports of contacts. */
  purpose: z.optional(z.string()),
});
export type AuditExportRequest = z.infer<typeof AuditExportRequest>;

/** Result of an export. */
export const AuditExportResult = z.object({
  /** Rows sent, also by a cancelled or failed export without a file. */
  rows: z.number(),
  /** The first missing days of a partial export, and how many more there are. */
  missing: z.array(MissingDays),
  moreMissing: z.number(),
});
export type AuditExportResult = z.infer<typeof AuditExportResult>;

/** The audit records changes of these members. Those of an agency have their names of the interface. */
export const AUDIT_FIELDS = [
  'name',
  'role',
  'agencies',
  'ownInquiriesIn',
  'state',
  'openIdIssuer',
  'passkey',
  'scopes',
  'status',
  'lostReason',
  'owner',
  'active',
  'callback',
  'address',
  'description',
  'headers',
  'secret',
  'topics',
  'target',
  'warning',
  'week',
  'holidays',
  'zone',
  'alarm',
  'minutes',
  'recipients',
  'mail',
  'format',
  'subject',
  'text',
  'shared',
  'reference',
  'purpose',
  ...BUYER_COUNTS,
  ...EDITABLE_FIELDS,
] as const;
export type AuditField = (typeof AUDIT_FIELDS)[number];

/** A changed member. A value is null where there was none, and absent where it is not known, secret, or a contact. */
export const AuditChange = z.object({
  field: z.enum(AUDIT_FIELDS),
  from: z.optional(z.nullable(z.string())),
  to: z.optional(z.nullable(z.string())),
});
export type AuditChange = z.infer<typeof AuditChange>;

/** Address of an entry that a command of the server made. */
export const COMMAND_ADDRESS = 'command';

/** An entry of the audit log. Of request bodies it has only `changes`. */
export const AuditEntry = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** null: a command, or not signed in, and no person has the given mail. */
  person: z.nullable(z.object({ id: z.string(), mail: z.string(), role: z.enum(ROLES) })),
  /** Id of the token that the call was made by, or that was refused; absent: none. */
  tokenId: z.optional(z.string()),
  tokenName: z.optional(z.string()),
  /** Network address, or `COMMAND_ADDRESS`. */
  address: z.string(),
  /** Name of the endpoint, of `v3` or `desk`. */
  action: z.string(),
  /** AdminMail of the path. */
  agency: z.nullable(z.string()),
  /** The sid, topic, person or session of the path, or the mail of an invitation. */
  target: z.nullable(z.string()),
  outcome: z.enum(AUDIT_OUTCOMES),
  /** HTTP status; null: no response. */
  status: z.nullable(z.number()),
  /** Problem code of the gateway. */
  code: z.nullable(z.string()),
  /** null: not an export. */
  request: z.nullable(AuditExportRequest),
  /** null: not an export, or one that did not start or end. */
  result: z.nullable(AuditExportResult),
  /** Absent: nothing was changed, or nothing is recorded of it. */
  changes: z.optional(z.array(AuditChange)),
  /**
   * Names of the person and of the target: of people for those who may list them, of the buyer of an inquiry for all who
   * read the audit, since they see every inquiry.
   */
  personName: z.optional(z.string()),
  targetName: z.optional(z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const filter = {
  /** First and last day, in SERVICE_TIME_ZONE. */
  from: z.optional(PlausibleDay),
  to: z.optional(PlausibleDay),
  /** Part of the person's mail. */
  person: z.optional(z.string().check(z.maxLength(50))),
  action: z.optional(z.string().check(z.maxLength(50))),
  /** Part of the AdminMail. */
  agency: z.optional(z.string().check(z.maxLength(50))),
  outcome: z.optional(z.enum(AUDIT_OUTCOMES)),
};

/** Newest first; `before` is the id of the last entry of the previous page. */
export const AuditQuery = z.strictObject({
  ...filter,
  before: z.optional(z.string().check(z.maxLength(26))),
});
export type AuditQuery = z.infer<typeof AuditQuery>;
export type AuditFilter = Omit<AuditQuery, 'before'>;
/** All matching entries as CSV. */
export const AuditExportQuery = z.strictObject({
  ...filter,
  /** Language of the file; default `es`. */
  locale: z.optional(z.enum(['es', 'en'])),
});
export type AuditExportQuery = z.infer<typeof AuditExportQuery>;

export const AUDIT_PAGE = 50;

export const AuditEntryPage = z.object({
  entries: z.array(AuditEntry),
  /** True if there are older entries. */
  more: z.boolean(),
});
export type AuditEntryPage = z.infer<typeof AuditEntryPage>;

export const auditEndpoints = deskEndpoints({
  listAudit: endpoint({
    method: 'GET',
    path: '/desk/audit',
    query: AuditQuery,
    reply: AuditEntryPage,
    success: 200,
    errors: [400, 401, 403],
  }),
  /** `text/csv`, streamed. 429: the session has a running export. */
  exportAudit: endpoint({
    method: 'GET',
    path: '/desk/audit/export',
    query: AuditExportQuery,
    reply: z.string(),
    success: 200,
    errors: [400, 401, 403, 429],
  }),
});
