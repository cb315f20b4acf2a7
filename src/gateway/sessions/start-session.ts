import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { MAX_SESSIONS } from '#contract/desk/open-sessions.ts';
import type { SignInAnswer } from '#contract/desk/signing-in.ts';
import { isPostgres } from '#database/database.ts';
import { insertEntry } from '#gateway/audit/store.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { findPersonById } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { readSessionToken, setSessionCookie } from './session-cookie.ts';
import { toSession } from './session.ts';
import { type Stage, createSession, deleteSession, deleteSessionById, fetchExcessSessions } from './store.ts';

/** Proof that a new session is based on; it must still hold when the session is created. */
export type SignInProof =
  /** The hash that a password was verified with. `isComplete`: nothing else is asked for. */
  | { passwordHash: string; isComplete?: true }
  /** The session that waited for the second factor; it ends. */
  | { pendingSession: string };

type PersonRow = Pick<GatewayTables['person'], 'id' | 'role' | 'password_hash'> & {
  second_factor_secret: string | null;
};

/**
 * Creates a new session and sets its cookie; deletes the browser's former one (session fixation).
 * @throws ProblemError `wrong-credentials`, `sign-in-required` when the proof does not hold any more
 */
export async function createSignedInSession(
  gateway: Pick<Gateway, 'db' | 'now' | 'random' | 'config' | 'createAuditId'>,
  personId: string,
  proof: SignInProof,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignInAnswer> {
  const { db, config, random, createAuditId } = gateway;
  const formerToken = readSessionToken(request);
  const created = await db.transaction().execute(async (transaction) => {
    // The lock orders sign-ins and changes of the password: one that comes later ends this session.
    const person = await transaction
      .selectFrom('person')
      .select(['id', 'mail', 'role', 'password_hash', 'second_factor_secret'])
      .where((eb) => eb.and({ id: personId, disabled_at: null }))
      .$if(isPostgres(transaction), (query) => query.forUpdate())
      .executeTakeFirst();
    const stage = person && (await resolveStage(transaction, person, proof, config));
    if (!stage) throw createProblem('passwordHash' in proof ? 'wrong-credentials' : 'sign-in-required');
    if (formerToken !== undefined) await deleteSession(transaction, formerToken);
    const now = gateway.now();
    await endExcessSessions(transaction, person, stage, request.address, { now, createAuditId });
    const client = { address: request.address, userAgent: request.headers['user-agent'] ?? '' };
    const session = { personId, stage, ...client };
    return { stage, token: await createSession(transaction, session, { now, random }) };
  });
  setSessionCookie(reply, created.token, config.sessions.absoluteMs);
  if (created.stage !== 'in') return { next: created.stage, session: null };
  const person = await findPersonById(db, personId);
  if (!person) throw createProblem('sign-in-required');
  const { idleMs, absoluteMs } = config.sessions;
  const lifetime = { endsInMs: Math.min(idleMs, absoluteMs), endsAtLatestInMs: absoluteMs };
  return { next: 'in', session: toSession({ person, ...lifetime }, config) };
}

/** The stage of the new session; undefined: the proof does not hold. */
async function resolveStage(
  transaction: Transaction<GatewayTables>,
  person: PersonRow,
  proof: SignInProof,
  { requireSecondFactor }: Gateway['config'],
): Promise<Stage | undefined> {
  if ('pendingSession' in proof)
    return (await deleteSessionById(transaction, person.id, proof.pendingSession)) ? 'in' : undefined;
  if (proof.passwordHash !== person.password_hash) return undefined;
  if (proof.isComplete) return 'in';
  if (person.second_factor_secret !== null) return 'second-factor';
  return requireSecondFactor.includes(person.role) ? 'set-up-second-factor' : 'in';
}

/** Ends the least recently used sessions beyond `MAX_SESSIONS`, so that there is room for one more. */
async function endExcessSessions(
  transaction: Transaction<GatewayTables>,
  person: PersonRow & { mail: string },
  stage: Stage,
  address: string,
  auditStamp: { now: number; createAuditId: Gateway['createAuditId'] },
): Promise<void> {
  for (const id of await fetchExcessSessions(transaction, person.id, stage, MAX_SESSIONS - 1)) {
    await deleteSessionById(transaction, person.id, id);
    if (stage !== 'in') continue;
    const entry = { person, address, action: 'endSession', target: id };
    await insertEntry(transaction, entry, auditStamp, { status: 204, code: 'too-many-sessions' });
  }
}
