import type { FastifyInstance } from 'fastify';
import { addressOf } from '#contract/endpoint.ts';
import { desk } from '#contract/desk/desk.ts';
import type { Person } from '#contract/desk/people.ts';
import { invalid, serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { refusal } from '#gateway/problems.ts';
import {
  editPerson,
  inviteAgain,
  invitePerson,
  peopleShown,
  resetPerson,
  rightsFaults,
  setAccess,
} from './management.ts';

/** Who uses the console, and what each may do: for partner admins. */
export function peopleRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config, mailQueued } = gateway;
  const { publicUrl } = config;

  const find = async (id: string): Promise<Person> => {
    const [person] = await peopleShown(db, now(), id);
    if (!person) throw refusal('not-found');
    return person;
  };
  const judgeRights = (mail: string, rights: Parameters<typeof rightsFaults>[1]) => {
    const faults = rightsFaults(mail, rights);
    if (Object.keys(faults).length > 0) throw invalid(faults);
  };

  serveDesk(app, gateway, {
    listPeople: async () => ({
      people: await peopleShown(db, now()),
      mails: config.mail.smtpUrl === undefined ? 'files' : 'sent',
    }),

    async invitePerson({ body, request, reply }) {
      request.audit.target = body.mail;
      judgeRights(body.mail, body);
      const id = await invitePerson(db, body, publicUrl, now());
      mailQueued();
      void reply.header('location', addressOf(desk.viewPerson, { id }));
      return find(id);
    },

    viewPerson: ({ params }) => find(params.id),

    async editPerson({ params: { id }, body }) {
      judgeRights((await find(id)).mail, body);
      await editPerson(db, id, body);
      return find(id);
    },

    async setAccess({ params: { id }, body }) {
      await find(id);
      await setAccess(db, id, body.enabled, now());
      return find(id);
    },

    async resetPerson({ params: { id }, body }) {
      await find(id);
      await resetPerson(db, id, { ...body, publicUrl }, now());
      mailQueued();
      return find(id);
    },

    async inviteAgain({ params: { id } }) {
      await find(id);
      await inviteAgain(db, id, publicUrl, now());
      mailQueued();
      return find(id);
    },
  });
}
