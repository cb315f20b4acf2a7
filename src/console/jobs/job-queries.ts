import {
  type QueryClient,
  type QueryKey,
  infiniteQueryOptions,
  queryOptions,
  skipToken,
} from '@tanstack/react-query';
import {
  type Job,
  type JobRow,
  MAX_JOB_ROWS_PAGE,
  type SetJobState,
  jobEndpoints,
} from '#contract/desk/jobs.ts';
import { addressOf } from '#contract/endpoint.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS, isBackground } from '#console/api/query-client.ts';

export const JOBS_KEY: QueryKey = ['jobs'];
/** Of mutations that start a job: until the reply arrives, they report it themselves. */
export const START_JOB_KEY: QueryKey = ['jobs', 'start'];
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
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ jobs, more }) => (more ? jobs.at(-1)?.id : undefined),
    staleTime: PREFETCH_STALE_MS,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ jobs }) => jobs.some(isActive)) ? PROGRESS_INTERVAL_MS : false,
  });

/** The person's own jobs that run. */
export const runningJobsQuery = () =>
  queryOptions({
    queryKey: [...JOBS_KEY, 'running'],
    queryFn: ({ signal }) =>
      call(jobEndpoints.listJobs, {
        query: { running: '1' },
        signal,
        isBackground: true,
      }),
  });

/** Ids of jobs of which a dialog shows the progress and the end, so that `JobIndicator` reports no end. */
export const shownJobsQuery = () =>
  queryOptions<readonly string[]>({ queryKey: ['shown-jobs'], queryFn: skipToken, initialData: [] });

export function setJobShown(client: QueryClient, id: string, isShown: boolean): void {
  client.setQueryData(shownJobsQuery().queryKey, (ids = []) => [
    ...ids.filter((other) => other !== id),
    ...(isShown ? [id] : []),
  ]);
}

/** Caches the new state of a job. One that runs shows its progress and its end on every page. */
export function cacheJob(client: QueryClient, job: Job): void {
  client.setQueryData(jobQuery(job.id).queryKey, job);
  if (isActive(job))
    client.setQueryData(runningJobsQuery().queryKey, (list) => ({
      jobs: [job, ...(list?.jobs.filter(({ id }) => id !== job.id) ?? [])],
      more: false,
    }));
  void client.invalidateQueries({ queryKey: JOBS_KEY });
}

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: [...JOBS_KEY, 'job', id],
    queryFn: ({ signal, meta }) =>
      call(jobEndpoints.viewJob, {
        params: { id },
        signal,
        isBackground: isBackground(meta),
      }),
    staleTime: PREFETCH_STALE_MS,
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? PROGRESS_INTERVAL_MS : false),
  });

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
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ rows, more }) => (more ? String(rows.at(-1)?.number) : undefined),
    staleTime: PREFETCH_STALE_MS,
  });

/** All rows of a state, in order. */
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

export function setJobState(id: string, state: SetJobState['state']): Promise<Job> {
  return call(jobEndpoints.setJobState, { params: { id }, body: { state } });
}

export function retryJob(id: string): Promise<Job> {
  return call(jobEndpoints.retryJob, { params: { id } });
}

/** `undoId`: id of the job that undoes it. */
export function undoJob(id: string, undoId: string): Promise<Job> {
  return call(jobEndpoints.undoJob, { params: { id }, body: { id: undoId } });
}

/** Address of the file of an export. */
export function fileUrl(id: string): string {
  return addressOf(jobEndpoints.downloadExport, { id });
}
