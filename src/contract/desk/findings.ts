import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { AdminMail } from '#contract/values.ts';

/**
 * Cases in which the index of inquiries waits for a person. `inquiries`: the service no longer has many of an
 * agency. `agencies`: it no longer lists many. `clock`: much would be erased at a time that nothing confirms.
 */
export const FINDING_KINDS = ['inquiries', 'agencies', 'clock'] as const;
export const FINDING_DECISIONS = ['accept', 'wait'] as const;

/** Times are ms since 1970. */
export const Finding = z.object({
  kind: z.enum(FINDING_KINDS),
  /** Agency of the inquiries; null: several. */
  adminMail: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** `missing` of `total` would vanish. */
  missing: z.number(),
  total: z.number(),
  foundAt: z.number(),
  /** Decision of a person about as many or more; null: nothing yet. */
  decision: z.nullable(z.enum(FINDING_DECISIONS)),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.number()),
});
export type Finding = z.infer<typeof Finding>;

export const Findings = z.object({ findings: z.array(Finding) });
export type Findings = z.infer<typeof Findings>;

export const FindingDecision = z.strictObject({
  kind: z.enum(FINDING_KINDS),
  adminMail: z.nullable(AdminMail),
  /** Number that the person saw when deciding. */
  missing: z.int().check(z.nonnegative()),
  decision: z.enum(FINDING_DECISIONS),
});
export type FindingDecision = z.infer<typeof FindingDecision>;

export const findingEndpoints = deskEndpoints({
  listFindings: endpoint({
    method: 'GET',
    path: '/desk/connection/findings',
    reply: Findings,
    success: 200,
    errors: [401, 403],
  }),
  /** Accepts that what is missing vanishes, or keeps waiting. 409: the finding has changed or is gone. */
  decideFinding: endpoint({
    method: 'POST',
    path: '/desk/connection/findings',
    body: FindingDecision,
    reply: Findings,
    success: 200,
    errors: [400, 401, 403, 409],
  }),
});
