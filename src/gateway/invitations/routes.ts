import type { FastifyInstance } from 'fastify';
import type { Invitation } from '#contract/desk/invitations.ts';
import type { Job } from '#contract/desk/jobs.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { JobRunner } from '#gateway/jobs/job-runner.ts';
import { fetchJob } from '#gateway/jobs/store.ts';
import type { Person } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { createInvitationJob, createReminderJob, fetchFunnel } from './bulk-invitations.ts';
import { fetchInvitationState } from './checks.ts';
import { fetchInvitationRow, fetchInvitations, updateNote } from './store.ts';

/** Routes of invited agencies and the state of their invitations. */
export function invitationRoutes(app: FastifyInstance, gateway: Gateway, jobs: JobRunner): void {
  const { db, now } = gateway;

  const loadInvitation = async (id: string): Promise<Invitation> => {
    const [invitation] = await fetchInvitations(db, id);
    if (!invitation) throw createProblem('not-found');
    return invitation;
  };

  async function fetchInvitationJob(person: Person, id: string): Promise<Job> {
    const job = await fetchJob(db, person, id);
    if (job.kind !== 'invitations') throw createProblem('not-found');
    return job;
  }

  registerDeskRoutes(app, gateway, {
    listInvitations: async () => ({ invitations: await fetchInvitations(db) }),

    viewInvitation: ({ params }) => loadInvitation(params.id),

    async editInvitationNote({ caller, params: { id }, body }) {
      await updateNote(db, caller.person.id, id, body);
      return loadInvitation(id);
    },

    async checkInvitation({ params: { id } }) {
      const row = await fetchInvitationRow(db, id);
      if (!row) throw createProblem('not-found');
      await fetchInvitationState(gateway, row);
      return loadInvitation(id);
    },

    async inviteAgencies({ caller: { person }, body, request }) {
      const { id } = body;
      request.audit.target = id;
      await createInvitationJob(db, { id, person, address: request.address }, body, now());
      await jobs.begin(id);
      return fetchJob(db, person, id);
    },

    async viewInvitationFunnel({ caller: { person }, params: { id } }) {
      await fetchInvitationJob(person, id);
      return fetchFunnel(db, id);
    },

    async remindAgencies({ caller: { person }, params, body: { id }, request }) {
      const job = await fetchInvitationJob(person, params.id);
      await createReminderJob(db, { id, person, address: request.address }, job, now());
      await jobs.begin(id);
      return fetchJob(db, person, id);
    },
  });
}
