import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useId, useState } from 'react';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { exportEndpoints } from '#contract/desk/export.ts';
import { VIEW_CONTACTS } from '#contract/desk/rights.ts';
import { dayAt } from '#contract/window.ts';
import type { Job } from '#contract/desk/jobs.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { hasSeveralAgencies } from '#console/inquiries/inbox-address.ts';
import { JobProgress } from '#console/jobs/JobProgress.tsx';
import {
  fileUrl,
  JOB_EFFECTS,
  jobQuery,
  setJobShown,
  setJobState,
  START_JOB_KEY,
} from '#console/jobs/job-queries.ts';
import { useSession } from '#console/session/session.ts';
import { agencyHoursQuery } from '#console/settings/hours/hours-queries.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { ExportForm } from './ExportForm.tsx';
import { ExportResult, focusElement } from './ExportResult.tsx';
import { createExportBody, exportScope } from './export-body.ts';
import { type ExportOptions, loadExportOptions, saveExportOptions } from './export-options.ts';
import type { ExportRequest } from './export-request.ts';

const startExport = endpointMutation(
  exportEndpoints.exportInquiries,
  (query: ReturnType<typeof createExportBody>) => ({ body: { id: crypto.randomUUID(), ...query } }),
  JOB_EFFECTS,
);

interface Props {
  request: ExportRequest;
  onStart: (id: string) => void;
  onClose: () => void;
}

export function ExportDialog({ request, onStart, onClose }: Props) {
  const { t, i18n } = useLingui();
  const { timeZone, may } = useSession();
  const titleId = useId();
  const now = useNow();
  const [agencia = ''] = request.agencias;
  const hours = useQuery({
    ...agencyHoursQuery(agencia),
    enabled: may.includes('viewHours') && !hasSeveralAgencies(request.agencias),
  });
  const [chosenOptions, setOptions] = useState(() => loadExportOptions(i18n.locale));
  const mayUnmask = may.includes(VIEW_CONTACTS);
  const options = { ...chosenOptions, masked: chosenOptions.masked || !mayUnmask };
  const [chosenZone, setZone] = useState<string>();
  const [purpose, setPurpose] = useState('');
  // A dialog that is open over midnight keeps its days.
  const [scope] = useState(() =>
    exportScope(request.agencias, new URLSearchParams(request.search), dayAt(now, timeZone)),
  );
  const zone = chosenZone ?? hours.data?.hours.zone ?? timeZone;
  const start = useMutation({
    ...startExport,
    mutationKey: START_JOB_KEY,
    onSuccess: (started) => {
      setJobShown(started.id, true);
      onStart(started.id);
    },
  });
  const { data: job } = useQuery({ ...jobQuery(start.data?.id ?? ''), enabled: start.isSuccess });
  const handleSubmit = () => {
    saveExportOptions(chosenOptions);
    start.mutate(createExportBody(scope, options, zone, purpose.trim()));
  };
  const closeWhileRunning = () => {
    if (job) setJobShown(job.id, false);
    onClose();
  };
  const isRunning = job?.finishedAt === null;
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={isRunning ? closeWhileRunning : onClose}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>
        {!job?.file?.until ? (
          t`Exportar consultas`
        ) : job.file.missing?.length || (job.file.expected ?? job.done) !== job.done ? (
          <Trans>Exportación parcial</Trans>
        ) : (
          <Trans>Exportación completa</Trans>
        )}
      </DialogTitle>
      {!job || job.state === 'cancelled' ? (
        <ExportForm
          scope={scope}
          options={options}
          mayUnmask={mayUnmask}
          zone={zone}
          purpose={purpose}
          pending={start.isPending}
          error={start.error}
          onChange={(change: Partial<ExportOptions>) => setOptions({ ...chosenOptions, ...change })}
          onZoneChange={setZone}
          onPurposeChange={setPurpose}
          onSubmit={handleSubmit}
          onClose={onClose}
        />
      ) : isRunning ? (
        <ExportProgress job={job} onClose={closeWhileRunning} />
      ) : (
        <ExportResult job={job} onRetry={handleSubmit} onChangeOptions={start.reset} onDone={onClose} />
      )}
    </Dialog>
  );
}

interface ExportProgressProps {
  job: Job;
  onClose: () => void;
}

function ExportProgress({ job, onClose }: ExportProgressProps) {
  const { t } = useLingui();
  const cancel = useMutation(setJobState);
  return (
    <>
      <DialogContent>
        <Stack spacing={2}>
          <JobProgress job={job} />
          <Typography variant="body2" color="textSecondary">
            {job.state === 'paused' && <Trans>Está en pausa: podés seguirla en Procesos.</Trans>}{' '}
            <Trans>
              Podés cerrar esta ventana, y también Vitrina: el archivo queda en Procesos cuando esté listo.
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

export function ExportHost({ request }: { request: ExportRequest }) {
  const [closedRequest, setClosedRequest] = useState<ExportRequest>();
  const [startedIds, setStartedIds] = useState<readonly string[]>([]);
  return (
    <>
      {startedIds.map((id) => (
        <FileSaver key={id} id={id} />
      ))}
      {request !== closedRequest && (
        <MuiRoot>
          <ExportDialog
            key={`${request.agencias.join(' ')}?${request.search}`}
            request={request}
            onStart={(id) => setStartedIds((ids) => [...ids, id])}
            onClose={() => setClosedRequest(request)}
          />
        </MuiRoot>
      )}
    </>
  );
}

function FileSaver({ id }: { id: string }) {
  const { data: job } = useQuery(jobQuery(id));
  const isReady = Boolean(job?.file?.until);
  useEffect(() => {
    if (!isReady) return;
    const link = document.createElement('a');
    link.href = fileUrl(id);
    link.download = '';
    link.click();
  }, [id, isReady]);
  return null;
}
