import * as z from 'zod/mini';
import { boundedArray } from '#contract/bounded-array.ts';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { AdminMail } from '#contract/values.ts';
import { By } from './follow-up.ts';
import { ROLES } from './sessions.ts';
import { CurrentPassword } from './signing-in.ts';

/** Uses of a token; `token-scopes.ts` lists the endpoints of each. */
export const API_SCOPES = [
  'inquiries:read',
  'follow-up:read',
  'follow-up:write',
  'agencies:read',
  'overview:read',
  'webhooks:read',
  'deliveries:read',
  'connection:read',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** `personal`: its owner's, with the rights that they have at each call. `installation`: with a role of its own. */
export const TOKEN_KINDS = ['personal', 'installation'] as const;

/** A token is valid for one of these numbers of days. */
export const TOKEN_DAYS = [30, 90, 365] as const;
export const MAX_TOKEN_NAME_LENGTH = 60;
/** decided: tokens that have not ended, of a person and of the installation. */
export const MAX_PERSONAL_TOKENS = 20;
export const MAX_INSTALLATION_TOKENS = 50;
export const MAX_TOKEN_AGENCIES = 200;
/** Tokens in a list. */
export const MAX_LISTED_TOKENS = 500;

/** Every token begins with it, so that scanners for secrets find tokens that were published by mistake. */
export const TOKEN_PREFIX = 'vit_';

/** A token without its secret. Times are ms since 1970. */
export const ApiToken = z.object({
  id: z.string(),
  kind: z.enum(TOKEN_KINDS),
  name: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  /** Role of a token of the installation; null: the owner's. */
  role: z.nullable(z.enum(ROLES)),
  /** Agencies of a token of the installation with the role of sellers; null: all. */
  agencies: z.nullable(z.array(z.string())),
  /** Its creator, who owns a personal token. */
  createdBy: By,
  createdAt: z.number(),
  /** The first instant at which it is refused. */
  expiresAt: z.number(),
  /** To a few minutes; null: not used yet. */
  usedAt: z.nullable(z.number()),
  revokedAt: z.nullable(z.number()),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** Newest first. `more`: there are older ones. `needsPassword`: creating one needs the person's password. */
export const ApiTokenList = z.object({
  tokens: z.array(ApiToken),
  more: z.boolean(),
  needsPassword: z.boolean(),
});
export type ApiTokenList = z.infer<typeof ApiTokenList>;

const newToken = {
  name: z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(MAX_TOKEN_NAME_LENGTH),
    z.refine((name) => !/\p{Cc}/u.test(name) && name.isWellFormed()),
  ),
  scopes: boundedArray(z.enum(API_SCOPES), { min: 1, max: API_SCOPES.length }),
  days: z.literal(TOKEN_DAYS),
  /** The creator's password; absent only for somebody without one. */
  password: z.optional(CurrentPassword),
};

export const CreatePersonalToken = z.strictObject(newToken);
export type CreatePersonalToken = z.infer<typeof CreatePersonalToken>;

/** Only the role of sellers is limited to agencies; null: all, also later ones. */
export const CreateInstallationToken = z
  .strictObject({
    ...newToken,
    role: z.enum(ROLES),
    agencies: z.nullable(boundedArray(AdminMail, { min: 1, max: MAX_TOKEN_AGENCIES })),
  })
  .check(z.refine(({ role, agencies }) => role === 'seller' || agencies === null, { path: ['agencies'] }));
export type CreateInstallationToken = z.infer<typeof CreateInstallationToken>;

/** `secret` is in this reply only: the gateway stores its hash. */
export const CreatedApiToken = z.object({ secret: z.string(), token: ApiToken });
export type CreatedApiToken = z.infer<typeof CreatedApiToken>;

const TokenParams = z.object({ id: z.string().check(z.regex(/^\w{1,64}$/)) });

export const apiTokenEndpoints = deskEndpoints({
  /** The person's own; for partners everybody's, and those of the installation. */
  listApiTokens: endpoint({
    method: 'GET',
    path: '/desk/api-tokens',
    reply: ApiTokenList,
    success: 200,
    errors: [401],
  }),
  /** 400 `password`: wrong. 409 `too-many-saved` beyond `MAX_PERSONAL_TOKENS`. */
  createPersonalToken: endpoint({
    method: 'POST',
    path: '/desk/api-tokens',
    body: CreatePersonalToken,
    reply: CreatedApiToken,
    success: 201,
    errors: [400, 401, 409, 429],
  }),
  /** 400 `password`: wrong. 409 `too-many-saved` beyond `MAX_INSTALLATION_TOKENS`. */
  createInstallationToken: endpoint({
    method: 'POST',
    path: '/desk/installation-tokens',
    body: CreateInstallationToken,
    reply: CreatedApiToken,
    success: 201,
    errors: [400, 401, 403, 409, 429],
  }),
  /** 404: somebody else's, for whoever is no partner. */
  revokeApiToken: endpoint({
    method: 'DELETE',
    path: '/desk/api-tokens/{id}',
    params: TokenParams,
    success: 204,
    errors: [401, 404],
  }),
});
