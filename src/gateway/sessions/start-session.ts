import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { MAX_SESSIONS } from '#contract/desk/open-sessions.ts';
import type { SecondFactor, SignInAnswer } from '#contract/desk/signing-in.ts';
import type { GatewayCode } from '#contract/problem.ts';
import { isPostgres } from '#database/database.ts';
import { insertEntry } from '#gateway/audit/store.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { findPersonById } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { hasPasskey } from '#gateway/second-factor/has-second-factor.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { SendingHold } from '#work/sending-hold.ts';
import { readSessionToken, setSessionCookie } from './session-cookie.ts';
import { toSession } from './session.ts';
import {
  type Stage,
  createSession,
  deleteSession,
  deleteSessionById,
  fetchExcessSessions,
  findIdToken,
} from './store.ts';

/** Proof that a new session is based on; it must still hold when the session is created. */
export type SignInProof =
  /** The hash that a password was verified with. `isComplete`: nothing else is asked for. */
  | { passwordHash: string; isComplete?: true }
  /** The account of OpenID Connect that the provider vouched for, and its encrypted ID token. */
  | { account: OpenIdAccount; idToken: string }
  /** Id of a passkey that verified its person; nothing else is asked for. */
  | { passkey: string }
  /** The session that waited for the second factor; it ends. */
  | { pendingSession: string };

/** An account at a provider of OpenID Connect. */
export interface OpenIdAccount {
  issuer: string;
  subject: string;
}

interface PersonRow extends Pick<
  GatewayTables['person'],
  'id' | 'role' | 'password_hash' | 'password_accepted_until' | 'openid_issuer' | 'openid_subject'
> {
  secondFactors: SecondFactor[];
}

/**
 * Creates a new session and sets its cookie; deletes the browser's former one (session fixation).
 * @throws ProblemError `wrong-credentials`, `mail-unknown`, `passkey-failed`, `sign-in-required` when the proof does not
 * hold any more; `passwords-off`
 */
export async function createSignedInSession(
  gateway: Pick<Gateway, 'db' | 'now' | 'random' | 'config' | 'createAuditId'> & {
    sendingHold: Pick<SendingHold, 'isHeld'>;
  },
  personId: string,
  proof: SignInProof,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignInAnswer> {
  const { db, config, random, createAuditId } = gateway;
  const formerToken = readSessionToken(request);
  const created = await db.transaction().execute(async (transaction) => {
    // The lock orders sign-ins and changes of the password: one that comes later ends this session.
    const row = await transaction
      .selectFrom('person')
      .select(['id', 'mail', 'role', 'password_hash', 'password_accepted_until', 'second_factor_secret'])
      .select(['openid_issuer', 'openid_subject'])
      .select((eb) => hasPasskey(eb).as('has_passkey'))
      .where((eb) => eb.and({ id: personId, disabled_at: null }))
      .$if(isPostgres(transaction), (query) => query.forUpdate())
      .executeTakeFirst();
    const person = row && { ...row, secondFactors: listSecondFactors(row) };
    const now = gateway.now();
    const idToken = await fetchIdToken(transaction, proof, formerToken);
    const stage = person && (await resolveStage(transaction, person, proof, config));
    if (!stage) throw createProblem(getProofProblem(proof));
    const isPasswordAccepted = (person.password_accepted_until ?? 0) > now;
    if (config.openId?.isOnly && idToken === null && !isPasswordAccepted)
      throw createProblem('passwords-off');
    if (formerToken !== undefined) await deleteSession(transaction, formerToken);
    await endExcessSessions(transaction, person, stage, request.address, { now, createAuditId });
    const client = { address: request.address, userAgent: request.headers['user-agent'] ?? '' };
    const session = { personId, stage, idToken, ...client };
    const token = await createSession(transaction, session, { now, random });
    return { stage, secondFactors: stage === 'second-factor' ? person.secondFactors : [], token };
  });
  setSessionCookie(reply, created.token, config.sessions.absoluteMs);
  const { stage, secondFactors } = created;
  if (stage !== 'in') return { next: stage, session: null, secondFactors };
  const person = await findPersonById(db, personId);
  if (!person) throw createProblem('sign-in-required');
  const { idleMs, absoluteMs } = config.sessions;
  const lifetime = { endsInMs: Math.min(idleMs, absoluteMs), endsAtLatestInMs: absoluteMs };
  return { next: 'in', session: await toSession({ person, ...lifetime }, gateway), secondFactors };
}

function listSecondFactors(row: {
  second_factor_secret: string | null;
  has_passkey: unknown;
}): SecondFactor[] {
  return [
    ...(row.second_factor_secret === null ? [] : (['code'] as const)),
    ...(row.has_passkey ? (['passkey'] as const) : []),
  ];
}

/** The encrypted ID token of the new session. The second factor, and a change of the password, continue the former one. */
async function fetchIdToken(
  transaction: Transaction<GatewayTables>,
  proof: SignInProof,
  formerToken: string | undefined,
): Promise<string | null> {
  if ('account' in proof) return proof.idToken;
  if ('passkey' in proof) return null;
  if ('passwordHash' in proof && !proof.isComplete) return null;
  return (await findIdToken(transaction, formerToken))?.id_token ?? null;
}

function getProofProblem(proof: SignInProof): GatewayCode {
  if ('passwordHash' in proof) return 'wrong-credentials';
  if ('passkey' in proof) return 'passkey-failed';
  return 'account' in proof ? 'mail-unknown' : 'sign-in-required';
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
  if ('passkey' in proof) return (await ownsPasskey(transaction, person, proof.passkey)) ? 'in' : undefined;
  if ('passwordHash' in proof) {
    if (proof.passwordHash !== person.password_hash) return undefined;
    if (proof.isComplete) return 'in';
  } else if (!isLinkedTo(person, proof.account)) return undefined;
  // decided: also after the provider's own second factor, which not every provider asks for.
  if (person.secondFactors.length > 0) return 'second-factor';
  return requireSecondFactor.includes(person.role) ? 'set-up-second-factor' : 'in';
}

async function ownsPasskey(transaction: Transaction<GatewayTables>, person: PersonRow, id: string) {
  const passkey = await transaction
    .selectFrom('passkey')
    .select('id')
    .where((eb) => eb.and({ id, person_id: person.id }))
    .executeTakeFirst();
  return passkey !== undefined;
}

function isLinkedTo(person: PersonRow, { issuer, subject }: OpenIdAccount): boolean {
  return person.openid_issuer === issuer && person.openid_subject === subject;
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
