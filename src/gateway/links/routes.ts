import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '#gateway/client-address.ts';
import { invalid, serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { passwordFault } from '#gateway/people/password-rules.ts';
import { hashPassword } from '#gateway/people/passwords.ts';
import { actorOf, personById } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';
import { ASKS, LINKS, attempt, forgetFailures, mustTake } from '#gateway/sessions/attempts.ts';
import { stageAfterPassword, startSession } from '#gateway/sessions/session.ts';
import { closeSessionsOf } from '#gateway/sessions/store.ts';
import { keepRecovery } from './recoveries.ts';
import { linkOf, takeLink } from './store.ts';

/** Invitations and recovery, for whoever has the link. */
export function linkRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now } = gateway;

  /** The person of a link; those that do not work are counted by address. */
  const find = async (token: string, { address }: FastifyRequest) => {
    const taken = mustTake(await attempt(db, LINKS, addressKey(address), now()));
    const link = await linkOf(db, token, now());
    if (!link) throw refusal('not-found');
    await taken.forgive();
    return link;
  };

  serveDesk(app, gateway, {
    async askRecovery({ body: { mail }, request }) {
      request.audit.person = await actorOf(db, mail);
      mustTake(await attempt(db, ASKS, addressKey(request.address), now()));
      gateway.recoveryAsked(await keepRecovery(db, mail, now()));
    },

    async viewLink({ body: { token }, request }) {
      return find(token, request);
    },

    async useLink({ body: { token, password }, request, reply }) {
      const person = await find(token, request);
      const fault = passwordFault(password, person);
      if (fault) throw invalid({ password: fault });
      const password_hash = await hashPassword(password);
      await db.transaction().execute(async (transaction) => {
        // The person first, as everywhere: two who wait for each other would wait for ever.
        await transaction
          .updateTable('person')
          .set((eb) => ({
            password_hash,
            accepted_at: eb.fn.coalesce('accepted_at', eb.val(now())),
            version: eb('version', '+', 1),
          }))
          .where('id', '=', person.id)
          .execute();
        if (!(await takeLink(transaction, token, now()))) throw refusal('not-found');
        await closeSessionsOf(transaction, person.id);
        await forgetFailures(transaction, person, request.address);
      });
      const whole = await personById(db, person.id);
      if (!whole) throw refusal('not-found');
      request.audit.person = whole;
      const stage = await stageAfterPassword(gateway, whole);
      return startSession(gateway, { personId: person.id, stage }, request, reply);
    },
  });
}
