import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/**
 * What became of an invitation sent from here:
 * - `sending`: on its way, or the answer never came;
 * - `sent`: accepted by the service (202), and not registered when it was last asked;
 * - `registered`: the agency completed its registration;
 * - `refused`: its mail is registered in the service already (409), or the service did not accept it (another 4xx);
 * - `ended`: the service does not know the agency any more (404), since the association ended.
 */
export const INVITATION_STATES = ['sending', 'sent', 'registered', 'refused', 'ended'] as const;

/** One invitation, by AdminMail; it is kept for ever. Times are milliseconds since 1970. */
export const Invitation = z.object({
  id: z.string(),
  adminMail: z.string(),
  /** As it was typed; null: none. */
  name: z.nullable(z.string()),
  state: z.enum(INVITATION_STATES),
  /** Path of the agency at the service, from the `Location` of the 202. */
  location: z.nullable(z.string()),
  /** Every time it was sent, the latest first. `status`: of the service's answer; null: there was none. */
  sends: z.array(z.object({ at: z.number(), by: z.string(), status: z.nullable(z.number()) })),
  /** When the service was last asked what became of it, and when it will be again by itself. */
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

/** `version` as read: a change made meanwhile is a 409. */
export const EditInvitationNote = z.strictObject({
  note: z.string().check(z.maxLength(1000)),
  version: z.int(),
});
export type EditInvitationNote = z.infer<typeof EditInvitationNote>;

export const invitationRows = {
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
  /** Asks the service now what became of it. */
  checkInvitation: endpoint({
    method: 'POST',
    path: '/desk/invitations/{id}/check',
    params: InvitationParams,
    reply: Invitation,
    success: 200,
    errors: [401, 403, 404],
  }),
} as const;
