import * as z from 'zod/mini';
import { boundedArray } from '#contract/bounded-array.ts';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { Mail } from '#contract/values.ts';
import { ROLES } from './sessions.ts';

export const PERSON_STATES = ['invited', 'active', 'disabled'] as const;

export const PersonAgency = z.strictObject({
  /** AdminMail. */
  adminMail: Mail,
  /** Restricts the person to inquiries of which they are the OperadorResponsable. */
  ownInquiriesOnly: z.boolean(),
});
export type PersonAgency = z.infer<typeof PersonAgency>;

const Name = z.string().check(z.trim(), z.minLength(2), z.maxLength(100), z.regex(/^\P{Cc}*$/u));

/**
 * Only sellers have agencies, at least one. `ownInquiriesOnly` is refused at the agency whose AdminMail is
 * the person's mail.
 */
const rights = {
  name: Name,
  role: z.enum(ROLES),
  agencies: boundedArray(PersonAgency, { max: 200 }),
};

export const InvitePerson = z.strictObject({ mail: Mail, ...rights });
export type InvitePerson = z.infer<typeof InvitePerson>;

/** `version` is the one read: an outdated one is 409. */
export const EditPerson = z.strictObject({ ...rights, version: z.int() });
export type EditPerson = z.infer<typeof EditPerson>;

export const SetAccess = z.strictObject({ enabled: z.boolean() });
export type SetAccess = z.infer<typeof SetAccess>;

/**
 * Ends the password, the link to the account of OpenID Connect and every session at once, and sends a mail for a new
 * password, where there are passwords.
 */
export const ResetPerson = z.strictObject({ removeSecondFactor: z.boolean() });
export type ResetPerson = z.infer<typeof ResetPerson>;

/** A person of the console, as partner admins see them. Times are ms since 1970. */
export const Person = z.object({
  id: z.string(),
  mail: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  agencies: z.array(z.object({ adminMail: z.string(), ownInquiriesOnly: z.boolean() })),
  state: z.enum(PERSON_STATES),
  secondFactor: z.boolean(),
  /** Issuer of the linked account of OpenID Connect; null: none is linked. */
  openIdIssuer: z.nullable(z.string()),
  createdAt: z.number(),
  /** Last use of a session that lasts, or last act in the audit log; null: never, or long ago. */
  seenAt: z.nullable(z.number()),
  /** Expiry of the link while the person is invited. */
  invitationEndsAt: z.nullable(z.number()),
  version: z.number(),
});
export type Person = z.infer<typeof Person>;

/** `after`: id of the last person of the previous page. `q`: part of the name, the mail, or an agency's name or mail. */
export const PeopleQuery = z.strictObject({
  q: z.optional(z.string().check(z.maxLength(100))),
  role: z.optional(z.enum(ROLES)),
  state: z.optional(z.enum(PERSON_STATES)),
  after: z.optional(z.string().check(z.regex(/^\w{1,64}$/))),
});
export type PeopleQuery = z.infer<typeof PeopleQuery>;

export const PEOPLE_PAGE = 100;

/** Sorted by name; `total`: how many match; `more`: there are further ones. */
export const People = z.object({
  people: z.array(Person),
  total: z.number(),
  more: z.boolean(),
  /** Tells if mails are sent by SMTP or written to files in the server's outbox folder. */
  mails: z.enum(['sent', 'files']),
});
export type People = z.infer<typeof People>;

export const PersonParams = z.object({ id: z.string().check(z.regex(/^\w{1,64}$/)) });

export const peopleEndpoints = deskEndpoints({
  listPeople: endpoint({
    method: 'GET',
    path: '/desk/people',
    query: PeopleQuery,
    reply: People,
    success: 200,
    errors: [400, 401, 403],
  }),
  /** 409 `mail-taken`. */
  invitePerson: endpoint({
    method: 'POST',
    path: '/desk/people',
    body: InvitePerson,
    reply: Person,
    success: 201,
    errors: [400, 401, 403, 409],
  }),
  viewPerson: endpoint({
    method: 'GET',
    path: '/desk/people/{id}',
    params: PersonParams,
    reply: Person,
    success: 200,
    errors: [401, 403, 404],
  }),
  /**
   * 409 `changed-meanwhile` or `last-partner`. Sessions get the new permissions; a change of role ends them.
   */
  editPerson: endpoint({
    method: 'PUT',
    path: '/desk/people/{id}',
    params: PersonParams,
    body: EditPerson,
    reply: Person,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  /** Disabling ends every session and every link at once. 409 `last-partner`. */
  setAccess: endpoint({
    method: 'PUT',
    path: '/desk/people/{id}/access',
    params: PersonParams,
    body: SetAccess,
    reply: Person,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  /** 409 `not-active` for somebody who is invited or disabled. */
  resetPerson: endpoint({
    method: 'POST',
    path: '/desk/people/{id}/reset',
    params: PersonParams,
    body: ResetPerson,
    reply: Person,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  /** Invalidates the previous link. 409 `not-invited` for somebody who accepted or is disabled. */
  inviteAgain: endpoint({
    method: 'POST',
    path: '/desk/people/{id}/invitation',
    params: PersonParams,
    reply: Person,
    success: 200,
    errors: [401, 403, 404, 409],
  }),
});
