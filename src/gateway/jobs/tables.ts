import type { Generated, Selectable } from 'kysely';
import type { JOB_ROW_STATES, JOB_STATES, JobKind } from '#contract/desk/jobs.ts';
import type { ClaimColumns } from '#work/claims.ts';

/** A job; its next row is due at `due_at`. */
interface JobTable extends ClaimColumns {
  id: string;
  kind: JobKind;
  person_id: string;
  /** IP address of the person. */
  address: string;
  state: (typeof JOB_STATES)[number];
  name: string;
  /** JSON array. */
  columns: string;
  /** JSON: what the rows have in common. */
  input: string;
  undone_by: string | null;
  created_at: number;
  finished_at: number | null;
  row_count: number;
  done: number;
  failed: number;
  /** Time at which it was created or last had a turn, ms since 1970. */
  turn_at: Generated<number>;
}
export type JobRecord = Selectable<JobTable>;

interface JobRowTable {
  job_id: string;
  number: number;
  state: (typeof JOB_ROW_STATES)[number];
  /** 1 if an attempt began whose outcome may be unknown. */
  started: 0 | 1;
  attempts: number;
  due_at: number;
  agency_key: string | null;
  sid: string | null;
  /** JSON array. */
  cells: string;
  /** JSON, for the handler of the job's kind. */
  input: string;
  code: string | null;
  detail: string | null;
  at: number | null;
}
export type JobRowRecord = Selectable<JobRowTable>;

export interface JobTables {
  job: JobTable;
  job_row: JobRowTable;
}
