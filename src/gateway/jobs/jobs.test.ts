import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { ChangeFollowUps } from '#contract/desk/bulk-follow-up.ts';
import type { ImportMatch } from '#contract/desk/follow-up-import.ts';
import { type Job, MAX_IMMEDIATE_ROWS } from '#contract/desk/jobs.ts';
import { onBothEngines, onEachEngine } from '#testing/engines.ts';
import { FOREIGN, OWN } from '#testing/gateway-world.ts';
import { at, openJobWorld, sidOf } from '#testing/job-world.ts';

const LOST: ChangeFollowUps['change'] = { kind: 'status', status: 'lost', lostReason: 'price' };
const ALL = { list: { agencia: OWN } };

onBothEngines((engine) => {
  describe('one change of many inquiries', () => {
    it('is done when the reply arrives, and is undone as a whole', async () => {
      await using it = await openJobWorld(engine, 3);
      const seller = await it.signedIn('seller');
      const job = (await seller.change(LOST, [at(0), at(2)])).json<Job>();
      expect(job).toMatchObject({
        kind: 'follow-up',
        state: 'done',
        rows: 2,
        done: 2,
        failed: 0,
        change: LOST,
      });
      expect((await seller.followUp(0)).status).toBe('lost');
      expect((await seller.followUp(1)).status).toBe('new');

      const undo = (await seller.call('POST', `/desk/jobs/${job.id}/undo`, { id: randomUUID() })).json<Job>();
      expect(undo).toMatchObject({ kind: 'undo', state: 'done', done: 2, failed: 0 });
      expect((await seller.followUp(0)).status).toBe('new');
      expect(await seller.jobOf(job.id)).toMatchObject({ undoneBy: undo.id });
    });

    it('leaves an inquiry that a colleague changed meanwhile, and says so', async () => {
      await using it = await openJobWorld(engine, 2);
      const seller = await it.signedIn('seller');
      await seller.change({ kind: 'claim', claimed: true }, [at(0)]);
      const job = (await seller.change(LOST, [at(0), at(1)])).json<Job>();
      expect(job).toMatchObject({ state: 'done', done: 1, failed: 1 });
      const { rows } = await seller.rows(job.id, '?state=failed');
      expect(rows).toMatchObject([{ number: 1, sid: sidOf(0), code: 'changed-meanwhile' }]);
      expect((await seller.followUp(0)).status).toBe('new');
    });

    it('a job on a whole list continues after the reply, beyond one page', async () => {
      const count = MAX_IMMEDIATE_ROWS + 5;
      await using it = await openJobWorld(engine, count);
      const partner = await it.signedIn('partner');
      const { id } = (await partner.change(LOST, { ...ALL, expected: count })).json<Job>();
      expect(await partner.untilDone(id)).toMatchObject({ rows: count, done: count, failed: 0 });
      const first = await partner.rows(id);
      expect(first.more).toBe(true);
      const rest = await partner.rows(id, `?after=${first.rows.at(-1)?.number}`);
      expect([...first.rows, ...rest.rows].map(({ number }) => number)).toEqual(
        Array.from({ length: count }, (_, index) => index + 1),
      );
    });

    it('goes on after the process that worked on it is gone, and does nothing twice', async () => {
      await using it = await openJobWorld(engine, 3);
      const seller = await it.signedIn('seller');
      const { id } = (
        await seller.change({ kind: 'claim', claimed: true }, [at(0), at(1), at(2)])
      ).json<Job>();
      // Restores the state of a process that ended between the change of a row and its outcome, and before
      // the last row.
      await it.db.updateTable('job').set({ state: 'running', finished_at: null, done: 1 }).execute();
      await it.db
        .updateTable('job')
        .set({ due_at: 1, leased_by: 'gone', leased_until: it.world.clock.now + 60_000 })
        .execute();
      await it.db
        .updateTable('job_row')
        .set({ state: 'pending', at: null })
        .where('number', '>', 1)
        .execute();
      // The embedded database has one process: its leases have ended when another starts. On PostgreSQL they run out.
      if (engine === 'postgres') it.world.clock.now += 60_001;
      await it.world.restart();
      expect(await seller.untilDone(id)).toMatchObject({ done: 3, failed: 0 });
      expect(await seller.followUp(1)).toMatchObject({ version: 1 });
    });

    it('is left to others at once by a process that stops', async () => {
      const count = MAX_IMMEDIATE_ROWS + 200;
      await using it = await openJobWorld(engine, count);
      const partner = await it.signedIn('partner');
      const { id } = (await partner.change(LOST, { ...ALL, expected: count })).json<Job>();
      await it.world.gateway.close();
      const job = await it.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(job).toMatchObject({ state: 'running', leased_by: null });
      await it.world.restart();
      // Other processes would wait for the end of a lease: this clock stands.
      expect(await partner.untilDone(id)).toMatchObject({ done: count, failed: 0 });
    });
  });
});

onEachEngine((engine) => {
  describe('a bulk change', () => {
    it('a repeated request returns the same job', async () => {
      await using it = await openJobWorld(engine, 1);
      const seller = await it.signedIn('seller');
      const id = randomUUID();
      await seller.change(LOST, [at(0)], id);
      expect((await seller.change(LOST, [at(0)], id)).json<Job>()).toMatchObject({ id, done: 1 });
      expect(await seller.followUp(0)).toMatchObject({ version: 1 });
      const partner = await it.signedIn('partner');
      expect((await partner.change(LOST, [at(0)], id)).statusCode).toBe(409);
      const ofList = { list: { agencia: OWN, vista: 'esperando' }, expected: 1 };
      const claim = { kind: 'claim', claimed: true } as const;
      expect((await seller.change(claim, ofList, id)).json<Job>()).toMatchObject({ id, change: LOST });
    });

    it('a hand-over job names the recipient, and its rows the buyers visible to the person', async () => {
      await using it = await openJobWorld(engine, 2);
      const seller = await it.signedIn('seller');
      const { id: to, name } = await it.db
        .selectFrom('person')
        .select(['id', 'name'])
        .where('role', '=', 'partner')
        .executeTakeFirstOrThrow();
      const { id } = (await seller.change({ kind: 'hand-over', to }, [at(0), at(1)])).json<Job>();
      expect(await seller.jobOf(id)).toMatchObject({ done: 2, to: { id: to, name } });
      const names = async () => (await seller.rows(id)).rows.map((row) => row.name);
      expect(await names()).toEqual(['Ana 0', 'Ana 1']);
      await it.db
        .updateTable('person_agency')
        .set({ own_inquiries_only: 1 })
        .where('admin_mail', '=', OWN)
        .execute();
      expect(await names()).toEqual([null, null]);
      expect(await seller.rows(id, '?limit=1')).toMatchObject({ rows: [{ number: 1 }], more: true });
      expect((await seller.call('GET', `/desk/jobs/${id}/rows?limit=1001`)).statusCode).toBe(400);
    });

    it('is listed among those of the person that run, as long as it does', async () => {
      await using it = await openJobWorld(engine, 1);
      const seller = await it.signedIn('seller');
      const partner = await it.signedIn('partner');
      const { id } = (await seller.change(LOST, [at(0)])).json<Job>();
      const running = async (client: typeof seller) =>
        (await client.call('GET', '/desk/jobs?running=1')).json<{ jobs: Job[] }>().jobs.map((job) => job.id);
      expect(await running(seller)).toEqual([]);
      await it.db.updateTable('job').set({ state: 'running', due_at: null }).execute();
      expect(await running(seller)).toEqual([id]);
      expect(await running(partner)).toEqual([]);
    });

    it('is refused when the list has changed, is invalid, or names a foreign agency', async () => {
      await using it = await openJobWorld(engine, 2);
      const seller = await it.signedIn('seller');
      expect((await seller.change(LOST, { ...ALL, expected: 3 })).statusCode).toBe(409);
      expect((await seller.change(LOST, [])).statusCode).toBe(400);
      expect((await seller.change({ kind: 'note' } as never, [at(0)])).statusCode).toBe(400);
      expect((await seller.change(LOST, [at(0), at(0, 0, FOREIGN)])).statusCode).toBe(403);
      expect((await seller.change(LOST, { list: { agencia: FOREIGN }, expected: 1 })).statusCode).toBe(403);
      expect((await (await it.signedIn('support')).change(LOST, [at(0)])).statusCode).toBe(403);
      expect((await seller.followUp(0)).version).toBe(0);
    });

    it('fails for an inquiry that the person may not see, and for one that is not there', async () => {
      await using it = await openJobWorld(engine, 2);
      await it.db
        .updateTable('person_agency')
        .set({ own_inquiries_only: 1 })
        .where('admin_mail', '=', OWN)
        .execute();
      const seller = await it.signedIn('seller');
      const { id, failed } = (await seller.change(LOST, [at(0), at(9)])).json<Job>();
      expect(failed).toBe(2);
      expect((await seller.rows(id)).rows.map(({ code }) => code)).toEqual(['not-found', 'not-found']);
    });

    it('failed rows are retried until they succeed', async () => {
      await using it = await openJobWorld(engine, 1);
      const seller = await it.signedIn('seller');
      const handOver = { kind: 'hand-over', to: 'nobody' } as const;
      const { id } = (await seller.change(handOver, [at(0)])).json<Job>();
      expect((await seller.rows(id)).rows).toMatchObject([{ state: 'failed', code: 'invalid-request' }]);
      const retried = await seller.call('POST', `/desk/jobs/${id}/retry`);
      expect(retried.json<Job>()).toMatchObject({ state: 'done', done: 0, failed: 1 });
      const { id: done } = (await seller.change(LOST, [at(0)])).json<Job>();
      expect((await seller.call('POST', `/desk/jobs/${done}/retry`)).statusCode).toBe(409);
    });
  });

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
        expect((await it.db.selectFrom('job').select('leased_by').executeTakeFirst())?.leased_by).toBeNull();
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
