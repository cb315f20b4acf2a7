import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { Job } from '#contract/desk/jobs.ts';
import { setJobState } from '#console/jobs/job-queries.ts';
import { JobProgress } from '#console/jobs/JobProgress.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { focusElement } from './focus-element.ts';

interface Props {
  job: Job;
  onClose: () => void;
}

export function ExportProgress({ job, onClose }: Props) {
  const { t } = useLingui();
  const cancel = useMutation(setJobState);
  return (
    <>
      <DialogContent>
        <Stack spacing={2}>
          <JobProgress job={job} />
          <Typography variant="body2" color="textSecondary">
            {job.state === 'paused' && <Trans>Está en pausa: podés seguirla en Tareas.</Trans>}{' '}
            <Trans>
              Podés cerrar esta ventana, y también Vitrina: el archivo queda en Tareas cuando esté listo.
            </Trans>
          </Typography>
          {cancel.error && <FailureAlert error={cancel.error} />}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button
          color="inherit"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ id: job.id, state: 'cancelled' })}
        >
          {t`Cancelar la exportación`}
        </Button>
        <Button variant="contained" ref={focusElement} onClick={onClose}>
          <Trans>Seguir trabajando</Trans>
        </Button>
      </DialogActions>
    </>
  );
}
