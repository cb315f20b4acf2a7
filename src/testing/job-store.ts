import type { Engine } from '#database/database.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { leaseJob } from '#gateway/jobs/lease.ts';
import { insertJob } from '#gateway/jobs/store.ts';
import type { JobRowRecord } from '#gateway/jobs/tables.ts';
import { createPeople, findPersonById } from '#gateway/people/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { stampAt } from './clocks.ts';
import { cloneDatabase } from './engines.ts';

export const NOW = Date.parse('2026-11-20T12:00:00-03:00');

/** Jobs of two people, without a process that works on them. */
export async function openJobStore(engine: Engine) {
  const clone = await cloneDatabase(engine, 'gateway');
  const database = await openGatewayDatabase(clone.target);
  const { db } = database;
  const people = ['ana', 'bea'].map((name) => ({
    role: 'partner' as const,
    agencies: [],
    password: 'una clave bien larga',
    name,
    mail: `${name}@x.example`,
  }));
  await createPeople(db, people, stampAt(NOW));
  const ids = await db.selectFrom('person').select('id').orderBy('mail').execute();
  const [ana, bea] = await Promise.all(ids.map(({ id }) => findPersonById(db, id)));
  if (!ana || !bea) throw new Error('There are no people');
  const gateway = { db, now: () => NOW } as Gateway;
  return {
    db,
    gateway,
    ana,
    bea,
    /** Stores a job with pending rows. */
    add: (
      id: string,
      { person = ana, count = 2, at = NOW, kind = 'follow-up' as const, input = [] as unknown } = {},
    ) =>
      db.transaction().execute((transaction) =>
        insertJob(
          transaction,
          {
            id,
            kind,
            person,
            address: '',
            input: {},
            rows: Array.from({ length: count }, () => ({ agency_key: 'a@x.example', sid: 's', input })),
          },
          at,
        ),
      ),
    lease: async (owner: string, now: number, more: { id?: string } = {}) =>
      (await leaseJob(db, { engine, owner, now, ...more }))?.id,
    job: (id: string) => db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    row: (job_id: string, number = 1): Promise<JobRowRecord> =>
      db
        .selectFrom('job_row')
        .selectAll()
        .where('job_id', '=', job_id)
        .where('number', '=', number)
        .executeTakeFirstOrThrow(),
    async [Symbol.asyncDispose]() {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}
