import type { FastifyInstance } from 'fastify';
import { countRows } from '#database/count-rows.ts';
import { createValidationProblem, registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { assertPasswordsAllowed, validatePassword } from '#gateway/people/password-rules.ts';
import { deleteLinks } from '#gateway/links/store.ts';
import { confirmPassword, confirmPasswordUnlessSigningIn } from '#gateway/people/confirm-password.ts';
import { hashPassword } from '#gateway/people/passwords.ts';
import type { Person } from '#gateway/people/store.ts';
import { fetchPasskeys } from '#gateway/passkeys/store.ts';
import { createProblem } from '#gateway/problems.ts';
import {
  beginSecondFactor,
  activateSecondFactor,
  deleteAuthenticatorApp,
  replaceRecoveryCodes,
} from '#gateway/second-factor/store.ts';
import { SESSION_CODE_LIMIT, assertAttemptAllowed, consumeAttempt } from '#gateway/sessions/attempts.ts';
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
      passkeys: await fetchPasskeys(db, id),
    };
  };

  registerDeskRoutes(app, gateway, {
    async viewMe({ caller: { person } }) {
      const { mail, name, role } = person;
      const { secondFactor, ...credentials } = await fetchCredentialState(person);
      return {
        mail,
        name,
        role,
        ...credentials,
        secondFactor: { ...secondFactor, required: isRequired(person) },
      };
    },

    async changePassword({ caller: { person }, body: { current, password }, request, reply }) {
      assertPasswordsAllowed(config);
      const currentHash = await confirmPassword(gateway, person, current, 'current');
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
      await confirmPasswordUnlessSigningIn(gateway, caller, body.password);
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
      const { secondFactor, passkeys } = await fetchCredentialState(person);
      if (passkeys.length === 0 && isRequired(person)) throw createProblem('second-factor-required');
      if (!secondFactor.on) throw createProblem('not-set-up');
      await confirmPassword(gateway, person, body.password);
      await deleteAuthenticatorApp(db, person.id);
    },

    async renewRecoveryCodes({ caller: { person }, body }) {
      const { secondFactor, passkeys } = await fetchCredentialState(person);
      if (!secondFactor.on && passkeys.length === 0) throw createProblem('not-set-up');
      await confirmPassword(gateway, person, body.password);
      return { codes: await replaceRecoveryCodes(db, person.id, gateway.random) };
    },
  });
}
