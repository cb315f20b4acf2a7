import { useLingui } from '@lingui/react/macro';
import { useIsMutating, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import type { Job } from '#contract/desk/jobs.ts';
import { useStore } from '#console/api/store.ts';
import { invalidateFollowUps } from '#console/follow-up/follow-up-queries.ts';
import { paths } from '#console/paths.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { whenIdle } from '#console/ui/scheduling.ts';
import { START_JOB_KEY, jobQuery, runningJobsQuery, shownJobIds } from './job-queries.ts';
import css from './JobIndicator.module.css';
import { type ProgressOfJob, useJobText } from './job-text.ts';

const EndedJobSnackbar = lazyWithRetry(
  () => import('./EndedJobSnackbar.tsx').then((module) => module.EndedJobSnackbar),
  { floats: true, fallback: () => null },
);

export function JobIndicator() {
  const { tracked, untrack } = useTrackedJobs();
  const running = tracked.filter(({ state }) => state === 'running');
  const shownIds = useStore(shownJobIds);
  const ended = tracked.find(({ id, finishedAt }) => finishedAt !== null && !shownIds.includes(id));
  const endedId = ended?.id;
  useEffect(() => {
    if (endedId !== undefined) invalidateFollowUps();
  }, [endedId]);
  return (
    <>
      {running.length > 0 && <RunningJobs jobs={running} />}
      {ended &&
        createPortal(
          <EndedJobSnackbar key={ended.id} job={ended} onClose={() => untrack(ended.id)} />,
          document.body,
        )}
    </>
  );
}

function useTrackedJobs() {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  // The part that starts a job reports it if it is done when the reply arrives.
  const isStarting = useIsMutating({ mutationKey: START_JOB_KEY }) > 0;
  const { data } = useQuery({ ...runningJobsQuery(), enabled: isIdle && !isStarting });
  const [tracked, setTracked] = useState<{ ids: readonly string[]; source: typeof data }>({
    ids: [],
    source: undefined,
  });
  if (data !== tracked.source)
    setTracked({
      ids: [...new Set([...tracked.ids, ...(data?.jobs.map(({ id }) => id) ?? [])])],
      source: data,
    });
  const jobs = useQueries({
    queries: tracked.ids.map((id) => ({
      ...jobQuery(id),
      placeholderData: () => data?.jobs.find((job) => job.id === id),
    })),
  });
  return {
    tracked: jobs.flatMap((query) => query.data ?? []),
    untrack: (id: string) => setTracked({ ...tracked, ids: tracked.ids.filter((other) => other !== id) }),
  };
}

function RunningJobs({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useLingui();
  const text = useJobText();
  const [first] = jobs;
  if (!first) return null;
  const sum = jobs.reduce(
    (total, { kind, done, failed, rows }): ProgressOfJob => ({
      kind: total.kind === kind ? kind : undefined,
      done: total.done + done,
      failed: total.failed + failed,
      rows: total.rows + rows,
    }),
    { kind: first.kind, done: 0, failed: 0, rows: 0 },
  );
  const isOne = jobs.length === 1;
  const title = isOne ? text.title(first) : t`${jobs.length} procesos en curso`;
  const progress = text.progress(sum);
  const total = Math.max(sum.rows, 1);
  return (
    <Link
      className={css.indicator ?? ''}
      to={isOne ? paths.job(first.id) : paths.jobs()}
      data-hint={`${title}: ${progress}`}
    >
      <span className={css.title}>{title}</span>
      <progress className={css.bar} max={total} value={sum.done + sum.failed} aria-label={t`Avance`} />
      <span className={css.count}>{progress}</span>
      <span className={css.percent} aria-hidden="true">
        {Math.floor(((sum.done + sum.failed) / total) * 100)} %
      </span>
    </Link>
  );
}
