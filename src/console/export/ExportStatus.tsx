import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { ProgressBar, useProgressText } from './ExportProgress.tsx';
import type { ExportJob, ExportProgress } from './use-export-job.ts';

interface Props {
  job: ExportJob;
  onShow: () => void;
}

export function ExportStatus({ job, onShow }: Props) {
  const { t } = useLingui();
  const { status, file, progress, reset } = job;
  const isRunning = status === 'pending';
  const result =
    status === 'error'
      ? t`La exportación se cortó: no se guardó nada.`
      : file &&
        (file.missing.length > 0
          ? t`Exportación parcial: faltan consultas.`
          : t`Exportación completa, guardada.`);
  return (
    <>
      {/* Screen readers announce changes of an element that was there before. */}
      <output className="visually-hidden">{result}</output>
      {status !== 'idle' && (
        <Paper
          component="section"
          aria-label={t`Exportación`}
          elevation={6}
          sx={{
            position: 'fixed',
            right: 16,
            bottom: 16,
            // Under the undo notice, and over the contact bar of a phone.
            zIndex: 'appBar',
            width: 'min(380px, calc(100vw - 32px))',
            overflow: 'hidden',
            border: 1,
            borderColor: 'divider',
            '@media (max-width: 899px)': { bottom: 'calc(72px + env(safe-area-inset-bottom))' },
          }}
        >
          {isRunning && <ProgressBar progress={progress} />}
          <div style={{ display: 'flex', alignItems: 'center', gap: 4, padding: '4px 4px 4px 16px' }}>
            <Typography
              component="p"
              variant="body2"
              sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}
            >
              {isRunning ? <RunningText progress={progress} /> : result}
            </Typography>
            <Button size="small" onClick={onShow}>
              <Trans>Ver</Trans>
            </Button>
            <Button size="small" color="inherit" onClick={reset}>
              {isRunning ? t`Cancelar` : t`Cerrar`}
            </Button>
          </div>
        </Paper>
      )}
    </>
  );
}

function RunningText({ progress }: { progress: ExportProgress }) {
  const { short } = useProgressText(progress);
  return <Trans>Exportando: {short}</Trans>;
}
