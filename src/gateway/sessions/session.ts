import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeskName } from '#contract/desk/desk.ts';
import { BACKGROUND_CALL, CONSOLE_HEADER } from '#contract/desk/page.ts';
import type { Session } from '#contract/desk/sessions.ts';
import type { V3Name } from '#contract/v3.ts';
import type { SignInAnswer } from '#contract/desk/signing-in.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type Person, findPersonById } from '#gateway/people/store.ts';
import { getRequiredAccess, listRights } from '#gateway/permissions/permissions.ts';
import { createProblem } from '#gateway/problems.ts';
import { readSessionToken, setSessionCookie } from './session-cookie.ts';
import { type ActiveSession, type Stage, createSession, deleteSession, findSession } from './store.ts';

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

/** Creates a new session and sets its cookie; deletes the browser's former one (session fixation). */
export async function startSession(
  { db, now, config }: Gateway,
  { personId, stage }: { personId: string; stage: Stage },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignInAnswer> {
  const formerToken = readSessionToken(request);
  if (formerToken !== undefined) await deleteSession(db, formerToken);
  const origin = { address: request.address, userAgent: request.headers['user-agent'] ?? '' };
  setSessionCookie(
    reply,
    await createSession(db, { personId, stage, ...origin }, config.sessions, now()),
    config.sessions.absoluteMs,
  );
  if (stage !== 'in') return { next: stage, session: null };
  const person = await findPersonById(db, personId);
  if (!person) throw createProblem('sign-in-required');
  const { idleMs, absoluteMs } = config.sessions;
  const lifetime = { endsInMs: Math.min(idleMs, absoluteMs), endsAtLatestInMs: absoluteMs };
  return { next: 'in', session: toSession({ person, ...lifetime }, config) };
}

/** Next sign-in stage after the correct password. */
export async function getStageAfterPassword({ db, config }: Gateway, { id, role }: Person): Promise<Stage> {
  const { second_factor_secret: secret } = await db
    .selectFrom('person')
    .select('second_factor_secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (secret !== null) return 'second-factor';
  return config.requireSecondFactor.includes(role) ? 'set-up-second-factor' : 'in';
}

/** Session data for the console. */
export function toSession(
  {
    person,
    endsInMs,
    endsAtLatestInMs,
  }: { person: Person } & Pick<ActiveSession, 'endsInMs' | 'endsAtLatestInMs'>,
  { timeZone, embeddedService }: Pick<GatewayConfig, 'timeZone' | 'embeddedService'>,
): Session {
  const { id, mail, name, role, agencies, ownInquiriesIn, lastAgency } = person;
  return {
    person: { id, mail, name, role },
    agencies: agencies && [...agencies],
    ownInquiriesIn: [...ownInquiriesIn],
    lastAgency,
    may: listRights(role),
    timeZone,
    regionsKnown: embeddedService,
    endsInMs,
    endsAtLatestInMs,
  };
}
