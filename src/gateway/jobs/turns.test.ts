import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { MAX_HAND_OVER_NOTE_LENGTH } from '#contract/follow-up/hand-over-change.ts';
import {
  JOB_KINDS,
  type Job,
  MAX_IMMEDIATE_ROWS,
  MAX_UNFINISHED_JOBS,
  MAX_UNFINISHED_ROWS,
} from '#contract/desk/jobs.ts';
import type { Database, Engine } from '#database/database.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type Person, findPersonById } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { onEachEngine } from '#testing/engines.ts';
import { OWN } from '#testing/gateway-world.ts';
import { at, openJobWorld } from '#testing/job-world.ts';
import { createJobClaims, releaseJob } from './claims.ts';
import { insertJob } from './store.ts';

const LOST = { kind: 'status', status: 'lost' } as const;
const ALL = { list: { agencia: OWN } };

type Db = Gateway['db'];

type World = Awaited<ReturnType<typeof openJobWorld>>;

async function findPerson({ db, world }: World, role: 'seller' | 'partner'): Promise<Person> {
  const { id } = await db
    .selectFrom('person')
    .select('id')
    .where('mail', '=', world.mail(role))
    .executeTakeFirstOrThrow();
  const person = await findPersonById(db, id);
  if (!person) throw new Error(`There is no ${role}`);
  return person;
}

/** Stores a job whose rows are pending. */
async function insertPending(db: Db, person: Person, now: number, rowCount = 2): Promise<string> {
  const id = randomUUID();
  const rows = [1, 2].map(() => ({ agency_key: OWN, sid: 'none', input: [] }));
  const job = { id, kind: 'follow-up' as const, person, address: '::1', input: {}, rows, rowCount };
  await db.transaction().execute((transaction) => insertJob(transaction, job, now));
  return id;
}

/** Claims jobs as a process does. */
function openClaims(db: Db, engine: Engine) {
  let at = 0;
  const clock = { now: () => at, monotonic: () => at };
  const claims = createJobClaims(
    { db, engine, clientName: 'one' } as Database<GatewayTables>,
    clock,
    JOB_KINDS,
  );
  return {
    async claim(now: number, only?: string): Promise<string | undefined> {
      at = now;
      const [job] = await claims.claim(1, only === undefined ? undefined : sql`job.id = ${only}`);
      if (job) claims.forget(job);
      return job?.id;
    },
    release: (id = '', now: number) =>
      releaseJob({ db } as Gateway, { id, isOwn: claims.isOwn, now, rows: [] }),
  };
}

onEachEngine((engine) => {
  describe('jobs', () => {
    it('jobs of several people take turns by person, and those of one person by job', async () => {
      await using world = await openJobWorld(engine, 1);
      const { db } = world;
      await world.world.gateway.close();
      const [seller, partner] = [await findPerson(world, 'seller'), await findPerson(world, 'partner')];
      const hers = [];
      for (let at = 1; at <= 3; at++) hers.push(await insertPending(db, seller, at));
      const his = [await insertPending(db, partner, 10)];
      const turns: (string | undefined)[] = [];
      const jobs = openClaims(db, engine);
      for (let now = 11; now < 19; now++) {
        const id = await jobs.claim(now);
        turns.push(id);
        await jobs.release(id, now);
      }
      const [first, second, third] = hers;
      expect(turns).toEqual([first, his[0], second, his[0], third, his[0], first, his[0]]);
    });

    it('jobs of one person run one at a time across processes', async () => {
      await using world = await openJobWorld(engine, 1);
      const { db } = world;
      await world.world.gateway.close();
      const [seller, partner] = [await findPerson(world, 'seller'), await findPerson(world, 'partner')];
      const hers = await insertPending(db, seller, 1);
      const second = await insertPending(db, seller, 2);
      const his = await insertPending(db, partner, 3);
      const claim = (only?: string) => openClaims(db, engine).claim(4, only);
      expect([await claim(), await claim()]).toEqual([hers, his]);
      expect([await claim(), await claim(second)]).toEqual([undefined, undefined]);
    });

    it('ended jobs count as turns of their person', async () => {
      await using world = await openJobWorld(engine, 1);
      const { db } = world;
      await world.world.gateway.close();
      const [seller, partner] = [await findPerson(world, 'seller'), await findPerson(world, 'partner')];
      const hers = [await insertPending(db, seller, 1), await insertPending(db, seller, 2)];
      const his = await insertPending(db, partner, 3);
      const jobs = openClaims(db, engine);
      const first = await jobs.claim(4);
      await db
        .updateTable('job_row')
        .set({ state: 'done' })
        .where('job_id', '=', first ?? '')
        .execute();
      await jobs.release(first, 4);
      expect([first, await jobs.claim(5)]).toEqual([hers[0], his]);
    });
  });

  describe('a bulk change', () => {
    it('stores its note once, and tells open pages of many inquiries together', async () => {
      const count = MAX_IMMEDIATE_ROWS + 5;
      await using world = await openJobWorld(engine, count);
      const { db } = world;
      const partner = await world.signedIn('partner');
      const { id: to } = await findPerson(world, 'partner');
      const note = 'n'.repeat(MAX_HAND_OVER_NOTE_LENGTH);
      const change = { kind: 'hand-over', to, note } as const;
      const { id } = (await partner.change(change, { ...ALL, expected: count })).json<Job>();
      const { stored } = await db
        .selectFrom('job_row')
        .select(({ fn }) => fn.max(fn<number>('length', ['input'])).as('stored'))
        .executeTakeFirstOrThrow();
      expect(stored).toBeLessThan(100);
      expect(await partner.untilDone(id)).toMatchObject({ done: count, change });
      expect((await partner.followUp(3)).claimedBy?.id).toBe(to);
      const kinds = (await db.selectFrom('live_event').select(['kind', 'data']).execute()).filter(
        ({ kind }) => kind === 'follow-up' || kind === 'follow-ups',
      );
      expect(kinds.map(({ kind }) => kind)).toEqual(['follow-ups']);
      expect(JSON.parse(kinds[0]?.data ?? '{}').inquiries).toHaveLength(count);
    });

    it('409: beyond the unfinished rows or jobs of the person, also by an undo and a retry; nothing is stored', async () => {
      await using world = await openJobWorld(engine, 3);
      const { db } = world;
      const seller = await world.signedIn('seller');
      const done = (await seller.change(LOST, [at(0)])).json<Job>();
      const failed = (await seller.change({ kind: 'hand-over', to: 'nobody' }, [at(1)])).json<Job>();
      const person = await findPerson(world, 'seller');
      const fill = async (jobs: number, rows: number) => {
        await db.deleteFrom('job').where('state', '=', 'paused').execute();
        for (let job = 0; job < jobs; job++) {
          // The job is not due, so the gateway leaves it alone.
          const id = await insertPending(db, person, world.world.clock.now + 1e9, rows);
          await db.updateTable('job').set({ state: 'paused' }).where('id', '=', id).execute();
        }
      };
      const refusals = async () => {
        const ids = await db.selectFrom('job').select('id').orderBy('id').execute();
        const replies = [
          await seller.change(LOST, [at(2)]),
          await seller.call('POST', `/desk/jobs/${done.id}/undo`, { id: randomUUID() }),
          await seller.call('POST', `/desk/jobs/${failed.id}/retry`),
        ];
        expect(await db.selectFrom('job').select('id').orderBy('id').execute()).toEqual(ids);
        expect(await seller.jobOf(done.id)).toMatchObject({ undoneBy: null });
        expect(await seller.jobOf(failed.id)).toMatchObject({ state: 'done', failed: 1 });
        return replies.map((reply) => [reply.statusCode, reply.json().Type]);
      };
      const full = [409, '/problems/too-many-jobs'];
      await fill(1, MAX_UNFINISHED_ROWS);
      expect(await refusals()).toEqual([full, full, full]);
      expect((await (await world.signedIn('partner')).change(LOST, [at(2)])).statusCode).toBe(200);
      await fill(MAX_UNFINISHED_JOBS, 2);
      expect(await refusals()).toEqual([full, full, full]);
      await fill(1, MAX_UNFINISHED_ROWS - 1);
      expect((await seller.change(LOST, [at(2, 1)])).statusCode).toBe(200);
    });
  });

  it('an undo with the id of another undo is refused, and the job can still be undone', async () => {
    await using world = await openJobWorld(engine, 2);
    const seller = await world.signedIn('seller');
    const jobs = [
      (await seller.change(LOST, [at(0)])).json<Job>(),
      (await seller.change(LOST, [at(1)])).json<Job>(),
    ];
    const undo = (job: Job | undefined, id: string) =>
      seller.call('POST', `/desk/jobs/${job?.id}/undo`, { id });
    const id = randomUUID();
    expect((await undo(jobs[0], id)).statusCode).toBe(200);
    expect((await undo(jobs[0], id)).statusCode).toBe(200);
    for (const taken of [id, jobs[0]?.id ?? '']) {
      expect((await undo(jobs[1], taken)).json().Type).toBe('/problems/changed-meanwhile');
      expect(await seller.jobOf(jobs[1]?.id ?? '')).toMatchObject({ undoneBy: null });
    }
    expect((await undo(jobs[1], randomUUID())).statusCode).toBe(200);
    await vi.waitFor(async () => expect((await seller.followUp(1)).status).toBe('new'));
  });
});
