import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { MAX_RUNNING_EXPORTS } from '#contract/desk/export.ts';
import { FILE_DAYS, Job } from '#contract/desk/jobs.ts';
import { parseBuyerKeys } from '#gateway/erasure/buyer-keys.ts';
import { eraseBuyerData } from '#gateway/erasure/erase-buyer.ts';
import { onEachEngine } from '#testing/engines.ts';
import { WAIT, consulta, openExportWorld } from '#testing/export-world.ts';

onEachEngine((engine) => {
  describe('the job of an export', () => {
    /** More than a part has. */
    const MANY = 1200;
    const openMany = async () => {
      const desk = await openExportWorld(engine, []);
      await desk.index(Array.from({ length: MANY }, (_, at) => consulta(at)));
      return desk;
    };
    /** Ends the job as if the process had ended before a row was done. */
    const leaveUnfinished = async (
      { db, world }: Awaited<ReturnType<typeof openExportWorld>>,
      id: string,
      row: number,
    ) => {
      await db
        .updateTable('job')
        .set({ state: 'running', finished_at: null, due_at: 1, done: (row - 2) * 1000 })
        .set({ claimed_by: 'gone', claimed_until: world.clock.now - 1 })
        .where('id', '=', id)
        .execute();
      await db.deleteFrom('job_row').where('job_id', '=', id).where('number', '>', row).execute();
      await db
        .updateTable('job_row')
        .set({ state: 'pending', at: null })
        .where('job_id', '=', id)
        .where('number', '=', row)
        .execute();
    };

    it('goes on after the process that worked on it is gone, wherever that was', async () => {
      await using desk = await openMany();
      const partner = await desk.as('partner');
      const { id, text, rows } = await partner.file('columns=sid');
      expect([rows, text.trimEnd().split('\n').length]).toEqual([MANY, MANY + 1]);
      // The last part was not stored; then, it was, but not that its row is done.
      await desk.db.deleteFrom('export_part').where('job_id', '=', id).where('number', '=', 3).execute();
      for (const row of [3, 3]) {
        await leaveUnfinished(desk, id, row);
        await desk.world.restart();
        expect(await partner.waitForEnd(id)).toMatchObject({
          state: 'done',
          rows: MANY,
          done: MANY,
          failed: 0,
        });
        expect((await partner.download(id)).body).toBe(text);
      }
    });

    it('is paused, continued and is shown with its progress', async () => {
      await using desk = await openMany();
      const partner = await desk.as('partner');
      const service = desk.holdService();
      const id = await partner.start('format=json&masked=1&columns=sid');
      await service.called;
      const running = (await partner.get('/desk/jobs?running=1')).json<{ jobs: Job[] }>().jobs;
      const file = { format: 'json', masked: true, missing: null, failure: null, until: null };
      expect(running).toMatchObject([{ id, kind: 'export', state: 'running', rows: MANY, done: 0, file }]);
      await partner.setState(id, 'paused');
      service.release();
      await vi.waitFor(async () => {
        const { claimed_by } = await desk.db.selectFrom('job').select('claimed_by').executeTakeFirstOrThrow();
        expect(claimed_by).toBeNull();
      }, WAIT);
      expect(await partner.fetchJob(id)).toMatchObject({ state: 'paused', finishedAt: null });
      expect((await partner.download(id)).statusCode).toBe(404);
      await partner.setState(id, 'running');
      const until = desk.world.clock.now + FILE_DAYS * 86_400_000;
      expect(await partner.waitForEnd(id)).toMatchObject({
        rows: MANY,
        done: MANY,
        name: expect.stringMatching(/-enmascarado\.json$/),
        file: { ...file, missing: [], until },
      });
    });

    it('a repeated request returns the same job, a foreign id is refused, and concurrent jobs are limited', async () => {
      await using desk = await openExportWorld(engine);
      const partner = await desk.as('partner');
      const service = desk.holdService();
      const id = randomUUID();
      expect(Job.parse((await partner.ask('', id)).json())).toMatchObject({ id, kind: 'export' });
      expect(Job.parse((await partner.ask('', id)).json())).toMatchObject({ id });
      expect(await desk.fetchAuditEntries()).toHaveLength(1);
      expect((await (await desk.as('seller')).ask('', id)).statusCode).toBe(409);
      for (let more = 1; more < MAX_RUNNING_EXPORTS; more += 1) await partner.start();
      expect((await partner.ask()).statusCode).toBe(429);
      expect((await (await desk.as('seller')).ask()).statusCode).toBe(200);
      service.release();
      await partner.waitForEnd(id);
      await vi.waitFor(async () => expect((await partner.ask()).statusCode).toBe(200), WAIT);
    });

    it('gives its file to its person alone, while they may see as much', async () => {
      await using desk = await openExportWorld(engine);
      const [seller, partner, support] = [
        await desk.as('seller'),
        await desk.as('partner'),
        await desk.as('support'),
      ];
      const { id } = await seller.file();
      expect((await partner.fetchJob(id)).name).not.toBe('');
      expect([(await partner.download(id)).statusCode, (await support.download(id)).statusCode]).toEqual([
        403, 404,
      ]);
      expect((await desk.world.call(`/desk/jobs/${id}/file`)).statusCode).toBe(401);
      expect((await seller.download(randomUUID())).statusCode).toBe(404);
      const head = await desk.world.call(`/desk/jobs/${id}/file`, {
        method: 'HEAD',
        headers: { cookie: seller.cookie },
      });
      expect([head.statusCode, head.body]).toEqual([200, '']);
      const limit = (own: 0 | 1) =>
        desk.db.updateTable('person_agency').set({ own_inquiries_only: own }).execute();
      await limit(1);
      expect((await seller.download(id)).json().Type).toBe('/problems/foreign-agency');
      await limit(0);
      expect((await seller.download(id)).statusCode).toBe(200);
      await desk.db.updateTable('person').set({ role: 'support' }).where('role', '=', 'seller').execute();
      expect((await seller.download(id)).json().Type).toBe('/problems/forbidden');
    });

    it('keeps its file for a time, and the newest files only', async () => {
      await using desk = await openExportWorld(engine);
      const partner = await desk.as('partner');
      const ids: string[] = [];
      for (let count = 0; count < 11; count += 1) {
        desk.world.clock.now += 1;
        ids.push((await partner.file('columns=sid')).id);
      }
      const [oldest = '', ...others] = ids;
      expect((await partner.download(oldest)).statusCode).toBe(404);
      expect(await partner.fetchJob(oldest)).toMatchObject({ state: 'done', file: { until: null } });
      for (const id of others) expect((await partner.download(id)).statusCode).toBe(200);
      desk.world.clock.now += FILE_DAYS * 86_400_000 + 1;
      const later = await desk.as('partner');
      expect((await later.download(others.at(-1) ?? '')).statusCode).toBe(404);
      await desk.world.restart();
      await vi.waitFor(
        async () => expect(await desk.db.selectFrom('export_part').select('job_id').execute()).toEqual([]),
        WAIT,
      );
    });

    it('has no file left when a buyer is erased, nor when it goes on meanwhile', async () => {
      await using desk = await openExportWorld(engine);
      const partner = await desk.as('partner');
      const { id } = await partner.file();
      const service = desk.holdService();
      const other = await partner.start();
      await service.called;
      await eraseBuyerData(desk.db, parseBuyerKeys({ mail: 'ana@x.example' }).keys, desk.world.clock.now);
      service.release();
      expect((await partner.download(id)).statusCode).toBe(404);
      expect(await partner.waitForEnd(other)).toMatchObject({
        file: { failure: 'changed-meanwhile', until: null },
      });
      expect(await desk.db.selectFrom('export_part').select('number').execute()).toEqual([]);
      expect((await desk.fetchAuditEntries()).map(({ outcome }) => outcome)).toEqual(['failed', 'done']);
    });
  });
});
