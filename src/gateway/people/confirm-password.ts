import type { FieldErrorCode } from '#contract/desk/field-error-codes.ts';
import { createValidationProblem } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createProblem } from '#gateway/problems.ts';
import {
  PASSWORD_CONFIRMATION_LIMIT,
  assertAttemptAllowed,
  consumeAttempt,
  refundOnError,
} from '#gateway/sessions/attempts.ts';
import type { ActiveSession } from '#gateway/sessions/store.ts';
import { type Person, findPersonByCredentials } from './store.ts';

type Deps = Pick<Gateway, 'db' | 'now'>;

/** Verifies the password again before a sensitive change. @returns its hash. @throws ProblemError 400, `too-many-attempts` */
export async function confirmPassword(
  { db, now }: Deps,
  person: Person,
  password: string | undefined,
  field = 'password',
): Promise<string> {
  const faults: Record<string, FieldErrorCode> = { [field]: 'wrong-password' };
  if (password === undefined) throw createValidationProblem(faults);
  const attempt = assertAttemptAllowed(
    await consumeAttempt(db, PASSWORD_CONFIRMATION_LIMIT, person.id, now()),
  );
  const verified = await refundOnError([attempt], () =>
    findPersonByCredentials(db, { mail: person.mail, password, client: person.id }),
  );
  if (!verified) throw createValidationProblem(faults);
  await attempt.reset();
  return verified.passwordHash;
}

/** Sign-in has just verified the password; only full sessions have to confirm it. */
export async function confirmPasswordUnlessSigningIn(
  deps: Deps,
  { person, stage }: ActiveSession,
  password: string | undefined,
): Promise<void> {
  if (stage === 'second-factor') throw createProblem('sign-in-required');
  if (stage === 'in') await confirmPassword(deps, person, password);
}
