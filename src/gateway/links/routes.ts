import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endSessionsAndTokens } from '#gateway/api-tokens/store.ts';
import { networkKey } from '#gateway/client-address.ts';
import { createValidationProblem, registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { assertPasswordsAllowed, validatePassword } from '#gateway/people/password-rules.ts';
import { hashPassword } from '#gateway/people/passwords.ts';
import { findActor, findPersonById } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import {
  LINK_LIMIT,
  RECOVERY_REQUEST_LIMIT,
  consumeAttempts,
  limitsByAddress,
  resetAttempts,
} from '#gateway/sessions/attempts.ts';
import { createSignedInSession } from '#gateway/sessions/start-session.ts';
import { saveRecoveryRequest } from './recoveries.ts';
import { consumeLink, findLink } from './store.ts';

/** Public routes of invitation and recovery links. */
export function linkRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, random, wake, config } = gateway;

  /** Finds the person of a link; invalid links count against the address's limit. */
  const findLinkPerson = async (token: string, { address }: FastifyRequest) => {
    const attempts = await consumeAttempts(db, limitsByAddress(LINK_LIMIT, address), now());
    const link = await findLink(db, token, now());
    if (!link) throw createProblem('not-found');
    await attempts.byAddress.refund();
    await attempts.byNetwork?.refund();
    return link;
  };

  registerDeskRoutes(app, gateway, {
    async requestRecovery({ body: { mail }, request }) {
      assertPasswordsAllowed(config);
      request.audit.person = await findActor(db, mail);
      await consumeAttempts(db, limitsByAddress(RECOVERY_REQUEST_LIMIT, request.address), now());
      await saveRecoveryRequest(db, mail, gateway.stamp());
      wake('recoveries');
    },

    async viewLink({ body: { token }, request }) {
      return findLinkPerson(token, request);
    },

    async useLink({ body: { token, password }, request, reply }) {
      assertPasswordsAllowed(config);
      const person = await findLinkPerson(token, request);
      const fault = validatePassword(password, person);
      if (fault) throw createValidationProblem({ password: fault });
      const password_hash = await hashPassword(password, networkKey(request.address), random);
      await db.transaction().execute(async (transaction) => {
        // Lock order: the person row first, as everywhere, to avoid deadlocks.
        await transaction
          .updateTable('person')
          .set((eb) => ({
            password_hash,
            accepted_at: eb.fn.coalesce('accepted_at', eb.val(now())),
            version: eb('version', '+', 1),
          }))
          .where('id', '=', person.id)
          .execute();
        if (!(await consumeLink(transaction, token, now()))) throw createProblem('not-found');
        await endSessionsAndTokens(transaction, person.id, now());
        await resetAttempts(transaction, person, [request.address]);
      });
      const updatedPerson = await findPersonById(db, person.id);
      if (!updatedPerson) throw createProblem('not-found');
      request.audit.person = updatedPerson;
      return createSignedInSession(gateway, person.id, { passwordHash: password_hash }, request, reply);
    },
  });
}
