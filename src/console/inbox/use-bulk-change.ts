import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChangeFollowUps } from '#contract/desk/bulk-follow-up.ts';
import type { Job } from '#contract/desk/jobs.ts';
import { Failure } from '#console/api/failure.ts';
import { invalidateFollowUps } from '#console/follow-up/follow-up-queries.ts';
import { inquiryId } from '#console/inquiries/inquiry-queries.ts';
import {
  START_JOB_KEY,
  changeFollowUps,
  fetchAllRows,
  jobQuery,
  undoJob,
} from '#console/jobs/job-queries.ts';
import { removeDrafts } from '#console/ui/drafts.ts';
import { getSelectedRows, selectFailed, NO_SELECTION, useSelectionStore } from './selection.ts';

export const BULK_NOTE_DRAFT = 'hand-over many';

const hasFinished = ({ finishedAt }: Job) => finishedAt !== null;

export function useBulkChange() {
  const { get, set, getRows } = useSelectionStore();
  const [undoable, setUndoable] = useState<Job>();
  const [backgroundId, setBackgroundId] = useState<string>();

  const finish = async (job: Job, { selectsFailed }: { selectsFailed: boolean }) => {
    invalidateFollowUps();
    const failed = job.failed > 0 ? await fetchAllRows(job.id, 'failed').catch(() => []) : [];
    const result = job.failed > 0 ? { job, codes: failed.map(({ code }) => code) } : undefined;
    if (!selectsFailed) {
      set({ ...get(), result });
      return;
    }
    const onScreen = new Set(getRows().map(inquiryId));
    const failures = failed
      .map(({ adminMail, sid, code }): [string, string] => [
        inquiryId({ adminMail: adminMail ?? '', sid: sid ?? '' }),
        code ?? 'internal',
      ])
      .filter(([id]) => onScreen.has(id));
    set(selectFailed(get(), new Map(failures), result));
  };
  const report = async (job: Job) => {
    const isFinished = hasFinished(job);
    const isUndo = job.kind === 'undo';
    if (isFinished) return finish(job, { selectsFailed: !isUndo });
    if (isUndo) return undefined;
    setBackgroundId(job.id);
    return set(NO_SELECTION);
  };
  const undo = useMutation({
    ...undoJob,
    mutationKey: START_JOB_KEY,
    onMutate: () => setUndoable(undefined),
    onSuccess: report,
  });
  const change = useMutation({
    ...changeFollowUps,
    mutationKey: START_JOB_KEY,
    onMutate: () => {
      setUndoable(undefined);
      undo.reset();
    },
    onSuccess: async (job) => {
      if (job.change?.kind.startsWith('hand-over')) removeDrafts(BULK_NOTE_DRAFT);
      await report(job);
      if (hasFinished(job) && job.done > 0) setUndoable(job);
    },
  });

  // `JobIndicator` shows the progress and the end of a longer one; here, what failed is selected.
  const { data: background } = useQuery({
    ...jobQuery(backgroundId ?? ''),
    enabled: backgroundId !== undefined,
  });
  const finishedId = background && hasFinished(background) ? background.id : undefined;
  const finishBackground = useEffectEvent(() => {
    const isIdle = getSelectedRows(get(), getRows()).length === 0;
    if (background && background.failed > 0 && isIdle) void finish(background, { selectsFailed: true });
  });
  useEffect(() => {
    if (finishedId !== undefined) finishBackground();
  }, [finishedId]);

  const { error, variables } = change;
  const isListChanged =
    error instanceof Failure &&
    error.code === 'changed-meanwhile' &&
    variables !== undefined &&
    !Array.isArray(variables.inquiries);
  return {
    start: (body: Omit<ChangeFollowUps, 'id'>) => {
      set({ ...get(), result: undefined });
      change.mutate({ ...body, id: crypto.randomUUID() });
    },
    /** The id is the same, so that the gateway makes the change once. */
    retry: () => variables && change.mutate(variables),
    isPending: change.isPending || undo.isPending,
    error: undo.error ?? error,
    isUndoError: undo.error !== null,
    isListChanged,
    attempted: variables,
    undoable,
    isUndone: undo.data !== undefined && hasFinished(undo.data) && undo.data.failed === 0,
    undo: () => undoable && undo.mutate({ id: undoable.id, undoId: crypto.randomUUID() }),
    keep: () => setUndoable(undefined),
    closeUndone: undo.reset,
    reset: () => {
      change.reset();
      undo.reset();
    },
  };
}
