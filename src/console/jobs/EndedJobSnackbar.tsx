import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, matchPath, useLocation } from 'react-router';
import type { Job } from '#contract/desk/jobs.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { fileUrl, undoJob } from './job-queries.ts';
import { canUndoJob, useJobText } from './job-text.ts';

interface Props {
  job: Job;
  onClose: () => void;
}

export function EndedJobSnackbar({ job, onClose }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  const text = useJobText();
  const { pathname } = useLocation();
  const [undoId] = useState(() => crypto.randomUUID());
  const undo = useMutation({
    ...undoJob,
    onSuccess: onClose,
  });
  const { id, state, failed, file } = job;
  const mayLack = (file?.missing?.length ?? 0) > 0;
  const isOnItsPage = matchPath(paths.job(id), pathname) !== null;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isOnItsPage) close();
  }, [isOnItsPage]);
  const title = text.title(job);
  return (
    <MuiRoot>
      <Snackbar
        open={!isOnItsPage}
        anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
        sx={{ zIndex: 'appBar', maxWidth: { sm: 640 } }}
      >
        <Alert
          severity={failed > 0 || mayLack || undo.error ? 'warning' : state === 'done' ? 'success' : 'info'}
          variant="outlined"
          sx={{ bgcolor: 'background.paper', alignItems: 'center' }}
          closeText={t`Cerrar el aviso`}
          onClose={onClose}
        >
          <strong>{state === 'done' ? t`Terminó: ${title}` : t`Se canceló: ${title}`}</strong> (
          {text.count(job)}). {file?.failure && <Trans>Se cortó: no hay archivo.</Trans>}
          {file?.until && mayLack && <Trans>Pueden faltar consultas.</Trans>}
          {!file && failed > 0 && `${text.describeFailed(job.kind, failed)}.`}{' '}
          {undo.error && <Trans>No se pudo deshacer.</Trans>}{' '}
          <Button
            component={Link}
            to={paths.job(id, !file && failed > 0 ? 'filas=failed' : '')}
            size="small"
            onClick={onClose}
          >
            <Trans>Ver el proceso</Trans>
          </Button>
          {file?.until && (
            <Button href={fileUrl(id)} download size="small">
              <Trans>Descargar</Trans>
            </Button>
          )}
          {canUndoJob(job) && may.includes('undoJob') && (
            <Button size="small" loading={undo.isPending} onClick={() => undo.mutate({ id, undoId })}>
              <Trans>Deshacer</Trans>
            </Button>
          )}
        </Alert>
      </Snackbar>
    </MuiRoot>
  );
}
