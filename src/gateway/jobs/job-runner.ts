import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { JOB_KINDS, type JobKind, MAX_IMMEDIATE_ROWS } from '#contract/desk/jobs.ts';
import { gatewayCode } from '#contract/problem.ts';
import type { Engine } from '#database/database.ts';
import { ProblemError } from '#http/problem-error.ts';
import { reserveTurn } from '#database/shared-rate-limiter.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { getCallsPerMinute } from '#gateway/inquiries/sweeps.ts';
import { toProblem } from '#gateway/problems.ts';
import { type Loop, endEarlierLeases, getMaxWaitMs, createLoop } from '#outbox/loop.ts';
import { type HandledJob, type JobHandler, RowFailure } from './handler.ts';
import { findJobAuthor } from './author.ts';
import { JOB_HANDLERS } from './handlers.ts';
import {
  type RowOutcome,
  endOtherLeases,
  fetchDueRows,
  fetchNextJobAt,
  finishRow,
  leaseJob,
  markStarted,
  postponeRow,
  releaseJob,
  renewLease,
} from './lease.ts';
import { changeJobState } from './job-state.ts';
import type { JobRecord, JobRowRecord } from './tables.ts';

/** Jobs of one process at a time, and those of them that call the service: all of these share one pace. */
const MAX_JOBS = 4;
const MAX_PACED_JOBS = 2;
const UNPACED_KINDS = JOB_KINDS.filter((kind) => !JOB_HANDLERS[kind].callsService);
/** Rows between two looks at whether the job was paused or cancelled. */
const JOB_ROWS_PER_READ = 20;
/** decided: after so many rows or so long another person has a turn, and open pages hear of what was done. */
const TURN_ROWS = 200;
const TURN_MS = 1000;
const JOB_WAIT_MS = 30_000;

/** Works on jobs. */
export class JobRunner {
  readonly #gateway: Gateway;
  readonly #engine: Engine;
  readonly #owner = randomUUID();
  readonly #running = new Map<string, { kind: JobKind; run: Promise<void> }>();
  readonly #stopController = new AbortController();
  readonly #loop: Loop;
  readonly #log: Pick<FastifyBaseLogger, 'error'>;

  constructor(gateway: Gateway, engine: Engine, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#gateway = gateway;
    this.#engine = engine;
    this.#log = log;
    this.#loop = createLoop(() => this.#step(), {
      begin: endEarlierLeases(engine, () => endOtherLeases(gateway.db, this.#owner)),
      now: gateway.now,
      maxWaitMs: getMaxWaitMs(engine, JOB_WAIT_MS),
      onError: (error) => log.error({ err: error }, 'jobs could not be resumed'),
    });
  }

  /** The loop also works on jobs that `begin` left or that other processes stored. */
  start(): void {
    this.#loop.start();
  }

  /** Looks for jobs that are due now. */
  wake(): void {
    this.#loop.wake();
  }

  /** Starts a new job. A short one is done when this resolves, unless it calls the service or waits for another of the person. */
  async begin(id: string): Promise<void> {
    const { db } = this.#gateway;
    const { kind, row_count } = await db
      .selectFrom('job')
      .select(['kind', 'row_count'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (row_count > MAX_IMMEDIATE_ROWS || JOB_HANDLERS[kind].callsService) return this.wake();
    const job = await leaseJob(db, this.#lease(id));
    if (!job) this.wake();
    await (job ? this.#startJob(job) : this.#running.get(id)?.run);
  }

  /** Finishes the rows that have begun. */
  async stop(): Promise<void> {
    this.#stopController.abort();
    await this.#loop.stop();
    await Promise.all([...this.#running.values()].map(({ run }) => run));
  }

  async #step(): Promise<number | undefined> {
    const { db, now } = this.#gateway;
    while (this.#running.size < MAX_JOBS && !this.#stopController.signal.aborted) {
      const paced = [...this.#running.values()].filter(({ kind }) => JOB_HANDLERS[kind].callsService);
      // Jobs that call the service make it send mails.
      const isHeld = await this.#gateway.sendingHold.isHeld();
      const kinds = paced.length < MAX_PACED_JOBS && !isHeld ? JOB_KINDS : UNPACED_KINDS;
      const job = await leaseJob(db, { engine: this.#engine, owner: this.#owner, now: now(), kinds });
      if (!job) return fetchNextJobAt(db, kinds);
      void this.#startJob(job);
    }
    return undefined;
  }

  #startJob(job: JobRecord): Promise<void> {
    const run = this.#runJob(job)
      .catch((error: unknown) => this.#log.error({ err: error, job: job.id }, 'a job was interrupted'))
      .finally(() => {
        this.#running.delete(job.id);
        if (!this.#stopController.signal.aborted) this.wake();
      });
    this.#running.set(job.id, { kind: job.kind, run });
    return run;
  }

  /** Gives a job a turn. */
  async #runJob({ id, kind }: JobRecord): Promise<void> {
    const { db, now, liveEvents } = this.#gateway;
    const { signal } = this.#stopController;
    const handler = JOB_HANDLERS[kind];
    const endsAt = now() + TURN_MS;
    const finished: JobRowRecord[] = [];
    while (!signal.aborted && finished.length < TURN_ROWS && now() < endsAt) {
      const record = await renewLease(db, this.#lease(id));
      if (!record) break;
      const rows = await fetchDueRows(db, { id, now: now(), limit: JOB_ROWS_PER_READ });
      if (rows.length === 0) break;
      const job: Omit<HandledJob, 'person'> = {
        id,
        createdAt: record.created_at,
        input: JSON.parse(record.input),
        address: record.address,
        signal,
      };
      for (const row of rows) {
        if (signal.aborted || now() >= endsAt) break;
        if (handler.callsService && !((await this.#awaitTurn()) && (await renewLease(db, this.#lease(id)))))
          break;
        const person = await findJobAuthor(db, record);
        // decided: what a person began is not continued after their access or the right to it ended.
        if (!person) {
          await changeJobState(this.#gateway, id, 'cancelled');
          break;
        }
        await this.#runRow(handler, { ...job, person }, row);
        finished.push(row);
        // Requests are answered between two rows.
        await setImmediate();
      }
    }
    await releaseJob(this.#gateway, { ...this.#lease(id), rows: finished });
    liveEvents.wake();
  }

  async #runRow(handler: JobHandler, job: HandledJob, row: JobRowRecord): Promise<void> {
    const { db, now } = this.#gateway;
    if (handler.callsService) await markStarted(db, row);
    let outcome: RowOutcome = null;
    let count: number | undefined;
    try {
      const result = await handler.run(this.#gateway, job, {
        number: row.number,
        adminMail: row.agency_key ?? '',
        sid: row.sid ?? '',
        input: JSON.parse(row.input),
        isRepeated: row.started === 1,
      });
      if (typeof result === 'number') count = result;
    } catch (error) {
      if (error === job.signal.reason) return;
      const { problem } = toProblem(error);
      const code = error instanceof RowFailure ? error.code : (gatewayCode(problem.Type) ?? 'internal');
      const isTemporary = !(error instanceof RowFailure) && (problem.Status >= 500 || problem.Status === 429);
      if (!(error instanceof ProblemError || error instanceof RowFailure))
        this.#log.error({ err: error, job: row.job_id, row: row.number }, 'a row of a job failed');
      if (isTemporary && (await postponeRow(db, row, code, now()))) return;
      outcome = { code, detail: error instanceof RowFailure ? error.detail : null };
    }
    await finishRow(db, row, { outcome, count }, now());
  }

  /** Waits for the pace that all jobs share, on all gateways. @returns false: the process stops */
  async #awaitTurn(): Promise<boolean> {
    const { db, now, config } = this.#gateway;
    const intervalMs = Math.ceil(60_000 / getCallsPerMinute(config));
    const at = await reserveTurn(db, 'job', { intervalMs, now: now() });
    return pause(Math.max(at - now(), 0), true, { signal: this.#stopController.signal }).catch(() => false);
  }

  #lease(id: string) {
    return { engine: this.#engine, owner: this.#owner, id, now: this.#gateway.now() };
  }
}
