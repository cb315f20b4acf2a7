import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { EXPORT_UNMASKED } from '#contract/desk/export.ts';
import { dayAt } from '#contract/window.ts';
import { hasSeveralAgencies } from '#console/inquiries/inbox-address.ts';
import { useSession } from '#console/session/session.ts';
import { agencyHoursQuery } from '#console/settings/hours/hours-queries.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { type ExportOptions, loadExportOptions, saveExportOptions } from './export-options.ts';
import { exportQuery, exportScope } from './export-query.ts';
import type { ExportRequest } from './export-request.ts';
import { ExportForm } from './ExportForm.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { ExportFailure, ExportResult } from './ExportResult.tsx';
import type { ExportJob } from './use-export-job.ts';

interface Props {
  request: ExportRequest;
  job: ExportJob;
  onClose: () => void;
}

export function ExportDialog({ request, job, onClose }: Props) {
  const { t, i18n } = useLingui();
  const { timeZone, may } = useSession();
  const titleId = useId();
  const now = useNow();
  const { status, file, error, reset } = job;
  const [agencia = ''] = request.agencias;
  const hours = useQuery({
    ...agencyHoursQuery(agencia),
    enabled: may.includes('viewHours') && !hasSeveralAgencies(request.agencias),
  });
  const [chosenOptions, setOptions] = useState(() => loadExportOptions(i18n.locale));
  const mayUnmask = may.includes(EXPORT_UNMASKED);
  const options = { ...chosenOptions, masked: chosenOptions.masked || !mayUnmask };
  const [chosenZone, setZone] = useState<string>();
  // A dialog that is open over midnight keeps its days.
  const [scope] = useState(() =>
    exportScope(request.agencias, new URLSearchParams(request.search), dayAt(now, timeZone)),
  );
  const zone = chosenZone ?? hours.data?.hours.zone ?? timeZone;

  const start = () => {
    saveExportOptions(chosenOptions);
    job.start(exportQuery(scope, options, zone));
  };
  const dismiss = () => {
    reset();
    onClose();
  };
  const isDone = status === 'success' || status === 'error';
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={isDone ? dismiss : onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {!file ? (
          t`Exportar consultas`
        ) : file.missing.length > 0 ? (
          <Trans>Exportación parcial</Trans>
        ) : (
          <Trans>Exportación completa</Trans>
        )}
      </DialogTitle>
      {status === 'idle' && (
        <ExportForm
          scope={scope}
          options={options}
          mayUnmask={mayUnmask}
          zone={zone}
          onChange={(change: Partial<ExportOptions>) => setOptions({ ...chosenOptions, ...change })}
          onZoneChange={setZone}
          onSubmit={start}
          onClose={onClose}
        />
      )}
      {status === 'pending' && <ExportProgress progress={job.progress} onCancel={reset} onClose={onClose} />}
      {file && <ExportResult file={file} onRetry={start} onChangeOptions={reset} onDone={dismiss} />}
      {error && <ExportFailure error={error} onRetry={start} onChangeOptions={reset} />}
    </Dialog>
  );
}
