import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';

/**
 * State of an invitation sent by the console:
 * - `sending`: no reply of the service yet, or it was lost;
 * - `sent`: accepted by the service (202), not registered at the last check;
 * - `registered`: the agency completed its registration;
 * - `refused`: the mail is already registered (409), or another 4xx;
 * - `ended`: the association ended, so the service replies 404.
 */
export const INVITATION_STATES = ['sending', 'sent', 'registered', 'refused', 'ended'] as const;

/** An invitation of an AdminMail; kept until two years after its last mail. Times are ms since 1970. */
export const Invitation = z.object({
  id: z.string(),
  adminMail: z.string(),
  /** Name as entered; null: none. */
  name: z.nullable(z.string()),
  state: z.enum(INVITATION_STATES),
  /** Path of the agency, from the `Location` header of the 202. */
  location: z.nullable(z.string()),
  /** Requests to the service, latest first. `status`: of its reply; null: none. */
  sends: z.array(z.object({ at: z.number(), by: z.string(), status: z.nullable(z.number()) })),
  /** Times of the last check and the next automatic one. */
  checkedAt: z.nullable(z.number()),
  nextCheckAt: z.nullable(z.number()),
  registeredAt: z.nullable(z.number()),
  note: z.string(),
  noteBy: z.nullable(z.string()),
  version: z.number(),
});
export type Invitation = z.infer<typeof Invitation>;

export const Invitations = z.object({ invitations: z.array(Invitation) });

export const InvitationParams = z.object({ id: z.string().check(z.regex(/^\w{1,64}$/)) });

/** `version` is the one read: an outdated one is 409. */
export const EditInvitationNote = z.strictObject({
  note: z.string().check(z.maxLength(1000)),
  version: z.int(),
});
export type EditInvitationNote = z.infer<typeof EditInvitationNote>;

export const invitationEndpoints = deskEndpoints({
  listInvitations: endpoint({
    method: 'GET',
    path: '/desk/invitations',
    reply: Invitations,
    success: 200,
    errors: [401, 403],
  }),
  viewInvitation: endpoint({
    method: 'GET',
    path: '/desk/invitations/{id}',
    params: InvitationParams,
    reply: Invitation,
    success: 200,
    errors: [401, 403, 404],
  }),
  /** 409 `changed-meanwhile`. */
  editInvitationNote: endpoint({
    method: 'PUT',
    path: '/desk/invitations/{id}/note',
    params: InvitationParams,
    body: EditInvitationNote,
    reply: Invitation,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  /** Checks the state at the service now. */
  checkInvitation: endpoint({
    method: 'POST',
    path: '/desk/invitations/{id}/check',
    params: InvitationParams,
    reply: Invitation,
    success: 200,
    errors: [401, 403, 404],
  }),
});
