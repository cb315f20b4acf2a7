import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { dayAt } from '#contract/window.ts';
import { agencyHours } from '#console/follow-up/follow-up-queries.ts';
import { isSeveral } from '#console/inquiries/address.ts';
import { useSession } from '#console/session/session.ts';
import { useNow } from '#console/ui/use-formats.ts';
import type { ExportRequest } from './export-request.ts';
import { type Choices, keepChoices, keptChoices } from './export-options.ts';
import { ExportForm } from './ExportForm.tsx';
import { ExportResult } from './ExportResult.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { exportQuery, exportScope } from './export-query.ts';
import type { useExportRun } from './use-export-run.ts';

interface Props {
  asked: ExportRequest;
  exporting: ReturnType<typeof useExportRun>;
  onClose: () => void;
}

/** Says what will be exported and how, starts it, and tells what came of it. */
export function ExportDialog({ asked, exporting, onClose }: Props) {
  const { t, i18n } = useLingui();
  const { timeZone, may } = useSession();
  const heading = useId();
  const now = useNow();
  const { run, start, forget } = exporting;
  const [agencia = ''] = asked.agencias;
  const hours = useQuery({
    ...agencyHours(agencia),
    enabled: may.includes('viewHours') && !isSeveral(asked.agencias),
  });
  const [choices, setChoices] = useState(() => keptChoices(i18n.locale));
  const [zone, setZone] = useState<string>();
  // The days of a dialog that stays open over midnight are those of when it was opened.
  const [scope] = useState(() =>
    exportScope(asked.agencias, new URLSearchParams(asked.search), dayAt(now, timeZone)),
  );
  const written = zone ?? hours.data?.hours.zone ?? timeZone;

  const begin = () => {
    keepChoices(choices);
    void start(exportQuery(scope, choices, written));
  };
  const change = (part: Partial<Choices>) => setChoices({ ...choices, ...part });
  const done = () => {
    forget();
    onClose();
  };
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={run && run.state !== 'going' ? done : onClose}
      aria-labelledby={heading}
    >
      <DialogTitle id={heading}>
        {run?.state === 'ended' ? (
          run.file.missing.length > 0 ? (
            <Trans>Exportación parcial</Trans>
          ) : (
            <Trans>Exportación completa</Trans>
          )
        ) : (
          t`Exportar consultas`
        )}
      </DialogTitle>
      {!run && (
        <ExportForm
          scope={scope}
          choices={choices}
          zone={written}
          onChoose={change}
          onZone={setZone}
          onStart={begin}
          onClose={onClose}
        />
      )}
      {run?.state === 'going' && (
        <ExportProgress progress={run.progress} onCancel={forget} onClose={onClose} />
      )}
      {run && run.state !== 'going' && (
        <ExportResult run={run} onAgain={begin} onOptions={forget} onDone={done} />
      )}
    </Dialog>
  );
}
