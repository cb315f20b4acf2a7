import type { FastifyInstance } from 'fastify';
import type { FieldErrorCode } from '#contract/desk/field-error-codes.ts';
import { countRows } from '#database/count-rows.ts';
import { createValidationProblem, registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { assertPasswordsAllowed, validatePassword } from '#gateway/people/password-rules.ts';
import { deleteLinks } from '#gateway/links/store.ts';
import { hashPassword } from '#gateway/people/passwords.ts';
import { type Person, findPersonByCredentials } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import {
  beginSecondFactor,
  activateSecondFactor,
  deleteSecondFactor,
  replaceRecoveryCodes,
} from '#gateway/second-factor/store.ts';
import {
  PASSWORD_CONFIRMATION_LIMIT,
  SESSION_CODE_LIMIT,
  assertAttemptAllowed,
  consumeAttempt,
  refundOnError,
} from '#gateway/sessions/attempts.ts';
import type { ActiveSession } from '#gateway/sessions/store.ts';
import { createSignedInSession } from '#gateway/sessions/start-session.ts';
import { deleteSessionsOfPerson } from '#gateway/sessions/store.ts';

/** Routes of the signed-in person's own password and second factor. */
export function meRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;

  const isRequired = ({ role }: Person) => config.requireSecondFactor.includes(role);

  const fetchCredentialState = async ({ id }: Person) => {
    const { second_factor_secret: secret, password_hash } = await db
      .selectFrom('person')
      .select(['second_factor_secret', 'password_hash'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const recoveryCodesLeft = await countRows(db.selectFrom('recovery_code').where('person_id', '=', id));
    return {
      hasPassword: password_hash !== '' && !config.openId?.isOnly,
      secondFactor: { on: secret !== null, recoveryCodesLeft },
    };
  };

  /** Verifies the password again before a sensitive change. @returns its hash. @throws ProblemError 400, `too-many-attempts` */
  const confirmPassword = async (person: Person, password: string | undefined, field: string) => {
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
  };

  /** Sign-in has just verified the password; only full sessions have to confirm it. */
  const confirmPasswordUnlessSigningIn = async (
    { person, stage }: ActiveSession,
    password: string | undefined,
  ) => {
    if (stage === 'second-factor') throw createProblem('sign-in-required');
    if (stage === 'in') await confirmPassword(person, password, 'password');
  };

  const assertSecondFactorEnabled = async (person: Person) => {
    if (!(await fetchCredentialState(person)).secondFactor.on) throw createProblem('not-set-up');
  };

  registerDeskRoutes(app, gateway, {
    async viewMe({ caller: { person } }) {
      const { mail, name, role } = person;
      const { hasPassword, secondFactor } = await fetchCredentialState(person);
      return {
        mail,
        name,
        role,
        hasPassword,
        secondFactor: { ...secondFactor, required: isRequired(person) },
      };
    },

    async changePassword({ caller: { person }, body: { current, password }, request, reply }) {
      assertPasswordsAllowed(config);
      const currentHash = await confirmPassword(person, current, 'current');
      const fault = validatePassword(password, person);
      if (fault) throw createValidationProblem({ password: fault });
      const password_hash = await hashPassword(password, person.id, gateway.random);
      await db.transaction().execute(async (transaction) => {
        const changed = await transaction
          .updateTable('person')
          .set({ password_hash })
          .where((eb) => eb.and({ id: person.id, password_hash: currentHash, disabled_at: null }))
          .returning('id')
          .executeTakeFirst();
        // The password was changed or reset meanwhile, which ended this session.
        if (!changed) throw createProblem('sign-in-required');
        await deleteSessionsOfPerson(transaction, person.id);
        await deleteLinks(transaction, person.id);
      });
      await createSignedInSession(
        gateway,
        person.id,
        { passwordHash: password_hash, isComplete: true },
        request,
        reply,
      );
    },

    async beginSecondFactor({ caller, body }) {
      await confirmPasswordUnlessSigningIn(caller, body.password);
      return beginSecondFactor(gateway, caller.person);
    },

    async confirmSecondFactor({ caller: { person, stage, id }, body: { code }, request, reply }) {
      if (stage === 'second-factor') throw createProblem('sign-in-required');
      const attempt = assertAttemptAllowed(await consumeAttempt(db, SESSION_CODE_LIMIT, id, now()));
      const codes = await activateSecondFactor(gateway, { ...person, session: id }, code, gateway.stamp());
      if (codes === 'nothing') throw createProblem('not-set-up');
      if (codes === 'wrong') throw createProblem('wrong-code');
      await attempt.reset();
      if (stage !== 'in')
        await createSignedInSession(gateway, person.id, { pendingSession: id }, request, reply);
      return { codes };
    },

    async removeSecondFactor({ caller: { person }, body }) {
      if (isRequired(person)) throw createProblem('second-factor-required');
      await assertSecondFactorEnabled(person);
      await confirmPassword(person, body.password, 'password');
      await deleteSecondFactor(db, person.id);
    },

    async renewRecoveryCodes({ caller: { person }, body }) {
      await assertSecondFactorEnabled(person);
      await confirmPassword(person, body.password, 'password');
      return { codes: await replaceRecoveryCodes(db, person.id, gateway.random) };
    },
  });
}
