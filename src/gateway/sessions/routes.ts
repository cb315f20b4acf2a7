import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { mailKey, personByCredentials } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';
import { proveSecondFactor } from '#gateway/second-factor/store.ts';
import { ADDRESS, CODES, PAIR, attempt, mustTake } from './attempts.ts';
import { clearToken, tokenOf } from './cookie.ts';
import { sessionFor, stageAfterPassword, startSession } from './session.ts';
import { closeSession, endSession, sessionsOf } from './store.ts';

/** Signing in and out, and who is signed in. */
export function sessionRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;
  app.decorateRequest('admitted');

  const tries = async (mail: string, { ip }: FastifyRequest) => {
    const fromAddress = mustTake(await attempt(db, ADDRESS, ip, now()));
    const ofPair = mustTake(await attempt(db, PAIR, `${mailKey(mail)}\n${ip}`, now()));
    return async () => {
      await fromAddress.forgive();
      await ofPair.forget();
    };
  };

  serveDesk(app, gateway, {
    async signIn({ body: { mail, password }, request, reply }) {
      const succeeded = await tries(mail, request);
      const person = await personByCredentials(db, { mail, password });
      if (!person) throw refusal('wrong-credentials');
      await succeeded();
      const stage = await stageAfterPassword(gateway, person);
      return startSession(gateway, { personId: person.id, stage }, request, reply);
    },

    async proveSecondFactor({ caller: { id, person, stage }, body: { code }, request, reply }) {
      if (stage !== 'second-factor') throw refusal('not-set-up');
      const taken = await attempt(db, CODES, id, now());
      if ('wait' in taken) {
        // Who knows the password and guesses codes begins again, at the speed of passwords.
        await endSession(db, person.id, id);
        throw refusal('too-many-attempts', { headers: { 'retry-after': String(taken.wait) } });
      }
      const succeeded = await tries(person.mail, request);
      if (!(await proveSecondFactor(db, person, code, now()))) throw refusal('wrong-code');
      await succeeded();
      return startSession(gateway, { personId: person.id, stage: 'in' }, request, reply);
    },

    viewSession: async ({ caller }) => sessionFor(caller, config.timeZone),

    async signOut({ request, reply }) {
      const token = tokenOf(request);
      if (token !== undefined) await closeSession(db, token);
      clearToken(reply);
      void reply.header('clear-site-data', '"cache", "storage"');
    },

    listSessions: async ({ caller: { id, person } }) => ({
      sessions: await sessionsOf(db, { personId: person.id, current: id }, config.sessions, now()),
    }),

    async endSession({ caller: { person }, params }) {
      if (!(await endSession(db, person.id, params.id))) throw refusal('not-found');
    },
  });
}
