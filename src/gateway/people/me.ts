import type { FastifyInstance } from 'fastify';
import type { FieldErrorCode } from '#contract/desk/field-error-codes.ts';
import { invalid, serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { passwordFault } from '#gateway/people/password-rules.ts';
import { endLinks } from '#gateway/links/store.ts';
import { hashPassword } from '#gateway/people/passwords.ts';
import { type Person, personByCredentials } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '#gateway/second-factor/store.ts';
import { CODES, PROOFS, attempt, judged, mustTake } from '#gateway/sessions/attempts.ts';
import type { Admitted } from '#gateway/sessions/session.ts';
import { startSession } from '#gateway/sessions/session.ts';
import { closeSessionsOf } from '#gateway/sessions/store.ts';

/** What somebody who is signed in changes about themselves: password and second factor. */
export function meRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;

  const required = ({ role }: Person) => config.requireSecondFactor.includes(role);

  const factorOf = async ({ id }: Person) => {
    const { second_factor_secret: secret } = await db
      .selectFrom('person')
      .select('second_factor_secret')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { count } = await db
      .selectFrom('recovery_code')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('person_id', '=', id)
      .executeTakeFirstOrThrow();
    return { on: secret !== null, recoveryCodesLeft: count };
  };

  /** The password again, before what it protects is changed. */
  const prove = async (person: Person, password: string | undefined, field: string) => {
    const wrong: Record<string, FieldErrorCode> = { [field]: 'wrong-password' };
    if (password === undefined) throw invalid(wrong);
    const taken = mustTake(await attempt(db, PROOFS, person.id, now()));
    const proved = await judged([taken], () => personByCredentials(db, { mail: person.mail, password }));
    if (!proved) throw invalid(wrong);
    await taken.forget();
  };

  /** Whoever is setting one up as part of signing in has just shown the password. */
  const proveUnlessSigningIn = async ({ person, stage }: Admitted, password: string | undefined) => {
    if (stage === 'second-factor') throw refusal('sign-in-required');
    if (stage === 'in') await prove(person, password, 'password');
  };

  const mustHaveFactor = async (person: Person) => {
    if (!(await factorOf(person)).on) throw refusal('not-set-up');
  };

  serveDesk(app, gateway, {
    async viewMe({ caller: { person } }) {
      const { mail, name, role } = person;
      return { mail, name, role, secondFactor: { ...(await factorOf(person)), required: required(person) } };
    },

    async changePassword({ caller: { person }, body: { current, password }, request, reply }) {
      await prove(person, current, 'current');
      const fault = passwordFault(password, person);
      if (fault) throw invalid({ password: fault });
      const password_hash = await hashPassword(password);
      await db.transaction().execute(async (transaction) => {
        await transaction.updateTable('person').set({ password_hash }).where('id', '=', person.id).execute();
        await closeSessionsOf(transaction, person.id);
        await endLinks(transaction, person.id);
      });
      await startSession(gateway, { personId: person.id, stage: 'in' }, request, reply);
    },

    async beginSecondFactor({ caller, body }) {
      await proveUnlessSigningIn(caller, body.password);
      return beginSecondFactor(gateway, caller.person);
    },

    async confirmSecondFactor({ caller: { person, stage, id }, body: { code }, request, reply }) {
      if (stage === 'second-factor') throw refusal('sign-in-required');
      const taken = mustTake(await attempt(db, CODES, id, now()));
      const codes = await confirmSecondFactor(gateway, { ...person, session: id }, code, now());
      if (codes === 'nothing') throw refusal('not-set-up');
      if (codes === 'wrong') throw refusal('wrong-code');
      await taken.forget();
      if (stage !== 'in') await startSession(gateway, { personId: person.id, stage: 'in' }, request, reply);
      return { codes };
    },

    async removeSecondFactor({ caller: { person }, body }) {
      if (required(person)) throw refusal('second-factor-required');
      await mustHaveFactor(person);
      await prove(person, body.password, 'password');
      await removeSecondFactor(db, person.id);
    },

    async renewRecoveryCodes({ caller: { person }, body }) {
      await mustHaveFactor(person);
      await prove(person, body.password, 'password');
      return { codes: await renewRecoveryCodes(db, person.id) };
    },
  });
}
