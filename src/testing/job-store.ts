import { type SqlBool, sql } from 'kysely';
import { JOB_KINDS, type JobKind } from '#contract/desk/jobs.ts';
import type { Database, Engine } from '#database/database.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type ClaimedJob, createJobClaims } from '#gateway/jobs/claims.ts';
import { insertJob } from '#gateway/jobs/store.ts';
import type { JobRowRecord } from '#gateway/jobs/tables.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { NOON, openGatewayStore } from './gateway-store.ts';

/** Jobs of two people, without a process that works on them. */
export async function openJobStore(engine: Engine) {
  const store = await openGatewayStore(engine);
  const { db, ana } = store;
  const gateway = { db, now: () => NOON } as Gateway;
  const openClaims = (clientName: string, now: number, kinds: readonly JobKind[] = JOB_KINDS) => {
    const database = { db, engine, clientName } as Database<GatewayTables>;
    return createJobClaims(database, { now: () => now, monotonic: () => now }, kinds);
  };
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
    /** Claims a job as a process of this name that has just started. */
    claim: async (
      owner: string,
      now: number,
      { id, kinds }: { id?: string; kinds?: readonly JobKind[] } = {},
    ): Promise<string | undefined> => {
      const only = id === undefined ? undefined : sql<SqlBool>`job.id = ${id}`;
      const [job] = await openClaims(owner, now, kinds).claim(1, only);
      return job?.id;
    },
    findNextDueAt: (now: number, kinds?: readonly JobKind[]) => openClaims('one', now, kinds).findNextDueAt(),
    /** A job as the process of this name has claimed it. */
    claimedBy: (owner: string, id = 'a'): ClaimedJob => ({ id, isOwn: sql`claimed_by = ${owner}` }),
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
