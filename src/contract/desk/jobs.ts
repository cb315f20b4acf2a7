import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { BulkChange } from '#contract/follow-up/change-kinds.ts';
import { AdminMail } from '#contract/values.ts';
import { EXPORT_FORMATS } from './export-formats.ts';
import { By } from './follow-up.ts';
import { MissingDays } from './missing-days.ts';

// Jobs: work on many rows that the gateway stores before it begins, and goes on with after a restart.

/**
 * `follow-up`: one change of many inquiries; `import`: follow-up of a file; `undo`: takes one of these back; `invitations`:
 * agencies are invited or reminded; `export`: a file of inquiries is made; `resend`: the service sends messages again.
 */
export const JOB_KINDS = ['follow-up', 'import', 'undo', 'invitations', 'export', 'resend'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** `running` includes waiting for another attempt. `done` and `cancelled` are final, except that failed rows can be retried. */
export const JOB_STATES = ['running', 'paused', 'done', 'cancelled'] as const;
export const JOB_ROW_STATES = ['pending', 'done', 'failed'] as const;

/** decided: rows of one job. */
export const MAX_JOB_ROWS = 10_000;
/** decided: a job with up to so many rows is done before the reply, unless it calls the service. */
export const MAX_IMMEDIATE_ROWS = 100;

/** decided: pending rows and unfinished jobs of one person, without exports, which have a limit of their own. */
export const MAX_UNFINISHED_ROWS = 20_000;
export const MAX_UNFINISHED_JOBS = 50;

/** decided: how long the file of an export can be downloaded. */
export const FILE_DAYS = 7;

/** Time in which the inquiries of a job of kind `resend` were made, its end excluded; without `agency`: of all. */
export const MissedSpan = z.strictObject({
  since: z.int(),
  until: z.int(),
  agency: z.optional(AdminMail),
});

/** Result of a job of kind `export`. */
const ExportedFile = z.object({
  format: z.enum(EXPORT_FORMATS),
  masked: z.boolean(),
  /** Inquiries that matched when the file was begun; null: not counted yet, or made by an earlier version. */
  expected: z.nullable(z.number()),
  /** Days for which the file may lack inquiries; null while the newest are read. */
  missing: z.nullable(z.array(MissingDays)),
  /** Problem code of a file that could not be made. */
  failure: z.nullable(z.string()),
  /** End of the time in which the file can be downloaded; null: there is none. */
  until: z.nullable(z.number()),
});
export type ExportedFile = z.infer<typeof ExportedFile>;

/** Times are ms since 1970. */
export const Job = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  state: z.enum(JOB_STATES),
  by: By,
  createdAt: z.number(),
  finishedAt: z.nullable(z.number()),
  /** Number of rows, of an export inquiries, and how many of them are done and failed. */
  rows: z.number(),
  done: z.number(),
  failed: z.number(),
  /** Present in `follow-up` and `undo`: the change, or the one that is undone. */
  change: z.nullable(BulkChange),
  /** Recipient of a hand-over. */
  to: z.nullable(By),
  /** Name of the file or list as the person knows it, or of the file that was made; empty: none. */
  name: z.string(),
  /** Names of `cells` of the rows. */
  columns: z.array(z.string()),
  /** Job whose invitations this one sends again; null: none. */
  reminderOf: z.nullable(z.string()),
  /** Present in `resend`. */
  missed: z.nullable(MissedSpan),
  /** Present in `export`. */
  file: z.nullable(ExportedFile),
  /** Job that undoes this one; null: none. */
  undoneBy: z.nullable(z.string()),
  /** It is done, and has failed rows that can be retried. */
  canRetry: z.boolean(),
});
export type Job = z.infer<typeof Job>;

export const JobRow = z.object({
  /** Number of the row in the file, from 1. */
  number: z.number(),
  state: z.enum(JOB_ROW_STATES),
  adminMail: z.nullable(z.string()),
  sid: z.nullable(z.string()),
  /** Name of the buyer; null: none, or the person may not see the inquiry. */
  name: z.nullable(z.string()),
  /** The row as it was given; empty for rows that are inquiries. */
  cells: z.array(z.string()),
  /** Problem code of the last failed attempt, final or not. */
  code: z.nullable(z.string()),
  /** The service's own words about it. */
  detail: z.nullable(z.string()),
  at: z.nullable(z.number()),
});
export type JobRow = z.infer<typeof JobRow>;

export const JOBS_PAGE = 25;
export const JOB_ROWS_PAGE = 100;
/** Rows per page at most. */
export const MAX_JOB_ROWS_PAGE = 1000;

export const JobParams = z.object({ id: z.uuid() });

/** `before`: id of the last job of the previous page. `running`: only the person's own that run. */
export const JobsQuery = z.strictObject({
  before: z.optional(z.uuid()),
  running: z.optional(z.literal('1')),
});
export type JobsQuery = z.infer<typeof JobsQuery>;
/** Newest first; `more`: there are older ones. */
export const Jobs = z.object({ jobs: z.array(Job), more: z.boolean() });
export type Jobs = z.infer<typeof Jobs>;

/** `after`: number of the last row of the previous page. */
export const JobRowsQuery = z.strictObject({
  state: z.optional(z.enum(JOB_ROW_STATES)),
  after: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number))),
  /** Rows per page, default `JOB_ROWS_PAGE`. */
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,3}$/)),
      z.pipe(z.transform(Number), z.number().check(z.maximum(MAX_JOB_ROWS_PAGE))),
    ),
  ),
});
export type JobRowsQuery = z.infer<typeof JobRowsQuery>;
export const JobRowPage = z.object({ rows: z.array(JobRow), more: z.boolean() });

export const SetJobState = z.strictObject({ state: z.enum(['running', 'paused', 'cancelled']) });
export type SetJobState = z.infer<typeof SetJobState>;
/** `id` is generated by the browser, which makes retries idempotent. */
export const UndoJob = z.strictObject({ id: z.uuid() });

export const jobEndpoints = deskEndpoints({
  /** The person's own jobs; of everybody for partner admins. */
  listJobs: endpoint({
    method: 'GET',
    path: '/desk/jobs',
    query: JobsQuery,
    reply: Jobs,
    success: 200,
    errors: [400, 401, 403],
  }),
  viewJob: endpoint({
    method: 'GET',
    path: '/desk/jobs/{id}',
    params: JobParams,
    reply: Job,
    success: 200,
    errors: [401, 403, 404],
  }),
  listJobRows: endpoint({
    method: 'GET',
    path: '/desk/jobs/{id}/rows',
    params: JobParams,
    query: JobRowsQuery,
    reply: JobRowPage,
    success: 200,
    errors: [400, 401, 403, 404],
  }),
  /** Pauses, continues or cancels; rows that are done stay done. 409 `changed-meanwhile`: it has finished. */
  setJobState: endpoint({
    method: 'PUT',
    path: '/desk/jobs/{id}/state',
    params: JobParams,
    body: SetJobState,
    reply: Job,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  /** Tries the failed rows of a job that is `done` again. 409 `changed-meanwhile`: it is not, none failed, it was undone, or is an export; `too-many-jobs`. */
  retryJob: endpoint({
    method: 'POST',
    path: '/desk/jobs/{id}/retry',
    params: JobParams,
    reply: Job,
    success: 200,
    errors: [401, 403, 404, 409],
  }),
  /** Starts the job that undoes what is done. 409 `changed-meanwhile`: it is running, cannot be undone, or already was; `too-many-jobs`. */
  undoJob: endpoint({
    method: 'POST',
    path: '/desk/jobs/{id}/undo',
    params: JobParams,
    body: UndoJob,
    reply: Job,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  /**
   * The file of an export, streamed, for the person who started it and who still may see as much as then: 403. 404: it is
   * not ready, or deleted.
   */
  downloadExport: endpoint({
    method: 'GET',
    path: '/desk/jobs/{id}/file',
    params: JobParams,
    reply: z.string(),
    success: 200,
    errors: [401, 403, 404],
  }),
});
