import type { FastifyRequest } from 'fastify';
import { mediaTypes } from '#contract/media-types.ts';
import type { DeskName } from '#contract/desk/desk.ts';
import { BACKGROUND_CALL, CONSOLE_HEADER } from '#contract/desk/page.ts';
import type { Session } from '#contract/desk/sessions.ts';
import type { V3Name } from '#contract/v3.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Person } from '#gateway/people/store.ts';
import { getRequiredAccess, listRights } from '#gateway/permissions/permissions.ts';
import { createProblem } from '#gateway/problems.ts';
import type { SendingHold } from '#work/sending-hold.ts';
import { readSessionToken } from './session-cookie.ts';
import { type ActiveSession, findSession } from './store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `authenticate`. */
    session: ActiveSession | undefined;
  }
}

/** EventSource cannot send `CONSOLE_HEADER`; a stream does not keep its session alive. */
const BACKGROUND_ENDPOINTS: ReadonlySet<V3Name | DeskName> = new Set(['streamEvents']);

/** Session of a request's cookie; undefined: none. */
export async function loadRequestSession(
  { db, now, config }: Gateway,
  request: FastifyRequest,
): Promise<ActiveSession | undefined> {
  const token = readSessionToken(request);
  if (token === undefined) return undefined;
  const { endpoint } = request.routeOptions.config;
  const isBackground =
    request.headers[CONSOLE_HEADER] === BACKGROUND_CALL ||
    (endpoint !== undefined && BACKGROUND_ENDPOINTS.has(endpoint));
  return findSession(db, token, { isBackground, address: request.address }, config, now());
}

/**
 * Requires the kind of session that the permission table asks for; undefined: the endpoint is open to anyone.
 * @throws ProblemError `sign-in-required`
 */
export async function authenticate(
  gateway: Gateway,
  request: FastifyRequest,
  endpoint: V3Name | DeskName,
): Promise<ActiveSession | undefined> {
  const requiredAccess = getRequiredAccess(endpoint);
  if (requiredAccess === 'anyone') return undefined;
  const session = await loadRequestSession(gateway, request);
  if (!session || (requiredAccess === 'signed-in' && session.stage !== 'in'))
    throw createProblem('sign-in-required');
  request.session = session;
  return session;
}

/** Session data for the console. */
export async function toSession(
  {
    person,
    endsInMs,
    endsAtLatestInMs,
  }: { person: Person } & Pick<ActiveSession, 'endsInMs' | 'endsAtLatestInMs'>,
  { config, sendingHold }: Pick<Gateway, 'config'> & { sendingHold: Pick<SendingHold, 'isHeld'> },
): Promise<Session> {
  const { timeZone, embeddedService, vendor } = config;
  const { id, mail, name, role, agencies, ownInquiriesIn, lastAgency } = person;
  return {
    person: { id, mail, name, role },
    agencies: agencies && [...agencies],
    ownInquiriesIn: [...ownInquiriesIn],
    lastAgency,
    may: listRights(role),
    timeZone,
    referenceType: mediaTypes(vendor).ref,
    regionsKnown: embeddedService,
    isHeld: await sendingHold.isHeld(),
    endsInMs,
    endsAtLatestInMs,
  };
}
