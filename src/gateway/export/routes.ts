import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { JobRunner } from '#gateway/jobs/job-runner.ts';
import { fetchJob } from '#gateway/jobs/store.ts';
import { findPersonById } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import type { ExportFormat } from '#contract/desk/export-formats.ts';
import { type ExportInput, authorizeExport, createExportJob } from './export-jobs.ts';
import { createWorkbookFile } from './export-workbook.ts';
import { fetchPartNumbers, fetchPartText } from './store.ts';

const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
};

/** Routes of exports of inquiries: jobs that make files from the index, and their download. */
export function exportRoutes(app: FastifyInstance, gateway: Gateway, jobs: JobRunner): void {
  const { db, now, config, liveEvents } = gateway;

  registerDeskRoutes(app, gateway, {
    async exportInquiries({ caller: { person }, body: { id, purpose, ...query }, request }) {
      await createExportJob(gateway, { id, person, address: request.address }, query, purpose);
      request.audit.isCompletedLater = true;
      jobs.wake();
      liveEvents.wake();
      return fetchJob(db, person, id);
    },

    async downloadExport({ caller: { person }, params: { id }, request, reply }) {
      const { kind, by, name, createdAt, rows, file } = await fetchJob(db, person, id);
      if (kind !== 'export') throw createProblem('not-found');
      if (by.id !== person.id) throw createProblem('forbidden');
      const input = await fetchInput(id);
      authorizeExport(person, input);
      if (!file?.until || file.until <= now()) throw createProblem('not-found');
      void reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .type(MEDIA_TYPES[file.format]);
      if (request.method === 'HEAD') return '';
      const parts = generateParts(id, person.id, input);
      const facts = { startedAt: createdAt, rows, missing: file.missing ?? [] };
      const chunks =
        file.format === 'xlsx' ? createWorkbookFile(parts, input.query, config.timeZone, facts) : parts;
      return Readable.from(chunks, { objectMode: false, highWaterMark: 1 });
    },
  });

  async function fetchInput(id: string): Promise<ExportInput> {
    const { input } = await db
      .selectFrom('job')
      .select('input')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return JSON.parse(input) as ExportInput;
  }

  /** @throws ProblemError, which ends the download, when the person's rights are taken away meanwhile */
  async function* generateParts(id: string, personId: string, input: ExportInput): AsyncGenerator<string> {
    for (const number of await fetchPartNumbers(db, id)) {
      const person = await findPersonById(db, personId);
      if (!person) throw createProblem('sign-in-required');
      authorizeExport(person, input);
      yield await fetchPartText(db, id, number);
    }
  }
}
