import { describe, expect, it } from 'vitest';
import { JOBS_PAGE, JOB_ROWS_PAGE } from '#contract/desk/jobs.ts';
import type { JobsQuery } from '#contract/desk/jobs.ts';
import { defaultHours } from '#contract/hours.ts';
import { DAY_MS } from '#contract/durations.ts';
import type { Scope } from '#gateway/inquiries/scope.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { onEachEngine } from '#testing/engines.ts';
import { NOON } from '#testing/gateway-store.ts';
import { openJobStore } from '#testing/job-store.ts';
import { fetchJob, fetchJobRows, fetchJobs } from './store.ts';

const SID = '01JC0000000000000000000000';
const EVERYTHING: Scope = { agencies: undefined, ownInquiriesIn: [], operator: 'ana@x.example' };

onEachEngine((engine) => {
  describe('jobs', () => {
    it('are listed in pages, also those that began at the same time', async () => {
      await using it = await openJobStore(engine);
      const ids = Array.from({ length: JOBS_PAGE }, (_, at) => `job ${String(at).padStart(2, '0')}`);
      for (const id of ids) await it.add(id, { count: 0 });
      const list = async (query: JobsQuery = {}) => {
        const { jobs, more } = await fetchJobs(it.db, it.ana, query);
        return { ids: jobs.map(({ id }) => id), more };
      };
      expect(await list()).toEqual({ ids: ids.toReversed(), more: false });
      await it.add('job 99', { count: 0, person: it.bea });
      expect(await list()).toEqual({ ids: ['job 99', ...ids.slice(1).toReversed()], more: true });
      expect(await list({ before: 'job 01' })).toEqual({ ids: ['job 00'], more: false });
      expect(await list({ running: '1' })).toEqual({ ids: ids.toReversed(), more: false });
    });

    it('have a file only while a part of it is stored', async () => {
      await using it = await openJobStore(engine);
      await it.add('a', { count: 0 });
      const input = { file: { format: 'csv', masked: false, missing: null, failure: null } };
      const ended = { kind: 'export', state: 'done', finished_at: NOON } as const;
      await it.db
        .updateTable('job')
        .set({ ...ended, input: JSON.stringify(input) })
        .execute();
      const until = async () => (await fetchJob(it.db, it.ana, 'a')).file?.until;
      expect(await until()).toBeNull();
      const part = { job_id: 'a', number: 1, rows: 0, text: '', at: NOON };
      await it.db.insertInto('export_part').values(part).execute();
      expect(await until()).toBe(NOON + 7 * DAY_MS);
    });
  });

  describe('rows of a job', () => {
    it('are listed in pages', async () => {
      await using it = await openJobStore(engine);
      await it.add('a', { count: JOB_ROWS_PAGE + 1 });
      const list = async (query: { after?: number; limit?: number }) => {
        const { rows, more } = await fetchJobRows(it.db, EVERYTHING, 'a', query);
        return [rows.at(0)?.number, rows.at(-1)?.number, more];
      };
      expect(await list({})).toEqual([1, JOB_ROWS_PAGE, true]);
      expect(await list({ after: 1 })).toEqual([2, JOB_ROWS_PAGE + 1, false]);
      expect(await list({ limit: JOB_ROWS_PAGE + 1 })).toEqual([1, JOB_ROWS_PAGE + 1, false]);
    });

    it('name the buyers of inquiries that the person may see, which are not gone', async () => {
      await using it = await openJobStore(engine);
      await it.add('a', { count: 1 });
      const cells = { sid: SID, cells: '["Ana"]', detail: 'x' };
      await it.db.updateTable('job_row').set(cells).execute();
      const inquiry = {
        Momento: new Date(NOON).toISOString(),
        OperadorResponsable: 'ana@x.example',
        Auto: {},
        Interesado: { Nombre: 'Ana', Apellido: 'Paz' },
        _links: { self: { href: `/v3/consultas/a@x.example/${SID}` } },
      };
      const hours = defaultHours('America/Argentina/Buenos_Aires');
      await upsertInquiries(it.db, [inquiry], {
        agency: 'a@x.example',
        discoverySource: 'webhook',
        hours,
        now: NOON,
      });
      const read = async (scope: Partial<Scope> = {}) => {
        const { rows } = await fetchJobRows(it.db, { ...EVERYTHING, ...scope }, 'a', {});
        return rows[0];
      };
      const own = { ownInquiriesIn: ['a@x.example'] };
      const known = { adminMail: 'a@x.example', cells: ['Ana'], detail: 'x' };
      expect(await read()).toMatchObject({ ...known, name: 'Ana Paz' });
      expect(await read(own)).toMatchObject({ ...known, name: 'Ana Paz' });
      expect(await read({ ...own, operator: 'bea@x.example' })).toMatchObject({ ...known, name: null });
      const hidden = { adminMail: null, sid: null, cells: [], detail: null, name: null };
      expect(await read({ agencies: ['b@x.example'] })).toMatchObject(hidden);
      await it.db.updateTable('inquiry').set({ gone_at: NOON }).execute();
      expect(await read()).toMatchObject({ ...known, name: null });
    });
  });
});
