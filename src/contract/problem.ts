import * as z from 'zod/mini';

/** ProblemDetails (brief 7, field notes 2.6), with the interface's PascalCase members. */
export const Problem = z.object({
  Type: z.string(),
  Title: z.string(),
  Status: z.number(),
  Detail: z.string(),
  Instance: z.string(),
  Extensions: z.record(z.string(), z.unknown()),
});
export type Problem = z.infer<typeof Problem>;

/** ValidationProblemDetails of 400 and 409. `Errors` are by member name; `_` is the whole request. */
export const ValidationProblem = z.extend(Problem, { Errors: z.record(z.string(), z.array(z.string())) });
export type ValidationProblem = z.infer<typeof ValidationProblem>;

export const PROBLEM_TYPE = 'application/problem+json';

/** Codes of the gateway's own problems; `Type` is `/problems/{code}`. The console has a text for each. */
export const GATEWAY_CODES = [
  'sign-in-required',
  'wrong-credentials',
  'wrong-code',
  'codes-unreadable',
  'openid-unreachable',
  'openid-failed',
  'passkey-failed',
  'mail-unverified',
  'mail-unknown',
  'linked-otherwise',
  'no-role',
  'passwords-off',
  'too-many-attempts',
  'token-refused',
  'scope-missing',
  'not-for-tokens',
  'forbidden',
  'foreign-agency',
  'changed-meanwhile',
  'key-in-use',
  'key-reused',
  'timeline-full',
  'buyer-erased',
  'nudged-lately',
  'too-many-jobs',
  'export-too-large',
  'too-many-saved',
  'last-partner',
  'mail-taken',
  'not-active',
  'not-invited',
  'second-factor-required',
  'not-set-up',
  'not-found',
  'method-not-allowed',
  'invalid-request',
  'too-many-requests',
  'too-large',
  'unsupported-media-type',
  'cross-site',
  'upstream-unreachable',
  'upstream-timeout',
  'upstream-broken',
  'upstream-refused',
  'upstream-failed',
  'held',
  'busy',
  'storage-full',
  'storage-unavailable',
  'internal',
] as const;
export type GatewayCode = (typeof GATEWAY_CODES)[number];

/** Code of a gateway problem by its `Type`; undefined for other problems. */
export function gatewayCode(type: string): GatewayCode | undefined {
  return GATEWAY_CODES.find((code) => type === `/problems/${code}`);
}
