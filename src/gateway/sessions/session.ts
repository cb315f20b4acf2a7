import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeskName } from '#contract/desk/desk.ts';
import { BACKGROUND_CALL, CONSOLE_HEADER } from '#contract/desk/page.ts';
import type { Session } from '#contract/desk/sessions.ts';
import type { V3Name } from '#contract/v3.ts';
import type { SignInAnswer } from '#contract/desk/signing-in.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type Person, personById } from '#gateway/people/store.ts';
import { mayCall, opensTo } from '#gateway/permissions/permissions.ts';
import { refusal } from '#gateway/problems.ts';
import { setToken, tokenOf } from './cookie.ts';
import { type FoundSession, type Stage, closeSession, findSession, openSession } from './store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once `admit` found out. */
    admitted: FoundSession | undefined;
  }
}

/** Somebody with a session that is far enough for what is asked. */
export type Admitted = FoundSession;

/** Streams cannot carry the header; they go on while nobody is there. */
const BY_THE_PAGE: ReadonlySet<V3Name | DeskName> = new Set(['streamEvents']);

/** The session of a request; undefined: none. */
export async function sessionOfRequest(
  { db, now, config }: Gateway,
  request: FastifyRequest,
): Promise<FoundSession | undefined> {
  const token = tokenOf(request);
  if (token === undefined) return undefined;
  const { endpoint } = request.routeOptions.config;
  const byItself =
    request.headers[CONSOLE_HEADER] === BACKGROUND_CALL ||
    (endpoint !== undefined && BY_THE_PAGE.has(endpoint));
  return findSession(db, token, { byItself, address: request.address }, config, now());
}

/**
 * Lets a request in to an endpoint, by what the table of permissions says of sessions there; undefined: it is open to
 * anyone.
 * @throws ProblemError `sign-in-required`
 */
export async function admit(
  gateway: Gateway,
  request: FastifyRequest,
  endpoint: V3Name | DeskName,
): Promise<Admitted | undefined> {
  const opens = opensTo(endpoint);
  if (opens === 'anyone') return undefined;
  const session = await sessionOfRequest(gateway, request);
  if (!session || (opens === 'signed-in' && session.stage !== 'in')) throw refusal('sign-in-required');
  request.admitted = session;
  return session;
}

/** Opens a session of its own for the browser; one that was there before is never used after it (fixation). */
export async function startSession(
  { db, now, config }: Gateway,
  { personId, stage }: { personId: string; stage: Stage },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignInAnswer> {
  const former = tokenOf(request);
  if (former !== undefined) await closeSession(db, former);
  const origin = { address: request.address, userAgent: request.headers['user-agent'] ?? '' };
  setToken(
    reply,
    await openSession(db, { personId, stage, ...origin }, config.sessions, now()),
    config.sessions.absoluteMs,
  );
  if (stage !== 'in') return { next: stage, session: null };
  const person = await personById(db, personId);
  if (!person) throw refusal('sign-in-required');
  const { idleMs, absoluteMs } = config.sessions;
  const lasting = { endsInMs: Math.min(idleMs, absoluteMs), endsAtLatestInMs: absoluteMs };
  return { next: 'in', session: sessionFor({ person, ...lasting }, config) };
}

/** How far the right password brings somebody. */
export async function stageAfterPassword({ db, config }: Gateway, { id, role }: Person): Promise<Stage> {
  const { second_factor_secret: secret } = await db
    .selectFrom('person')
    .select('second_factor_secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (secret !== null) return 'second-factor';
  return config.requireSecondFactor.includes(role) ? 'set-up-second-factor' : 'in';
}

/** What the console is told about the person who is signed in. */
export function sessionFor(
  {
    person,
    endsInMs,
    endsAtLatestInMs,
  }: { person: Person } & Pick<FoundSession, 'endsInMs' | 'endsAtLatestInMs'>,
  { timeZone, embeddedService }: Pick<GatewayConfig, 'timeZone' | 'embeddedService'>,
): Session {
  const { id, mail, name, role, agencies, ownInquiriesIn, lastAgency } = person;
  return {
    person: { id, mail, name, role },
    agencies: agencies && [...agencies],
    ownInquiriesIn: [...ownInquiriesIn],
    lastAgency,
    may: mayCall(role),
    timeZone,
    regionsKnown: embeddedService,
    endsInMs,
    endsAtLatestInMs,
  };
}
