import type { Job, JobRow } from '#contract/desk/jobs.ts';

/** A job that is done, of the person who is signed in. */
export function createJob(given: Partial<Job> = {}): Job {
  return {
    id: '6f1c2a34-0000-4000-8000-000000000001',
    kind: 'follow-up',
    state: 'done',
    by: { id: '1', name: 'Valeria Sosa' },
    createdAt: Date.UTC(2026, 2, 4, 12),
    finishedAt: Date.UTC(2026, 2, 4, 12, 1),
    rows: 1,
    done: 1,
    failed: 0,
    change: { kind: 'claim', claimed: true },
    to: null,
    name: '',
    columns: [],
    reminderOf: null,
    missed: null,
    file: null,
    undoneBy: null,
    canRetry: false,
    ...given,
  };
}

export function createJobRow(given: Partial<JobRow> = {}): JobRow {
  return {
    number: 1,
    state: 'done',
    adminMail: null,
    sid: null,
    name: null,
    cells: [],
    code: null,
    detail: null,
    at: null,
    ...given,
  };
}
