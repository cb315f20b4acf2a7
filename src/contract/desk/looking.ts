import { endpoint } from '#contract/endpoint.ts';
import { FollowUpParams } from './follow-up.ts';
import { Looking } from './live.ts';

export const LookingParams = FollowUpParams;

/** A look ends by itself after so long, unless it is said again. */
export const LOOKING_MS = 60_000;

export const lookingRows = {
  /** Says that the person has it open, for a minute at a time; answers who has. */
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
} as const;
