import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { FollowUpParams } from './follow-up.ts';
import { Looking } from './live.ts';

export const LookingParams = FollowUpParams;

/** Presence expires after this time unless `noteLooking` is called again. */
export const LOOKING_TTL_MS = 60_000;

export const lookingEndpoints = deskEndpoints({
  /** Reports that the person has the inquiry open; replies with everyone who has. */
  noteLooking: endpoint({
    method: 'PUT',
    path: '/desk/follow-up/{adminMail}/{sid}/looking',
    params: LookingParams,
    reply: Looking,
    success: 200,
    errors: [401, 403, 404],
  }),
  endLooking: endpoint({
    method: 'DELETE',
    path: '/desk/follow-up/{adminMail}/{sid}/looking',
    params: LookingParams,
    success: 204,
    errors: [401, 403, 404],
  }),
});
