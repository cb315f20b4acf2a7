import type { FastifyInstance } from 'fastify';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import { createUndoJob } from '#gateway/follow-up/follow-up-jobs.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { resolveScope } from '#gateway/inquiries/scope.ts';
import type { JobRunner } from './job-runner.ts';
import { retryFailedRows, changeJobState } from './job-state.ts';
import { fetchJob, fetchJobRows, fetchJobs } from './store.ts';

/** Routes of jobs: a person sees and steers their own, a partner admin those of everybody. */
export function jobRoutes(app: FastifyInstance, gateway: Gateway, jobs: JobRunner): void {
  const { db, now, liveEvents } = gateway;

  registerDeskRoutes(app, gateway, {
    listJobs: ({ caller: { person }, query }) => fetchJobs(db, person, query),

    viewJob: ({ caller: { person }, params }) => fetchJob(db, person, params.id),

    async listJobRows({ caller: { person }, params, query }) {
      await fetchJob(db, person, params.id);
      return fetchJobRows(db, resolveScope(person), params.id, query);
    },

    async setJobState({ caller: { person }, params: { id }, body: { state } }) {
      await fetchJob(db, person, id);
      await changeJobState(gateway, id, state);
      liveEvents.wake();
      jobs.wake();
      return fetchJob(db, person, id);
    },

    async retryJob({ caller: { person }, params: { id } }) {
      await fetchJob(db, person, id);
      await retryFailedRows(db, id, now());
      await jobs.begin(id);
      return fetchJob(db, person, id);
    },

    async undoJob({ caller: { person }, params, body, request }) {
      const job = await fetchJob(db, person, params.id);
      await createUndoJob(db, { id: body.id, person, address: request.address }, job, gateway.stamp());
      await jobs.begin(body.id);
      return fetchJob(db, person, body.id);
    },
  });
}
