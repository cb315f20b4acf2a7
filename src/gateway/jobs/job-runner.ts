import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { JOB_KINDS, type JobKind, MAX_IMMEDIATE_ROWS } from '#contract/desk/jobs.ts';
import { gatewayCode } from '#contract/problem.ts';
import type { Database } from '#database/database.ts';
import { ProblemError } from '#http/problem-error.ts';
import type { Gateway, WorkName } from '#gateway/gateway.ts';
import { toProblem } from '#gateway/problems.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { defineWork } from '#work/define-work.ts';
import type { Work } from '#work/work.ts';
import type { Worker } from '#work/worker.ts';
import { findJobAuthor } from './author.ts';
import {
  type ClaimedJob,
  type RowOutcome,
  createJobClaims,
  fetchDueRows,
  finishRow,
  markStarted,
  postponeRow,
  releaseJob,
  renewJob,
} from './claims.ts';
import { type HandledJob, type JobHandler, RowFailure } from './handler.ts';
import { JOB_HANDLERS } from './handlers.ts';
import { changeJobState } from './job-state.ts';
import type { JobRecord, JobRowRecord } from './tables.ts';

/** Jobs of one process at a time. */
const CONCURRENT_JOBS = 4;
/** Those that call the service, which share one pace. */
const CONCURRENT_SERVICE_JOBS = 2;
/** Rows between two looks at whether the job was paused or cancelled. */
const JOB_ROWS_PER_READ = 20;
/** decided: after so many rows or so long another person has a turn, and open pages hear of what was done. */
const TURN_ROWS = 200;
const TURN_MS = 1000;
/** Longer than any row takes, and waits for the pace of calls. */
const TURN_TIMEOUT_MS = 10 * 60_000;

type JobWork = 'jobs' | 'service-jobs';

export interface JobRunner {
  work: Work<JobWork>[];
  /** Looks for jobs that are due now. */
  wake(): void;
  /** Starts a new job. A short one is done when this resolves, unless it calls the service or waits for another of the person. */
  begin(id: string): Promise<void>;
}

/** Creates the work on jobs. */
export function createJobRunner(
  gateway: Gateway,
  {
    database,
    worker,
    log,
  }: {
    database: Database<GatewayTables>;
    worker: Pick<Worker<WorkName>, 'run'>;
    log: Pick<FastifyBaseLogger, 'error'>;
  },
): JobRunner {
  const { db, now, clock, liveEvents, pace, sendingHold, wake } = gateway;
  const turns = new Map<string, Promise<void>>();

  /** Gives a job a turn. */
  async function runTurn(claimed: ClaimedJob, handler: JobHandler, signal: AbortSignal): Promise<void> {
    const { id } = claimed;
    const endsAt = now() + TURN_MS;
    const finished: JobRowRecord[] = [];
    while (!signal.aborted && finished.length < TURN_ROWS && now() < endsAt) {
      const record = await renewJob(db, claimed, now());
      if (!record) break;
      const rows = await fetchDueRows(db, { id, now: now(), limit: JOB_ROWS_PER_READ });
      if (rows.length === 0) break;
      const job: Omit<HandledJob, 'person'> = {
        id,
        kind: record.kind,
        rows: record.row_count,
        createdAt: record.created_at,
        input: JSON.parse(record.input),
        address: record.address,
        signal,
      };
      for (const row of rows) {
        if (signal.aborted || now() >= endsAt) break;
        if (handler.callsService && !(await awaitServiceTurn(claimed, signal))) break;
        const person = await findJobAuthor(db, record);
        // decided: what a person began is not continued after their access or the right to it ended.
        if (!person) {
          await changeJobState(gateway, id, 'cancelled');
          break;
        }
        if (await runRow(claimed, handler, { ...job, person }, row)) finished.push(row);
        // Requests are answered between two rows.
        await setImmediate();
      }
    }
    await releaseJob(gateway, { ...claimed, now: now(), rows: finished });
    liveEvents.wake();
  }

  /** Waits for the pace that all jobs share. @returns false: the process stops, or the job is not to be continued */
  async function awaitServiceTurn(claimed: ClaimedJob, signal: AbortSignal): Promise<boolean> {
    try {
      await pace.awaitTurn('jobs', signal);
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
    return (await renewJob(db, claimed, now())) !== undefined;
  }

  /** @returns false: it was cut short, and is done again */
  async function runRow(claimed: ClaimedJob, handler: JobHandler, job: HandledJob, row: JobRowRecord) {
    if (handler.callsService) await markStarted(db, row);
    let outcome: RowOutcome = null;
    let count: number | undefined;
    try {
      const result = await handler.run(gateway, job, {
        number: row.number,
        adminMail: row.agency_key ?? '',
        sid: row.sid ?? '',
        input: JSON.parse(row.input),
        isRepeated: row.started === 1,
      });
      if (typeof result === 'number') count = result;
    } catch (error) {
      if (job.signal.aborted) return false;
      const { problem } = toProblem(error);
      const code = error instanceof RowFailure ? error.code : (gatewayCode(problem.Type) ?? 'internal');
      const isTemporary = !(error instanceof RowFailure) && (problem.Status >= 500 || problem.Status === 429);
      if (!(error instanceof ProblemError || error instanceof RowFailure))
        log.error({ err: error, job: row.job_id, row: row.number }, 'a row of a job failed');
      if (isTemporary && (await postponeRow(db, claimed, row, { code, now: now() }))) return true;
      outcome = { code, detail: error instanceof RowFailure ? error.detail : null };
    }
    await finishRow(db, claimed, row.number, { outcome, count, now: now() });
    return true;
  }

  const createJobWork = <Name extends JobWork>(
    name: Name,
    concurrency: number,
    kinds: readonly JobKind[],
    isHeld?: () => Promise<boolean>,
  ) => {
    const claims = createJobClaims(database, clock, kinds);
    return defineWork({
      name,
      claims,
      clock,
      concurrency,
      timeoutMs: TURN_TIMEOUT_MS,
      isHeld,
      async run({ id, kind }: JobRecord, signal) {
        const turn = runTurn({ id, isOwn: claims.isOwn }, JOB_HANDLERS[kind], signal);
        turns.set(id, turn);
        await turn.finally(() => turns.delete(id));
      },
    });
  };
  const callsService = (kind: JobKind) => JOB_HANDLERS[kind].callsService;
  const jobs = createJobWork(
    'jobs',
    CONCURRENT_JOBS,
    JOB_KINDS.filter((kind) => !callsService(kind)),
  );
  // They make the service send mails.
  const serviceJobs = createJobWork(
    'service-jobs',
    CONCURRENT_SERVICE_JOBS,
    JOB_KINDS.filter(callsService),
    sendingHold.isHeld,
  );

  function wakeBoth(): void {
    wake('jobs');
    wake('service-jobs');
  }

  return {
    work: [jobs, serviceJobs],
    wake: wakeBoth,
    async begin(id) {
      const { kind, row_count } = await db
        .selectFrom('job')
        .select(['kind', 'row_count'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (row_count > MAX_IMMEDIATE_ROWS || callsService(kind)) return wakeBoth();
      const [piece] = await jobs.claim(1, sql`job.id = ${id}`);
      if (piece) return worker.run('jobs', piece);
      wakeBoth();
      await turns.get(id)?.catch(() => {});
    },
  };
}
