import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { ImportMatch } from '#contract/desk/follow-up-import.ts';
import { type Job, MAX_IMMEDIATE_ROWS } from '#contract/desk/jobs.ts';
import { onEachEngine } from '#testing/engines.ts';
import { OWN } from '#testing/gateway-world.ts';
import { at, openJobWorld, sidOf } from '#testing/job-world.ts';
import { LOST, ALL } from '#testing/bulk-changes.ts';

onEachEngine((engine) => {
  describe('follow-up of a file', () => {
    const imported = (number: number, more: object) => ({ cells: [String(number)], ...at(number), ...more });
    const start = (
      client: Awaited<ReturnType<Awaited<ReturnType<typeof openJobWorld>>['signedIn']>>,
      rows: object[],
    ) =>
      client.call('POST', '/desk/follow-up-imports', {
        id: randomUUID(),
        name: 'viejo.csv',
        columns: ['Teléfono'],
        rows,
      });

    it('finds its inquiries by sid, phone and mail, however they are written', async () => {
      await using it = await openJobWorld(engine, 3);
      const partner = await it.signedIn('partner');
      const match = async (rows: object[], agencies?: string[]) =>
        (await partner.call('POST', '/desk/follow-up-imports/matches', { rows, agencies })).json<{
          rows: ImportMatch[][];
        }>().rows;
      const [bySid, byPhone, byMail, none] = await match(
        [
          { sid: sidOf(1).toLowerCase() },
          { phone: '011 5555 1002' },
          { mail: 'ANA@x.example' },
          { phone: '15' },
        ],
        [OWN],
      );
      expect(bySid).toMatchObject([{ adminMail: OWN, sid: sidOf(1), name: 'Ana 1', version: 0 }]);
      expect(byPhone).toMatchObject([{ sid: sidOf(2) }]);
      expect(byMail?.map(({ sid }) => sid)).toEqual([sidOf(0), sidOf(1), sidOf(2)]);
      expect(none).toEqual([]);
      expect((await match([{ mail: 'ana@x.example' }]))[0]).toHaveLength(4);
      const seller = await it.signedIn('seller');
      expect((await seller.call('POST', '/desk/follow-up-imports/matches', { rows: [{}] })).statusCode).toBe(
        403,
      );
    });

    it('is taken over with status and note, and taken back as a whole', async () => {
      await using it = await openJobWorld(engine, 3);
      const partner = await it.signedIn('partner');
      await partner.change({ kind: 'claim', claimed: true }, [at(2)]);
      const skipped = { cells: ['?'], skipped: 'no-match', detail: '' };
      const { id } = (
        await start(partner, [
          imported(0, { status: 'lost', lostReason: 'price', note: '3/2: muy caro' }),
          imported(1, { note: 'Llamar' }),
          imported(2, { status: 'won' }),
          skipped,
        ])
      ).json<Job>();
      expect(await partner.untilDone(id)).toMatchObject({
        kind: 'import',
        name: 'viejo.csv',
        done: 2,
        failed: 2,
      });
      expect(await partner.followUp(0)).toMatchObject({ status: 'lost', lostReason: 'price', notes: 1 });
      expect(await partner.followUp(1)).toMatchObject({ status: 'new', notes: 1 });
      expect((await partner.rows(id)).rows.map(({ code }) => code)).toEqual([
        null,
        null,
        'changed-meanwhile',
        'no-match',
      ]);
      await partner.call('POST', `/desk/jobs/${id}/undo`, { id: randomUUID() });
      expect(await partner.followUp(0)).toMatchObject({ status: 'new', notes: 0 });
      expect(await partner.followUp(1)).toMatchObject({ notes: 0 });
    });

    it('is refused with a row that breaks the contract', async () => {
      await using it = await openJobWorld(engine, 1);
      const partner = await it.signedIn('partner');
      expect((await start(partner, [imported(0, { status: 'sold' })])).statusCode).toBe(400);
      expect((await start(partner, [])).statusCode).toBe(400);
      expect((await start(await it.signedIn('seller'), [imported(0, { note: 'x' })])).statusCode).toBe(403);
    });
  });

  describe('a job', () => {
    it('is seen by who began it and by partner admins', async () => {
      await using it = await openJobWorld(engine, 1);
      const seller = await it.signedIn('seller');
      const partner = await it.signedIn('partner');
      const bruno = await it.bruno();
      const { id } = (await seller.change(LOST, [at(0)])).json<Job>();
      for (const [path, method] of [
        ['', 'GET'],
        ['/rows', 'GET'],
        ['/state', 'PUT'],
        ['/retry', 'POST'],
        ['/undo', 'POST'],
      ] as const) {
        const body =
          path === '/undo' ? { id: randomUUID() } : path === '/state' ? { state: 'paused' } : undefined;
        expect((await bruno.call(method, `/desk/jobs/${id}${path}`, body)).statusCode).toBe(404);
      }
      const list = async (client: typeof seller) =>
        (await client.call('GET', '/desk/jobs')).json<{ jobs: Job[] }>().jobs.map((job) => job.id);
      expect(await list(bruno)).toEqual([]);
      expect(await list(seller)).toEqual([id]);
      expect(await list(partner)).toEqual([id]);
    });

    it('is paused, goes on, and is cancelled with what is done', async () => {
      const count = MAX_IMMEDIATE_ROWS + 60;
      await using it = await openJobWorld(engine, count);
      const partner = await it.signedIn('partner');
      const setState = (id: string, state: string) =>
        partner.call('PUT', `/desk/jobs/${id}/state`, { state });
      const { id } = (await partner.change(LOST, { ...ALL, expected: count })).json<Job>();
      expect((await setState(id, 'paused')).json<Job>().state).toBe('paused');
      // The batch in progress is finished.
      const { done } = await vi.waitFor(async () => {
        expect(
          (await it.db.selectFrom('job').select('claimed_by').executeTakeFirst())?.claimed_by,
        ).toBeNull();
        return partner.jobOf(id);
      });
      expect(done).toBeLessThan(count);
      await setState(id, 'running');
      expect(await partner.untilDone(id)).toMatchObject({ done: count });
      expect((await setState(id, 'cancelled')).statusCode).toBe(409);

      const { id: other } = (
        await partner.change({ kind: 'claim', claimed: true }, { ...ALL, expected: count })
      ).json<Job>();
      expect((await setState(other, 'cancelled')).json<Job>().state).toBe('cancelled');
      expect((await setState(other, 'running')).statusCode).toBe(409);
      expect((await setState(other, 'done')).statusCode).toBe(400);
    });

    it('cannot be undone twice, nor an undo', async () => {
      await using it = await openJobWorld(engine, 1);
      const seller = await it.signedIn('seller');
      const { id } = (await seller.change(LOST, [at(0)])).json<Job>();
      it.world.clock.now += 1;
      const undo = randomUUID();
      const tryUndo = (job: string, by: string) => seller.call('POST', `/desk/jobs/${job}/undo`, { id: by });
      expect((await tryUndo(id, undo)).statusCode).toBe(200);
      expect((await tryUndo(id, undo)).json<Job>()).toMatchObject({ id: undo, rows: 1 });
      expect((await tryUndo(id, randomUUID())).statusCode).toBe(409);
      expect((await tryUndo(undo, randomUUID())).statusCode).toBe(409);
      expect((await seller.call('GET', '/desk/jobs?before=nothing')).statusCode).toBe(400);
      expect((await seller.call('GET', `/desk/jobs?before=${randomUUID()}`)).statusCode).toBe(404);
      expect(
        (await seller.call('GET', `/desk/jobs?before=${undo}`)).json<{ jobs: Job[] }>().jobs,
      ).toHaveLength(1);
    });

    it('is cancelled when the person loses access', async () => {
      await using it = await openJobWorld(engine, 2);
      const partner = await it.signedIn('partner');
      const seller = await it.signedIn('seller');
      const { id } = (await seller.change(LOST, [at(0)])).json<Job>();
      await it.db.updateTable('job').set({ state: 'running', finished_at: null, due_at: 1 }).execute();
      await it.db.updateTable('job_row').set({ state: 'pending' }).execute();
      await it.db.updateTable('person').set({ disabled_at: 1 }).where('role', '=', 'seller').execute();
      await it.world.restart();
      await vi.waitFor(async () => expect((await partner.jobOf(id)).state).toBe('cancelled'), 8000);
    });

    it('is forgotten after ninety days', async () => {
      await using it = await openJobWorld(engine, 1);
      const seller = await it.signedIn('seller');
      await seller.change(LOST, [at(0)]);
      it.world.clock.now += 90 * 86_400_000 + 1;
      await it.world.restart();
      await vi.waitFor(
        async () => expect(await it.db.selectFrom('job').selectAll().execute()).toEqual([]),
        8000,
      );
      expect(await it.db.selectFrom('job_row').selectAll().execute()).toEqual([]);
    });
  });
});
