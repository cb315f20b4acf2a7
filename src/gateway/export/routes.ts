import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { JobRunner } from '#gateway/jobs/job-runner.ts';
import { fetchJob } from '#gateway/jobs/store.ts';
import { type Person, findPersonById } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import type { ExportedFile, Job } from '#contract/desk/jobs.ts';
import type { ExportFormat } from '#contract/desk/export-formats.ts';
import { type ExportInput, authorizeExport, createExportJob } from './export-jobs.ts';
import { createWorkbookFile } from './export-workbook.ts';
import { createManifest } from './manifest.ts';
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
      const { job, file, input } = await fetchFile(person, id);
      void reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${job.name}"`)
        .type(MEDIA_TYPES[file.format]);
      if (request.method === 'HEAD') return '';
      return Readable.from(createChunks(job, file, input), { objectMode: false, highWaterMark: 1 });
    },

    async downloadExportManifest({ caller: { person }, params: { id }, reply, signal }) {
      const { job, file, input } = await fetchFile(person, id);
      void reply.header('content-disposition', `attachment; filename="${job.name}.manifest.json"`);
      const chunks = createChunks(job, file, input);
      return createManifest(job, file, input, { chunks, timeZone: config.timeZone, signal });
    },
  });

  /** @throws ProblemError `forbidden`, `foreign-agency`, `not-found` */
  async function fetchFile(person: Person, id: string) {
    const job = await fetchJob(db, person, id);
    const { file } = job;
    if (job.kind !== 'export') throw createProblem('not-found');
    if (job.by.id !== person.id) throw createProblem('forbidden');
    const input = await fetchInput(id);
    authorizeExport(person, input);
    if (!file?.until || file.until <= now()) throw createProblem('not-found');
    return { job, file, input };
  }

  function createChunks({ id, by, createdAt, rows }: Job, file: ExportedFile, input: ExportInput) {
    const parts = generateParts(id, by.id, input);
    const { format, expected, missing } = file;
    const facts = { startedAt: createdAt, rows, expected, missing: missing ?? [] };
    return format === 'xlsx' ? createWorkbookFile(parts, input.query, config.timeZone, facts) : parts;
  }

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
