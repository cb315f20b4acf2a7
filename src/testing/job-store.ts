import type { Engine } from '#database/database.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { leaseJob } from '#gateway/jobs/lease.ts';
import { insertJob } from '#gateway/jobs/store.ts';
import type { JobRowRecord } from '#gateway/jobs/tables.ts';
import { NOON, openGatewayStore } from './gateway-store.ts';

/** Jobs of two people, without a process that works on them. */
export async function openJobStore(engine: Engine) {
  const store = await openGatewayStore(engine);
  const { db, ana } = store;
  const gateway = { db, now: () => NOON } as Gateway;
  return {
    ...store,
    gateway,
    /** Stores a job with pending rows. */
    add: (
      id: string,
      { person = ana, count = 2, at = NOON, kind = 'follow-up' as const, input = [] as unknown } = {},
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
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}
