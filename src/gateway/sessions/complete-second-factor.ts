import type { SignInAnswer } from '#contract/desk/signing-in.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { GatewayCode } from '#contract/problem.ts';
import type { SharedRateLimit } from '#database/shared-rate-limiter.ts';
import type { DeskCall } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createProblem } from '#gateway/problems.ts';
import {
  SESSION_CODE_LIMIT,
  consumeAttempt,
  consumeAttempts,
  limitsBySignIn,
  refundOnError,
} from './attempts.ts';
import { createSignedInSession } from './start-session.ts';
import { deleteSessionById } from './store.ts';

interface Proof {
  /** False: refused, which counts as an attempt. */
  verify: () => Promise<boolean>;
  refusal: GatewayCode;
  /** A limit of the person, in all sessions. */
  byPerson?: readonly [SharedRateLimit, subject: string] | undefined;
}

/** Starts the full session of a person whose password was verified, once their second factor is. @throws ProblemError */
export async function completeSecondFactor(
  gateway: Gateway,
  { caller: { id, person, stage }, request, reply }: Pick<DeskCall<Endpoint>, 'caller' | 'request' | 'reply'>,
  { verify, refusal, byPerson }: Proof,
): Promise<SignInAnswer> {
  const { db, now } = gateway;
  if (stage !== 'second-factor') throw createProblem('not-set-up');
  const limits = limitsBySignIn(person.mail, request.address);
  const attempts = await consumeAttempts(db, { ...limits, ...(byPerson && { byPerson }) }, now());
  const bySession = await consumeAttempt(db, SESSION_CODE_LIMIT, id, now());
  if ('retryAfterS' in bySession) {
    // Forces another sign-in, which the password limits slow down.
    await deleteSessionById(db, person.id, id);
    throw createProblem('too-many-attempts', { headers: { 'retry-after': String(bySession.retryAfterS) } });
  }
  const isValid = await refundOnError([...Object.values(attempts), bySession], verify);
  if (!isValid) throw createProblem(refusal);
  await attempts.byAddress.refund();
  await attempts.byNetwork?.refund();
  await attempts.byPair.reset();
  await attempts.byPerson?.refund();
  return createSignedInSession(gateway, person.id, { pendingSession: id }, request, reply);
}
