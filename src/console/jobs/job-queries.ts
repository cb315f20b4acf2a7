import { type QueryKey, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type Job, type JobRow, type Jobs, type SetJobState, jobEndpoints } from '#contract/desk/jobs.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS, isBackground } from '#console/api/query-client.ts';

export const JOBS_KEY: QueryKey = ['jobs'];
/** A job that runs is also read again without live events. */
const PROGRESS_INTERVAL_MS = 5000;

const isActive = ({ state }: Job) => state === 'running';

/** The newest jobs that the person may see. */
export const jobListQuery = () =>
  infiniteQueryOptions({
    queryKey: [...JOBS_KEY, 'list'],
    queryFn: ({ signal, meta, pageParam }) =>
      call(jobEndpoints.listJobs, {
        query: { before: pageParam },
        signal,
        isBackground: isBackground(meta),
      }) as Promise<Jobs>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ jobs, more }) => (more ? jobs.at(-1)?.id : undefined),
    staleTime: PREFETCH_STALE_MS,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ jobs }) => jobs.some(isActive)) ? PROGRESS_INTERVAL_MS : false,
  });

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: [...JOBS_KEY, 'job', id],
    queryFn: ({ signal, meta }) =>
      call(jobEndpoints.viewJob, {
        params: { id },
        signal,
        isBackground: isBackground(meta),
      }) as Promise<Job>,
    staleTime: PREFETCH_STALE_MS,
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? PROGRESS_INTERVAL_MS : false),
  });

interface JobRowPage {
  rows: JobRow[];
  more: boolean;
}

/** Rows of a job, in order. */
export const jobRowsQuery = (id: string, state: JobRow['state'] | undefined) =>
  infiniteQueryOptions({
    queryKey: [...JOBS_KEY, 'rows', id, state ?? null],
    queryFn: ({ signal, meta, pageParam }) =>
      call(jobEndpoints.listJobRows, {
        params: { id },
        query: { state, after: pageParam },
        signal,
        isBackground: isBackground(meta),
      }) as Promise<JobRowPage>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ rows, more }) => (more ? String(rows.at(-1)?.number) : undefined),
    staleTime: PREFETCH_STALE_MS,
  });

export function setJobState(id: string, state: SetJobState['state']): Promise<Job> {
  return call(jobEndpoints.setJobState, { params: { id }, body: { state } }) as Promise<Job>;
}

export function retryJob(id: string): Promise<Job> {
  return call(jobEndpoints.retryJob, { params: { id } }) as Promise<Job>;
}

/** `undoId`: id of the job that undoes it. */
export function undoJob(id: string, undoId: string): Promise<Job> {
  return call(jobEndpoints.undoJob, { params: { id }, body: { id: undoId } }) as Promise<Job>;
}
