import type { FastifyInstance } from 'fastify';
import { addressOf } from '#contract/endpoint.ts';
import { desk } from '#contract/desk/desk.ts';
import type { Person } from '#contract/desk/people.ts';
import type { AuditContext } from '#gateway/audit/audit-hooks.ts';
import { createValidationProblem, registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createProblem } from '#gateway/problems.ts';
import { findPersonChanges } from './changes.ts';
import { fetchPeople, fetchListedPerson } from './list.ts';
import {
  updatePerson,
  inviteAgain,
  createInvitedPerson,
  resetCredentials,
  setAccess,
  validateRights,
} from './management.ts';

/** Routes by which partner admins manage people and their rights. */
export function peopleRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, stamp, config, isWorker, wake } = gateway;
  const { publicUrl } = config;

  const loadPerson = async (id: string): Promise<Person> => {
    const person = await fetchListedPerson(db, id, now());
    if (!person) throw createProblem('not-found');
    return person;
  };
  const loadChanged = async (before: Person, audit: AuditContext): Promise<Person> => {
    const person = await loadPerson(before.id);
    audit.changes = findPersonChanges(before, person);
    return person;
  };
  const assertValidRights = (mail: string, rights: Parameters<typeof validateRights>[1]) => {
    const faults = validateRights(mail, rights);
    if (Object.keys(faults).length > 0) throw createValidationProblem(faults);
  };

  registerDeskRoutes(app, gateway, {
    async listPeople({ query }) {
      return {
        ...(await fetchPeople(db, query, now())),
        // Only workers are told SMTP_URL.
        mails: isWorker && config.mail.smtpUrl === undefined ? 'files' : 'sent',
      };
    },

    async invitePerson({ caller: { person }, body, request, reply }) {
      request.audit.target = body.mail;
      assertValidRights(body.mail, body);
      const id = await createInvitedPerson(db, body, { inviter: person.name, publicUrl }, stamp());
      wake('mails');
      void reply.header('location', addressOf(desk.viewPerson, { id }));
      return loadPerson(id);
    },

    viewPerson: ({ params }) => loadPerson(params.id),

    async editPerson({ params: { id }, body, request }) {
      const before = await loadPerson(id);
      assertValidRights(before.mail, body);
      await updatePerson(db, id, body, now());
      return loadChanged(before, request.audit);
    },

    async setAccess({ params: { id }, body, request }) {
      const before = await loadPerson(id);
      await setAccess(db, id, body.enabled, now());
      return loadChanged(before, request.audit);
    },

    async resetPerson({ params: { id }, body, request }) {
      const before = await loadPerson(id);
      const hasPasswords = !config.openId?.isOnly;
      await resetCredentials(db, id, { ...body, hasPasswords, publicUrl }, stamp());
      wake('mails');
      return loadChanged(before, request.audit);
    },

    async inviteAgain({ caller: { person }, params: { id } }) {
      await loadPerson(id);
      await inviteAgain(db, id, { inviter: person.name, publicUrl }, stamp());
      wake('mails');
      return loadPerson(id);
    },
  });
}
