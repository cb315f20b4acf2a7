import type { FastifyInstance } from 'fastify';
import { networkKey } from '#gateway/client-address.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { findActor, findPersonByCredentials, mailKey } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { isRecoveryCode, proveSecondFactor } from '#gateway/second-factor/store.ts';
import {
  ACCOUNT_LIMIT,
  PERSON_CODE_LIMIT,
  consumeAttempts,
  limitsBySignIn,
  refundOnError,
} from './attempts.ts';
import { completeSecondFactor } from './complete-second-factor.ts';
import { openStoredSecret } from '#signing/secret-box.ts';
import { clearSessionCookie, readSessionToken } from './session-cookie.ts';
import { loadRequestSession, toSession } from './session.ts';
import { createSignedInSession } from './start-session.ts';
import { deleteSession, deleteSessionById, fetchSessions, findIdToken, toIdTokenUse } from './store.ts';

/** Routes of sign-in, sign-out and sessions. */
export function sessionRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;
  app.decorateRequest('session');

  registerDeskRoutes(app, gateway, {
    async signIn({ body: { mail, password }, request, reply }) {
      request.audit.person = await findActor(db, mail);
      const limits = {
        ...limitsBySignIn(mail, request.address),
        byAccount: [ACCOUNT_LIMIT, mailKey(mail)] as const,
      };
      const attempts = await consumeAttempts(db, limits, now());
      const client = networkKey(request.address);
      const verified = await refundOnError(Object.values(attempts), () =>
        findPersonByCredentials(db, { mail, password, client }),
      );
      if (!verified) throw createProblem('wrong-credentials');
      const { person, passwordHash } = verified;
      const answer = await createSignedInSession(gateway, person.id, { passwordHash }, request, reply);
      await attempts.byAddress.refund();
      await attempts.byNetwork?.refund();
      await attempts.byAccount.refund();
      // With a second factor pending this is no success yet: earlier failures keep counting.
      await (answer.next === 'second-factor' ? attempts.byPair.refund() : attempts.byPair.reset());
      return answer;
    },

    proveSecondFactor: (call) => {
      const { caller, body } = call;
      return completeSecondFactor(gateway, call, {
        verify: () => proveSecondFactor(gateway, caller.person, body.code, now()),
        refusal: 'wrong-code',
        byPerson: isRecoveryCode(body.code) ? undefined : [PERSON_CODE_LIMIT, caller.person.id],
      });
    },

    viewSession: async ({ caller }) => toSession(caller, gateway),

    async signOut({ request, reply }) {
      const token = readSessionToken(request);
      request.audit.person = (await loadRequestSession(gateway, request))?.person;
      const begun = await findIdToken(db, token);
      if (token !== undefined) await deleteSession(db, token);
      clearSessionCookie(reply);
      void reply.header('clear-site-data', '"cache", "storage"');
      if (!begun) return { url: null };
      const idToken = openStoredSecret(gateway.secrets, begun.id_token, toIdTokenUse(begun.person_id));
      return { url: (await gateway.openId?.fetchSignOutUrl(idToken)) ?? null };
    },

    listSessions: async ({ caller: { id, person } }) => ({
      sessions: await fetchSessions(db, { personId: person.id, current: id }, config, now()),
    }),

    async endSession({ caller: { person }, params }) {
      if (!(await deleteSessionById(db, person.id, params.id))) throw createProblem('not-found');
    },
  });
}
