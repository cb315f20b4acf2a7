import * as z from 'zod/mini';
import { boundedArray } from '#contract/bounded-array.ts';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { STATUSES } from '#contract/follow-up/follow-up-state.ts';
import { By, FollowUpAgencyParams } from './follow-up.ts';
import { agencyFilter } from './index-query.ts';

// The sheet that a shift hands over to the next one, made from open inquiries.

/** Inquiries that wait, those that were promised for later, and appointments: each in one. */
export const HANDOVER_KINDS = ['waiting', 'promised', 'appointment'] as const;

export const MAX_HANDOVER_ROWS = 500;

export const HandoverQuery = z.strictObject({
  agencia: agencyFilter,
  /** Id of a person: only what they have. */
  persona: z.optional(z.string().check(z.minLength(1), z.maxLength(26))),
  /** Hides contacts; people without the right to see them get them masked in any case. */
  enmascarado: z.optional(z.literal('1')),
});
export type HandoverQuery = z.infer<typeof HandoverQuery>;

/** An open inquiry. Times are ms since 1970. */
export const HandoverRow = z.object({
  adminMail: z.string(),
  sid: z.string(),
  kind: z.enum(HANDOVER_KINDS),
  buyer: z.string(),
  contacts: z.array(z.string()),
  vehicle: z.string(),
  status: z.enum(STATUSES),
  owner: z.nullable(By),
  /** Time of the inquiry. */
  at: z.number(),
  /** Due time of the answer; null: none, or it was answered. */
  dueAt: z.nullable(z.number()),
  /** End of the snooze. */
  returnsAt: z.nullable(z.number()),
  /** The pinned note, or the newest one. */
  note: z.nullable(z.object({ text: z.string(), at: z.number(), isPinned: z.boolean() })),
});
export type HandoverRow = z.infer<typeof HandoverRow>;

export const Handover = z.object({
  /** At most `MAX_HANDOVER_ROWS`: those that wait first, the longest first, then by return, then appointments. */
  rows: z.array(HandoverRow),
  /** True if there are further ones. */
  more: z.boolean(),
  masked: z.boolean(),
  readAt: z.number(),
});
export type Handover = z.infer<typeof Handover>;

export const MAX_HANDOVER_RECIPIENTS = 20;

/** `to`: ids of colleagues of the agency. */
export const SendHandover = z.strictObject({
  to: boundedArray(z.string().check(z.maxLength(26)), { max: MAX_HANDOVER_RECIPIENTS }).check(z.minLength(1)),
});
export type SendHandover = z.infer<typeof SendHandover>;

export const handoverEndpoints = deskEndpoints({
  viewHandover: endpoint({
    method: 'GET',
    path: '/desk/handover',
    query: HandoverQuery,
    reply: Handover,
    success: 200,
    errors: [400, 401, 403],
  }),
  /** Sends the figures of an agency's sheet and its address, without buyers. 400 `to.{index}`: nobody who works there. */
  sendHandover: endpoint({
    method: 'POST',
    path: '/desk/handover/{adminMail}/mail',
    params: FollowUpAgencyParams,
    body: SendHandover,
    success: 204,
    errors: [400, 401, 403],
  }),
});
