import type { FastifyInstance } from 'fastify';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { personByCredentials } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';
import { clearToken, tokenOf } from './cookie.ts';
import { sessionFor, startSession } from './session.ts';
import { closeSession, noteAttempt } from './store.ts';

/** Signing in and out, and who is signed in. */
export function sessionRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;
  app.decorateRequest('admitted');

  serveDesk(app, gateway, {
    async signIn({ body: { mail, password }, request, reply }) {
      const attempt = await noteAttempt(db, { mail, address: request.ip }, now());
      if ('wait' in attempt)
        throw refusal('too-many-attempts', { headers: { 'retry-after': String(attempt.wait) } });
      const person = await personByCredentials(db, { mail, password });
      if (!person) throw refusal('wrong-credentials');
      await attempt.forget();
      return startSession(gateway, { personId: person.id, stage: 'in' }, request, reply);
    },

    viewSession: async ({ caller }) => sessionFor(caller, config.timeZone),

    async signOut({ request, reply }) {
      const token = tokenOf(request);
      if (token !== undefined) await closeSession(db, token);
      clearToken(reply);
      void reply.header('clear-site-data', '"cache", "storage"');
    },
  });
}
