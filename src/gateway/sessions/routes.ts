import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '#gateway/client-address.ts';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { actorOf, mailKey, personByCredentials } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';
import { isRecoveryCode, proveSecondFactor } from '#gateway/second-factor/store.ts';
import {
  ACCOUNT,
  ADDRESS,
  CODES,
  CODES_OF_PERSON,
  PAIR,
  attempt,
  attemptAll,
  judged,
  pairOf,
  pruneAttempts,
} from './attempts.ts';
import { clearToken, tokenOf } from './cookie.ts';
import { sessionFor, sessionOfRequest, stageAfterPassword, startSession } from './session.ts';
import { closeSession, endSession, sessionsOf } from './store.ts';

/** Signing in and out, and who is signed in. */
export function sessionRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;
  app.decorateRequest('admitted');

  const limitsOf = (mail: string, { address }: FastifyRequest) =>
    ({ fromAddress: [ADDRESS, addressKey(address)], ofPair: [PAIR, pairOf(mail, address)] }) as const;

  serveDesk(app, gateway, {
    async signIn({ body: { mail, password }, request, reply }) {
      request.audit.person = await actorOf(db, mail);
      const limits = { ...limitsOf(mail, request), ofAccount: [ACCOUNT, mailKey(mail)] as const };
      const taken = await attemptAll(db, limits, now());
      const person = await judged(Object.values(taken), () => personByCredentials(db, { mail, password }));
      if (!person) throw refusal('wrong-credentials');
      const stage = await stageAfterPassword(gateway, person);
      await taken.fromAddress.forgive();
      await taken.ofAccount.forgive();
      // Before the code there is no success: wrong codes go on counting, however often the password is right.
      await (stage === 'second-factor' ? taken.ofPair.forgive() : taken.ofPair.forget());
      await pruneAttempts(db, now());
      return startSession(gateway, { personId: person.id, stage }, request, reply);
    },

    async proveSecondFactor({ caller: { id, person, stage }, body: { code }, request, reply }) {
      if (stage !== 'second-factor') throw refusal('not-set-up');
      const limits = limitsOf(person.mail, request);
      const ofPerson = isRecoveryCode(code) ? undefined : ([CODES_OF_PERSON, person.id] as const);
      const taken = await attemptAll(db, { ...limits, ...(ofPerson && { ofPerson }) }, now());
      const ofSession = await attempt(db, CODES, id, now());
      if ('wait' in ofSession) {
        // Who knows the password and guesses codes begins again, at the speed of passwords.
        await endSession(db, person.id, id);
        throw refusal('too-many-attempts', { headers: { 'retry-after': String(ofSession.wait) } });
      }
      const proved = await judged([...Object.values(taken), ofSession], () =>
        proveSecondFactor(gateway, person, code, now()),
      );
      if (!proved) throw refusal('wrong-code');
      await taken.fromAddress.forgive();
      await taken.ofPair.forget();
      await taken.ofPerson?.forgive();
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
