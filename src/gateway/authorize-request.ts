import type { FastifyRequest } from 'fastify';
import type { DeskName } from '#contract/desk/desk.ts';
import { INSPECT_CALLS } from '#contract/desk/rights.ts';
import type { V3Name } from '#contract/v3.ts';
import { assertScope, authenticateToken } from './api-tokens/authenticate-token.ts';
import { beginEntry } from './audit/audit-hooks.ts';
import { fetchIndexedInquiry } from './follow-up/store.ts';
import type { Gateway } from './gateway.ts';
import { assertOwnInquiry, isLimitedToOwnInquiries } from './permissions/own-inquiries.ts';
import { authorize, isAllowed } from './permissions/permissions.ts';
import { authenticate } from './sessions/session.ts';
import type { ActiveSession } from './sessions/store.ts';

/** Their handlers load the inquiry with the person's rights: no separate check is needed. */
const CHECKED_BY_HANDLER: ReadonlySet<V3Name | DeskName> = new Set([
  'viewInquiry',
  'viewIndexedInquiry',
  'changeFollowUp',
  'noteSeen',
  'noteLooking',
]);

/** They only delete the person's own data and return nothing. */
const UNCHECKED_ENDPOINTS: ReadonlySet<V3Name | DeskName> = new Set(['endLooking']);

/**
 * Runs every check between a request and an endpoint of the contract tables: token or session, rate limit, permission, the audit
 * entry of a write, and, for people limited to their own inquiries, that the inquiry is theirs.
 * @returns the session; undefined for endpoints that are open to anyone
 * @throws ProblemError `sign-in-required`, `token-refused`, `too-many-requests`, `scope-missing`, `forbidden`,
 * `foreign-agency`; InquiryNotVisibleError
 */
export async function authorizeRequest(
  gateway: Gateway,
  request: FastifyRequest,
  endpoint: V3Name | DeskName,
): Promise<ActiveSession | undefined> {
  const session =
    (await authenticateToken(gateway, request)) ?? (await authenticate(gateway, request, endpoint));
  if (!session) return undefined;
  request.audit.person = session.person;
  request.context.person = session.person.id;
  request.context.showsUpstreamTimings = isAllowed(session.person, INSPECT_CALLS, undefined);
  await gateway.rateLimiter.consume(session, endpoint);
  const { adminMail, sid } = request.params as { adminMail?: string; sid?: string };
  if (adminMail !== undefined) request.context.agency = adminMail;
  if (session.token) assertScope(session.token, endpoint);
  authorize(session.person, endpoint, adminMail);
  await beginEntry(gateway, request, endpoint, session.person);
  if (
    adminMail === undefined ||
    sid === undefined ||
    CHECKED_BY_HANDLER.has(endpoint) ||
    UNCHECKED_ENDPOINTS.has(endpoint)
  )
    return session;
  const { person } = session;
  // The index answers without waiting for the service, which is asked where the index does not say that it is theirs.
  if (
    isLimitedToOwnInquiries(person, adminMail) &&
    !(await fetchIndexedInquiry(gateway.db, person, { adminMail, sid }))
  ) {
    await gateway.rateLimiter.consumeUpstreamCall(person);
    await assertOwnInquiry(gateway.upstream, person, { adminMail, sid });
  }
  return session;
}
