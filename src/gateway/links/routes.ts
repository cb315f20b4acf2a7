import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid, serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { passwordFault } from '#gateway/people/password-rules.ts';
import { hashPassword } from '#gateway/people/passwords.ts';
import { actorOf, mailKey, personById } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';
import { ASKS, LINKS, RECOVERIES, attempt, mustTake } from '#gateway/sessions/attempts.ts';
import { stageAfterPassword, startSession } from '#gateway/sessions/session.ts';
import { closeSessionsOf } from '#gateway/sessions/store.ts';
import { linkOf, sendLink, takeLink } from './store.ts';

// decided: a recovery is worked on at any moment of this time after its answer, so that neither that answer nor the next
// one takes longer where there is such a person.
const LATEST_MS = 250;

/** Invitations and recovery, for whoever has the link. */
export function linkRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config, mailQueued } = gateway;

  /** The person of a link; those that do not work are counted by address. */
  const find = async (token: string, { ip }: FastifyRequest) => {
    const taken = mustTake(await attempt(db, LINKS, ip, now()));
    const link = await linkOf(db, token, now());
    if (!link) throw refusal('not-found');
    await taken.forgive();
    return link;
  };

  const asked = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(asked);
  });

  serveDesk(app, gateway, {
    async askRecovery({ body: { mail }, request }) {
      request.audit.person = await actorOf(db, mail);
      mustTake(await attempt(db, ASKS, request.ip, now()));
      const work = setTimeout(randomInt(LATEST_MS))
        .then(() => recover(mail))
        .catch((error: unknown) => request.log.error({ err: error }, 'a recovery could not be mailed'))
        .finally(() => asked.delete(work));
      asked.add(work);
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
      });
      const whole = await personById(db, person.id);
      if (!whole) throw refusal('not-found');
      request.audit.person = whole;
      const stage = await stageAfterPassword(gateway, whole);
      return startSession(gateway, { personId: person.id, stage }, request, reply);
    },
  });

  async function recover(mail: string): Promise<void> {
    const person = await db
      .selectFrom('person')
      .select(['id', 'mail', 'name', 'accepted_at'])
      .where('mail', '=', mailKey(mail))
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    if (!person || 'wait' in (await attempt(db, RECOVERIES, person.id, now()))) return;
    // Whoever has not accepted yet is invited again.
    const kind = person.accepted_at === null ? 'invitation' : 'recovery';
    await db
      .transaction()
      .execute((transaction) => sendLink(transaction, { person, kind, publicUrl: config.publicUrl }, now()));
    mailQueued();
  }
}
