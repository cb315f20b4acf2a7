import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Job, MAX_IMMEDIATE_ROWS } from '#contract/desk/jobs.ts';
import { createPeople } from '#gateway/people/store.ts';
import { onEachEngine } from '#testing/engines.ts';
import { FOREIGN, OWN } from '#testing/gateway-world.ts';
import { at, openJobWorld, sidOf } from '#testing/job-world.ts';
import { LOST, ALL } from '#testing/bulk-changes.ts';
import { stampAt } from '#testing/clocks.ts';

const ZOE = 'zoe@ruta9.example';

onEachEngine((engine) => {
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
        .set({ due_at: 1, claimed_by: 'gone', claimed_until: it.world.clock.now + 60_000 })
        .execute();
      await it.db
        .updateTable('job_row')
        .set({ state: 'pending', at: null })
        .where('number', '>', 1)
        .execute();
      // The embedded database has one process: claims of others are over when it starts. On PostgreSQL they run out.
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
      expect(job).toMatchObject({ state: 'running', claimed_by: null });
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

    it('inquiries of several agencies go to sellers of each: the operator, the owner, or whoever has the fewest', async () => {
      await using it = await openJobWorld(engine, 5);
      await createPeople(
        it.db,
        [{ role: 'seller', agencies: [OWN], name: 'Zoe', mail: ZOE, password: 'x' }],
        stampAt(2),
      );
      await it.db
        .updateTable('inquiry')
        .set({ operator_key: ZOE })
        .where('sid', 'in', [sidOf(1), sidOf(2), sidOf(3)])
        .execute();
      const partner = await it.signedIn('partner');
      const handOver = async (...inquiries: ReturnType<typeof at>[]) => {
        const change = { kind: 'hand-over-by-agency', note: 'Hoy' } as const;
        const { id } = (await partner.change(change, inquiries)).json<Job>();
        return partner.jobOf(id);
      };
      const owners = (...numbers: number[]) =>
        Promise.all(numbers.map(async (number) => (await partner.followUp(number)).claimedBy?.name));
      expect(await handOver(at(1), at(2), at(0), at(0, 0, FOREIGN))).toMatchObject({ done: 4, to: null });
      expect(await owners(1, 2, 0)).toEqual(['Zoe', 'Zoe', 'Valeria Sosa']);
      expect((await partner.followUp(0, FOREIGN)).claimedBy?.name).toBe('Bruno');
      // The operator of the others has more open ones, until two are closed; an owner keeps what is theirs.
      await handOver(at(4));
      expect(await owners(4)).toEqual(['Valeria Sosa']);
      await partner.change({ kind: 'status', status: 'won' }, [at(1, 1), at(2, 1)]);
      await it.db.updateTable('inquiry').set({ operator_key: null }).execute();
      await handOver(at(3), at(0, 1));
      expect(await owners(3, 0)).toEqual(['Zoe', 'Valeria Sosa']);
    });

    it('an inquiry of an agency without sellers is a failed row', async () => {
      await using it = await openJobWorld(engine, 1);
      await it.db.deleteFrom('person_agency').where('admin_mail', '=', OWN).execute();
      const partner = await it.signedIn('partner');
      const job = (await partner.change({ kind: 'hand-over-by-agency' }, [at(0)])).json<Job>();
      expect((await partner.rows(job.id)).rows).toMatchObject([{ state: 'failed', code: 'invalid-request' }]);
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
      expect(retried.json<Job>()).toMatchObject({ state: 'done', done: 0, failed: 1, canRetry: true });
      const { id: done } = (await seller.change(LOST, [at(0)])).json<Job>();
      expect((await seller.call('GET', `/desk/jobs/${done}`)).json<Job>()).toMatchObject({ canRetry: false });
      expect((await seller.call('POST', `/desk/jobs/${done}/retry`)).statusCode).toBe(409);
    });

    it.each([
      ['may succeed', { code: 'busy' }, true],
      ['was resent before', { code: 'already-resent' }, false],
      ['arrived meanwhile', { code: 'arrived-meanwhile' }, false],
      ['may have been done before a crash', { code: 'outcome-unknown' }, false],
      ['was wrong in its file', { input: 'null' }, false],
    ] as const)('a retry is offered where a row that failed %s: %j %s', async (_, changes, canRetry) => {
      await using it = await openJobWorld(engine, 1);
      const seller = await it.signedIn('seller');
      const { id } = (await seller.change({ kind: 'hand-over', to: 'nobody' }, [at(0)])).json<Job>();
      await it.db.updateTable('job_row').set(changes).execute();
      expect((await seller.call('GET', `/desk/jobs/${id}`)).json<Job>()).toMatchObject({ canRetry });
      const { statusCode } = await seller.call('POST', `/desk/jobs/${id}/retry`);
      expect(statusCode).toBe(canRetry ? 200 : 409);
    });
  });
});
