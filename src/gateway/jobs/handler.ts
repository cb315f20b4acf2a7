import type { Transaction } from 'kysely';
import type { JobKind } from '#contract/desk/jobs.ts';
import type { GatewayCode } from '#contract/problem.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Person } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { JobRecord, JobRowRecord } from './tables.ts';

/** A row as its handler gets it. */
export interface HandledRow {
  number: number;
  adminMail: string;
  sid: string;
  input: unknown;
  /** An earlier attempt began, and its outcome is not known: the gateway stopped, or no reply arrived. */
  isRepeated: boolean;
}

export interface HandledJob {
  id: string;
  kind: JobKind;
  /** Number of its rows. */
  rows: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  input: unknown;
  person: Person;
  /** IP address that the job was started from. */
  address: string;
  /** Aborts when the process stops: the row is done again by the next one. */
  signal: AbortSignal;
}

/** Does the rows of one kind of job. */
export interface JobHandler {
  /** True if a row calls the service: such jobs are paced, and an attempt is stored before it begins. */
  callsService: boolean;
  /**
   * Does one row, with the rights that the person has now.
   * @returns as how many rows it counts, by default one
   * @throws ProblemError of a 5xx: the row is tried again later; RowFailure and other ProblemErrors: it has failed
   */
  run(gateway: Gateway, job: HandledJob, row: HandledRow): Promise<number> | Promise<void>;
  /** Tells open pages what a turn has changed, at the end of the transaction that ends it. */
  onTurnEnd?(
    transaction: Transaction<GatewayTables>,
    job: JobRecord,
    rows: readonly JobRowRecord[],
  ): Promise<void>;
  /** Completes what a job began when it ends, in that transaction. `job` has the new state. */
  onEnd?(gateway: Gateway, transaction: Transaction<GatewayTables>, job: JobRecord): Promise<void>;
}

/** A row that cannot be done, with the service's words. */
export class RowFailure extends Error {
  readonly code:
    | GatewayCode
    | 'already-invited'
    | 'already-registered'
    | 'already-resent'
    | 'arrived-meanwhile'
    | 'refused'
    | 'outcome-unknown';
  readonly detail: string | null;

  constructor(code: RowFailure['code'], detail: string | null = null) {
    super(`The row failed: ${code}`);
    this.name = 'RowFailure';
    this.code = code;
    this.detail = detail;
  }
}
