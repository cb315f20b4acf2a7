import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { actorOf, mailKey, personByCredentials } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';
import { proveSecondFactor } from '#gateway/second-factor/store.ts';
import {
  ADDRESS,
  CODES,
  CODES_OF_PERSON,
  PAIR,
  attempt,
  judged,
  mustTake,
  pruneAttempts,
} from './attempts.ts';
import { clearToken, tokenOf } from './cookie.ts';
import { sessionFor, sessionOfRequest, stageAfterPassword, startSession } from './session.ts';
import { closeSession, endSession, sessionsOf } from './store.ts';

/** Signing in and out, and who is signed in. */
export function sessionRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;
  app.decorateRequest('admitted');

  const tries = async (mail: string, { ip }: FastifyRequest) => {
    const fromAddress = mustTake(await attempt(db, ADDRESS, ip, now()));
    const ofPair = mustTake(await attempt(db, PAIR, `${mailKey(mail)}\n${ip}`, now()));
    return { fromAddress, ofPair };
  };

  serveDesk(app, gateway, {
    async signIn({ body: { mail, password }, request, reply }) {
      request.audit.person = await actorOf(db, mail);
      const { fromAddress, ofPair } = await tries(mail, request);
      const person = await judged([fromAddress, ofPair], () => personByCredentials(db, { mail, password }));
      if (!person) throw refusal('wrong-credentials');
      const stage = await stageAfterPassword(gateway, person);
      await fromAddress.forgive();
      // Before the code there is no success: wrong codes go on counting, however often the password is right.
      await (stage === 'second-factor' ? ofPair.forgive() : ofPair.forget());
      await pruneAttempts(db, now());
      return startSession(gateway, { personId: person.id, stage }, request, reply);
    },

    async proveSecondFactor({ caller: { id, person, stage }, body: { code }, request, reply }) {
      if (stage !== 'second-factor') throw refusal('not-set-up');
      const { fromAddress, ofPair } = await tries(person.mail, request);
      const ofPerson = mustTake(await attempt(db, CODES_OF_PERSON, person.id, now()));
      const ofSession = await attempt(db, CODES, id, now());
      if ('wait' in ofSession) {
        // Who knows the password and guesses codes begins again, at the speed of passwords.
        await endSession(db, person.id, id);
        throw refusal('too-many-attempts', { headers: { 'retry-after': String(ofSession.wait) } });
      }
      const proved = await judged([fromAddress, ofPair, ofPerson, ofSession], () =>
        proveSecondFactor(gateway, person, code, now()),
      );
      if (!proved) throw refusal('wrong-code');
      await fromAddress.forgive();
      await ofPair.forget();
      await ofPerson.forgive();
      return startSession(gateway, { personId: person.id, stage: 'in' }, request, reply);
    },

    viewSession: async ({ caller }) => sessionFor(caller, config),

    async signOut({ request, reply }) {
      const token = tokenOf(request);
      request.audit.person = (await sessionOfRequest(gateway, request))?.person;
      if (token !== undefined) await closeSession(db, token);
      clearToken(reply);
      void reply.header('clear-site-data', '"cache", "storage"');
    },

    listSessions: async ({ caller: { id, person } }) => ({
      sessions: await sessionsOf(db, { personId: person.id, current: id }, config, now()),
    }),

    async endSession({ caller: { person }, params }) {
      if (!(await endSession(db, person.id, params.id))) throw refusal('not-found');
    },
  });
}
