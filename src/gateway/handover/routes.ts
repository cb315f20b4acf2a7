import type { FastifyInstance } from 'fastify';
import { maskHandover } from '#contract/handover.ts';
import { createValidationProblem, registerDeskRoutes } from '#gateway/desk-routes.ts';
import { findColleague } from '#gateway/follow-up/colleagues.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { buildListContext } from '#gateway/inquiries/list-request.ts';
import { resolveScope } from '#gateway/inquiries/scope.ts';
import { type Person, findPersonById } from '#gateway/people/store.ts';
import { queueHandoverMails } from './mail.ts';
import { fetchHandover } from './sheet.ts';

/** Routes of the sheet that a shift hands over to the next one. */
export function handoverRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, config } = gateway;

  registerDeskRoutes(app, gateway, {
    async viewHandover({ caller: { person }, query: { agencia, persona, enmascarado }, signal }) {
      const sheet = await fetchHandover(gateway.readAs({ key: person.id, isLong: true, signal }), {
        scope: resolveScope(person, agencia),
        context: buildListContext(gateway, person),
        owner: persona,
      });
      return enmascarado === '1' ? maskHandover(sheet) : sheet;
    },

    async sendHandover({ caller: { person }, params: { adminMail }, body, signal }) {
      const to: Person[] = [];
      for (const [index, id] of [...new Set(body.to)].entries()) {
        // Somebody limited to their own inquiries has no business with those of others.
        const colleague = await findColleague(db, { adminMail, operator: null }, id);
        const recipient = colleague && (await findPersonById(db, id));
        if (!recipient) throw createValidationProblem({ [`to.${index}`]: 'invalid' });
        to.push(recipient);
      }
      const { rows } = await fetchHandover(gateway.readAs({ key: person.id, isLong: true, signal }), {
        scope: resolveScope(person, [adminMail]),
        context: buildListContext(gateway, person),
        owner: undefined,
      });
      await queueHandoverMails(
        db,
        { adminMail, rows, by: person, to },
        { ...gateway.stamp(), publicUrl: config.publicUrl, zone: config.timeZone },
      );
      gateway.wake('mails');
    },
  });
}
