import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Hours } from '#contract/hours.ts';
import { AdminMail } from '#contract/values.ts';

export const HoursParams = z.object({ adminMail: AdminMail });

/** Hours of an agency; version 0: those that hold until somebody sets others. */
export const AgencyHours = z.object({ hours: Hours, version: z.number() });
export type AgencyHours = z.infer<typeof AgencyHours>;

/** `version` as read: a change made meanwhile is 409 `changed-meanwhile`; the same change again is none. */
export const SetHours = z.strictObject({ hours: Hours, version: z.int() });
export type SetHours = z.infer<typeof SetHours>;

export const hoursRows = {
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
} as const;
