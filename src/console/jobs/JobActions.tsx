import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Job, JobRow } from '#contract/desk/jobs.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { DownloadIcon } from '#console/ui/icons.tsx';
import { formatCsv } from '#console/table-file/format-csv.ts';
import { saveCsv } from '#console/ui/save-file.ts';
import { type JobAction, START_JOB_KEY, actOnJob, fetchAllRows, fileUrl } from './job-queries.ts';
import { canUndoJob, useJobText } from './job-text.ts';
import { manifestUrl } from './manifest-url.ts';
import { useRowReason } from './row-reason.ts';

const RESERVED = /[\p{Cc}\\/:*?"<>|]+/gu;

function useRestFile(job: Job) {
  const { t, i18n } = useLingui();
  const text = useJobText();
  const getReason = useRowReason();
  const toRecord = ({ state, adminMail, sid, cells, code, detail }: JobRow): string[] => {
    const reason = code === null ? text.rowState[state] : getReason(code, job.change?.kind);
    const own =
      job.columns.length > 0 ? job.columns.map((_, at) => cells[at] ?? '') : [adminMail ?? '', sid ?? ''];
    return [...own, detail ? `${reason}: ${detail}` : reason];
  };
  return useMutation({
    mutationFn: async () => {
      const rows = [...(await fetchAllRows(job.id, 'failed')), ...(await fetchAllRows(job.id, 'pending'))];
      const columns = job.columns.length > 0 ? job.columns : [t`Agencia`, t`Consulta`];
      const records = rows.toSorted((one, other) => one.number - other.number).map(toRecord);
      const name = job.name.replace(/\.(?:csv|xlsx|txt)$/i, '') || text.title(job);
      saveCsv(
        t`${name}, lo que falta`.replace(RESERVED, ' ').trim(),
        await formatCsv([[...columns, t`Motivo`], ...records], i18n.locale),
      );
    },
  });
}

export function JobActions({ job }: { job: Job }) {
  const { t } = useLingui();
  const { may, person } = useSession();
  const navigate = useNavigate();
  const [undoId] = useState(() => crypto.randomUUID());
  const [isConfirming, setConfirming] = useState(false);
  const restFile = useRestFile(job);
  useConfirmDialogPreload();
  const { id, state, done, rows, file, canRetry } = job;
  const action = useMutation({
    ...actOnJob,
    mutationKey: START_JOB_KEY,
    onSuccess: (changed) => {
      setConfirming(false);
      if (changed.id !== id) void navigate(paths.job(changed.id));
    },
  });
  const act = (name: JobAction) => action.mutate({ id, undoId, action: name });
  const isUnfinished = state === 'running' || state === 'paused';
  const props = (name: JobAction) => ({
    loading: action.isPending && action.variables.action === name,
    disabled: action.isPending,
    onClick: () => act(name),
  });
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {isUnfinished && may.includes('setJobState') && (
          <>
            {state === 'running' ? (
              <Button variant="outlined" {...props('paused')}>
                <Trans>Pausar</Trans>
              </Button>
            ) : (
              <Button variant="contained" {...props('running')}>
                <Trans>Seguir</Trans>
              </Button>
            )}
            <Button variant="outlined" color="error" onClick={() => setConfirming(true)}>
              <Trans>Cancelar el proceso</Trans>
            </Button>
          </>
        )}
        {canRetry && may.includes('retryJob') && (
          <Button variant="contained" {...props('retry')}>
            <Trans>Reintentar lo que falló</Trans>
          </Button>
        )}
        {canUndoJob(job) && may.includes('undoJob') && (
          <Button variant="outlined" {...props('undo')}>
            <Trans>Deshacer lo hecho</Trans>
          </Button>
        )}
        {file?.until && job.by.id === person.id && (
          <>
            <Button href={fileUrl(id)} download variant="contained" startIcon={<DownloadIcon />}>
              <Trans>Descargar</Trans>
            </Button>
            <Button href={manifestUrl(id)} download variant="outlined" color="inherit">
              <Trans>Guardar la constancia</Trans>
            </Button>
          </>
        )}
        {!file && done < rows && (
          <Button
            variant="outlined"
            startIcon={<DownloadIcon />}
            loading={restFile.isPending}
            onClick={() => restFile.mutate()}
          >
            <Trans>Guardar lo que falta (CSV)</Trans>
          </Button>
        )}
      </Stack>
      {action.error && !isConfirming && <FailureAlert error={action.error} />}
      {restFile.error && (
        <FailureAlert
          error={restFile.error}
          title={t`No se pudo guardar el archivo`}
          onRetry={() => restFile.mutate()}
        />
      )}
      {isConfirming && (
        <ConfirmDialog
          title={t`Cancelar el proceso`}
          action={t`Cancelar el proceso`}
          dangerous
          pending={action.isPending}
          failure={action.error && <FailureAlert error={action.error} />}
          onConfirm={() => act('cancelled')}
          onClose={() => setConfirming(false)}
        >
          {file ? (
            <Trans>No queda ningún archivo, y el proceso no se puede retomar.</Trans>
          ) : (
            <Trans>
              Lo que ya se hizo queda hecho; lo que falta no se hace, y el proceso no se puede retomar.
            </Trans>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
