import { type ChangeFollowUps, bulkFollowUpEndpoints } from '#contract/desk/bulk-follow-up.ts';
import {
  type Job,
  type JobRow,
  MAX_JOB_ROWS_PAGE,
  type SetJobState,
  jobEndpoints,
} from '#contract/desk/jobs.ts';
import { addressOf } from '#contract/endpoint.ts';
import { call } from '#console/api/call.ts';
import { customMutation, endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointPagesQuery, endpointQuery } from '#console/api/endpoint-query.ts';
import { BACKGROUND, PREFETCH_STALE_MS, queryClient } from '#console/api/query-client.ts';
import { createPageStore } from '#console/api/store.ts';
import { invalidateFollowUps } from '#console/follow-up/follow-up-queries.ts';

export const JOB_ENDPOINTS = ['listJobs', 'viewJob', 'listJobRows'] as const;
export const START_JOB_KEY = ['start-job'];
const PROGRESS_INTERVAL_MS = 5000;

const isActive = ({ state }: Job) => state === 'running';

export const jobListQuery = () =>
  endpointPagesQuery(
    jobEndpoints.listJobs,
    {},
    {
      toPageQuery: (before) => ({ before }),
      getNextPageParam: ({ jobs, more }) => (more ? jobs.at(-1)?.id : undefined),
      staleTime: PREFETCH_STALE_MS,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ jobs }) => jobs.some(isActive)) ? PROGRESS_INTERVAL_MS : false,
    },
  );

export const runningJobsQuery = () =>
  endpointQuery(jobEndpoints.listJobs, { query: { running: '1' } }, { meta: BACKGROUND });

export const jobQuery = (id: string) =>
  endpointQuery(
    jobEndpoints.viewJob,
    { params: { id } },
    {
      staleTime: PREFETCH_STALE_MS,
      refetchInterval: ({ state }) => (state.data && isActive(state.data) ? PROGRESS_INTERVAL_MS : false),
    },
  );

export const jobRowsQuery = (id: string, state: JobRow['state'] | undefined) =>
  endpointPagesQuery(
    jobEndpoints.listJobRows,
    { params: { id }, query: { state } },
    {
      toPageQuery: (after) => ({ after }),
      getNextPageParam: ({ rows, more }) => (more ? String(rows.at(-1)?.number) : undefined),
      staleTime: PREFETCH_STALE_MS,
    },
  );

export async function fetchAllRows(id: string, state: JobRow['state']): Promise<JobRow[]> {
  const rows: JobRow[] = [];
  for (let more = true; more;) {
    const page = await call(jobEndpoints.listJobRows, {
      params: { id },
      query: { state, after: rows.at(-1)?.number, limit: MAX_JOB_ROWS_PAGE },
    });
    rows.push(...page.rows);
    ({ more } = page);
  }
  return rows;
}

function cacheJob(job: Job): void {
  queryClient.setQueryData(jobQuery(job.id).queryKey, job);
  if (isActive(job))
    queryClient.setQueryData(runningJobsQuery().queryKey, (list) => ({
      jobs: [job, ...(list?.jobs.filter(({ id }) => id !== job.id) ?? [])],
      more: false,
    }));
}

export const JOB_EFFECTS = {
  update: cacheJob,
  invalidates: JOB_ENDPOINTS,
  invalidatesOnError: JOB_ENDPOINTS,
};

export const setJobState = endpointMutation(
  jobEndpoints.setJobState,
  ({ id, state }: SetJobState & { id: string }) => ({ params: { id }, body: { state } }),
  JOB_EFFECTS,
);

export const undoJob = endpointMutation(
  jobEndpoints.undoJob,
  ({ id, undoId }: { id: string; undoId: string }) => ({ params: { id }, body: { id: undoId } }),
  JOB_EFFECTS,
);

export const changeFollowUps = endpointMutation(
  bulkFollowUpEndpoints.changeFollowUps,
  (body: ChangeFollowUps) => ({ body }),
  JOB_EFFECTS,
);

export type JobAction = SetJobState['state'] | 'retry' | 'undo';

export const actOnJob = customMutation(
  ({ id, undoId, action }: { id: string; undoId: string; action: JobAction }) => {
    const params = { id };
    if (action === 'retry') return call(jobEndpoints.retryJob, { params });
    return action === 'undo'
      ? call(jobEndpoints.undoJob, { params, body: { id: undoId } })
      : call(jobEndpoints.setJobState, { params, body: { state: action } });
  },
  {
    ...JOB_EFFECTS,
    update: (job) => {
      cacheJob(job);
      invalidateFollowUps();
    },
  },
);

/** `JobIndicator` reports no end of these jobs, which a dialog shows. */
export const shownJobIds = createPageStore<readonly string[]>([]);

export function setJobShown(id: string, isShown: boolean): void {
  const others = shownJobIds.get().filter((other) => other !== id);
  shownJobIds.set(isShown ? [...others, id] : others);
}

export function fileUrl(id: string): string {
  return addressOf(jobEndpoints.downloadExport, { id });
}
