import type { DeskName } from '#contract/desk/desk.ts';
import { IDEMPOTENT_ENDPOINTS } from '#contract/desk/idempotency.ts';
import { findScope } from '#contract/desk/token-scopes.ts';
import { type Endpoint, pathParams } from '#contract/endpoint.ts';
import { GATEWAY_CODES, type GatewayCode } from '#contract/problem.ts';
import { getRequiredAccess } from '#gateway/permissions/permissions.ts';
import { getProblem } from '#gateway/problems.ts';

export type DeskEndpoint = Endpoint & { name: DeskName };
type Condition = (row: DeskEndpoint) => boolean;

const isAccount: Condition = ({ path }) => /^\/desk\/(?:session|me|links|recoveries)(?:\/|$)/.test(path);
const isOfPeople: Condition = ({ path }) => path.startsWith('/desk/people');
const isFollowUp: Condition = ({ name }) => name === 'changeFollowUp';
const isIdempotent: Condition = ({ name }) => IDEMPOTENT_ENDPOINTS.has(name);
const isForTokens: Condition = ({ name }) => findScope(name) !== undefined;
const createsJob: Condition = ({ name }) =>
  /^(?:changeFollowUps|importFollowUps|exportInquiries|inviteAgencies|remindAgencies|resendMissed|undoJob|retryJob)$/.test(
    name,
  );

/** Endpoints whose problems have a code; a code without a condition may come from any. */
const CONDITIONS: Partial<Record<GatewayCode, Condition>> = {
  'sign-in-required': ({ name }) => getRequiredAccess(name) !== 'anyone',
  'wrong-credentials': isAccount,
  'wrong-code': isAccount,
  'codes-unreadable': isAccount,
  'openid-unreachable': isAccount,
  'openid-failed': isAccount,
  'passkey-failed': isAccount,
  'mail-unverified': isAccount,
  'mail-unknown': isAccount,
  'linked-otherwise': isAccount,
  'no-role': isAccount,
  'passwords-off': isAccount,
  'second-factor-required': isAccount,
  'not-set-up': isAccount,
  'last-partner': isOfPeople,
  'mail-taken': isOfPeople,
  'not-active': isOfPeople,
  'not-invited': isOfPeople,
  'timeline-full': isFollowUp,
  'buyer-erased': isFollowUp,
  'nudged-lately': isFollowUp,
  'key-in-use': isIdempotent,
  'key-reused': isIdempotent,
  'export-too-large': ({ name }) => name === 'exportInquiries',
  'too-many-jobs': createsJob,
  'too-many-saved': (row) => !isFollowUp(row),
  'scope-missing': isForTokens,
  'not-for-tokens': (row) => !isForTokens(row),
  forbidden: ({ name }) => getRequiredAccess(name) === 'signed-in',
  'foreign-agency': ({ path, query }) => pathParams(path).includes('adminMail') || query !== undefined,
};

/** Codes of the problems that an endpoint may answer with a status. */
export function listProblemCodes(row: DeskEndpoint, status: number): GatewayCode[] {
  return GATEWAY_CODES.filter(
    (code) => getProblem(code).status === status && (CONDITIONS[code]?.(row) ?? true),
  );
}
