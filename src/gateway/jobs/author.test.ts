import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Job, JobRow } from '#contract/desk/jobs.ts';
import { type Engine, openDatabase } from '#database/database.ts';
import { createPeople, findPersonById } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { stampAt } from '#testing/clocks.ts';
import { onBothEngines } from '#testing/engines.ts';
import { CONSOLE, FOREIGN, OWN, SID, openWorld } from '#testing/gateway-world.ts';
import { insertJob } from './store.ts';

/** Finished jobs of a person who began them with more rights than she has: she is the seller of `OWN`. */
async function open(engine: Engine) {
  const world = await openWorld({ engine });
  const cookie = await world.signIn('seller');
  const { db, ...database } = await openDatabase<GatewayTables>(world.config.database);
  const { id: sellerId } = await db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'seller')
    .executeTakeFirstOrThrow();
  const person = await findPersonById(db, sellerId);
  if (!person) throw new Error('The world has no seller');
  return {
    call: (url: string, method: 'GET' | 'POST' | 'PUT' = 'GET', payload?: object) =>
      world.call(url, { method, headers: { ...CONSOLE, cookie }, ...(payload && { payload }) }),
    insert: async (job: Pick<Parameters<typeof insertJob>[1], 'kind' | 'input' | 'rows'>) => {
      const id = randomUUID();
      await db
        .transaction()
        .execute((transaction) =>
          insertJob(transaction, { id, person, address: '', name: FOREIGN, ...job }, world.clock.now),
        );
      await db.updateTable('job').set({ state: 'done', finished_at: 1, due_at: null }).execute();
      await db.updateTable('job_row').set({ state: 'done' }).execute();
      return id;
    },
    /** A seller of the person's agency and one of another, with what a hand-over says about them. */
    addSellers: async () => {
      const people = [OWN, FOREIGN].map((agency, number) => ({
        role: 'seller' as const,
        agencies: [agency],
        password: 'una clave bien larga',
        name: `Vendedor ${number}`,
        mail: `vendedor${number}@x.example`,
      }));
      await createPeople(db, people, stampAt(1));
      const rows = await db
        .selectFrom('person')
        .select(['id', 'name'])
        .where('name', 'like', 'Vendedor %')
        .orderBy('name')
        .execute();
      return rows.map(({ id, name }, number) => [id, number === 0 ? { id, name } : null] as const);
    },
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

onBothEngines((engine) => {
  it.each(['import', 'invitations'] as const)(
    'a job of kind %s is neither listed nor read nor changed by its author who may not begin it any more',
    async (kind) => {
      await using it = await open(engine);
      const rows = [{ agency_key: OWN, cells: ['ana@x.example', '+54 9 11 5555-1234'], input: [] }];
      const id = await it.insert({ kind, input: {}, rows });
      expect((await it.call('/desk/jobs')).json()).toMatchObject({ jobs: [] });
      for (const url of [`/desk/jobs/${id}`, `/desk/jobs/${id}/rows`])
        expect((await it.call(url)).statusCode).toBe(404);
      expect((await it.call(`/desk/jobs/${id}/state`, 'PUT', { state: 'paused' })).statusCode).toBe(404);
      expect((await it.call(`/desk/jobs/${id}/retry`, 'POST')).statusCode).toBe(404);
      expect((await it.call(`/desk/jobs/${id}/undo`, 'POST', { id: randomUUID() })).statusCode).toBe(404);
    },
  );

  it('rows of an agency that the author has lost say nothing about it', async () => {
    await using it = await open(engine);
    const toRow = (agency: string) => ({ agency_key: agency, sid: SID, cells: ['Ana'], input: [] });
    const rows = [OWN, FOREIGN].map(toRow);
    const id = await it.insert({ kind: 'undo', input: {}, rows });
    const shown = (await it.call(`/desk/jobs/${id}/rows`)).json<{ rows: JobRow[] }>().rows;
    expect(shown).toMatchObject([
      { number: 1, adminMail: OWN, sid: SID, cells: ['Ana'] },
      { number: 2, adminMail: null, sid: null, name: null, cells: [] },
    ]);
  });

  it('an export of agencies that the author has lost has neither a name nor a file', async () => {
    await using it = await open(engine);
    const scope = { agencies: [FOREIGN], ownInquiriesIn: [], operator: 'vendedora@vitrina.example' };
    const missing = [{ agencia: FOREIGN, desde: '2026-03-01', hasta: '2026-03-02', reason: 'failing' }];
    const file = { format: 'csv', masked: true, missing, failure: null };
    const input = { query: { masked: '1' }, scope, entry: '', file };
    const id = await it.insert({ kind: 'export', input, rows: [] });
    const job = await it.call(`/desk/jobs/${id}`);
    expect(job.json<Job>()).toMatchObject({ name: '', file: { missing: null, until: null } });
    expect(job.body).not.toContain(FOREIGN);
    expect((await it.call(`/desk/exports/${id}`)).statusCode).toBe(404);
  });

  it('a hand-over of many inquiries does not name a person of another agency', async () => {
    await using it = await open(engine);
    const recipients = await it.addSellers();
    for (const [id, expected] of recipients) {
      const change = { kind: 'hand-over', to: id };
      const inquiries = [{ adminMail: OWN, sid: SID, version: 0 }];
      const reply = await it.call('/desk/follow-up-changes', 'POST', { id: randomUUID(), change, inquiries });
      expect(reply.json<Job>().to).toEqual(expected);
    }
  });
});
