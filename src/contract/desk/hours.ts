import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { Hours, SettableHours } from '#contract/hours.ts';
import { PlausibleDay } from '#contract/inquiries.ts';
import { AdminMail } from '#contract/values.ts';

export const HoursParams = z.object({ adminMail: AdminMail });

/** Opening hours of an agency; version 0: the default. */
export const AgencyHours = z.object({ hours: Hours, version: z.number() });
export type AgencyHours = z.infer<typeof AgencyHours>;

/**
 * The hours hold from `day` on, which is today in their zone at the earliest (the default); days before keep theirs.
 * `version` is the one read: an outdated one is 409 `changed-meanwhile`, except for the same hours (idempotent).
 */
export const SetHours = z.strictObject({
  hours: SettableHours,
  day: z.optional(PlausibleDay),
  version: z.int(),
});
export type SetHours = z.infer<typeof SetHours>;

/** Days up to now whose answers are compared. */
export const COMPARED_DAYS = 30;

/** First answers of these days: how many were in time, and would have been with other hours. */
export const HoursEffect = z.object({ answered: z.number(), inTime: z.number(), inTimeWith: z.number() });
export type HoursEffect = z.infer<typeof HoursEffect>;

export const hoursEndpoints = deskEndpoints({
  viewHours: endpoint({
    method: 'GET',
    path: '/desk/hours/{adminMail}',
    params: HoursParams,
    reply: AgencyHours,
    success: 200,
    errors: [401, 403, 404],
  }),
  /** 409 `changed-meanwhile`. */
  setHours: endpoint({
    method: 'PUT',
    path: '/desk/hours/{adminMail}',
    params: HoursParams,
    body: SetHours,
    reply: AgencyHours,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  /** Compares the last answers with what other hours would have made of them; changes nothing. */
  compareHours: endpoint({
    method: 'POST',
    path: '/desk/hours/{adminMail}/effect',
    params: HoursParams,
    body: z.strictObject({ hours: SettableHours }),
    reply: HoursEffect,
    success: 200,
    errors: [400, 401, 403, 404],
  }),
});
