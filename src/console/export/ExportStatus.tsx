import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { ProgressBar, useProgressText } from './ExportProgress.tsx';
import type { ExportProgress, ExportRun, useExportRun } from './use-export-run.ts';

interface Props {
  exporting: ReturnType<typeof useExportRun>;
  onShow: () => void;
}

/** An export whose dialog is closed: how it goes or what came of it, in a line at the bottom. */
export function ExportStatus({ exporting, onShow }: Props) {
  const { t } = useLingui();
  const { run, forget } = exporting;
  const sentence = useSentence(run);
  return (
    <>
      {/* There before it says anything, as what is read aloud has to be. */}
      <output className="visually-hidden">{run?.state === 'going' ? '' : sentence}</output>
      {run && (
        <Paper
          component="section"
          aria-label={t`Exportación`}
          elevation={6}
          sx={{
            position: 'fixed',
            right: 16,
            bottom: 16,
            // What undoes stands over it, for its short time; a phone has a bar at the bottom.
            zIndex: 'appBar',
            width: 'min(380px, calc(100vw - 32px))',
            overflow: 'hidden',
            border: 1,
            borderColor: 'divider',
            '@media (max-width: 899px)': { bottom: 'calc(72px + env(safe-area-inset-bottom))' },
          }}
        >
          {run.state === 'going' && <ProgressBar progress={run.progress} />}
          <div style={{ display: 'flex', alignItems: 'center', gap: 4, padding: '4px 4px 4px 16px' }}>
            <Typography
              component="p"
              variant="body2"
              sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}
            >
              {run.state === 'going' ? <Going progress={run.progress} /> : sentence}
            </Typography>
            <Button size="small" onClick={onShow}>
              <Trans>Ver</Trans>
            </Button>
            <Button size="small" color="inherit" onClick={forget}>
              {run.state === 'going' ? t`Cancelar` : t`Cerrar`}
            </Button>
          </div>
        </Paper>
      )}
    </>
  );
}

function Going({ progress }: { progress: ExportProgress }) {
  const { short } = useProgressText(progress);
  return <Trans>Exportando: {short}</Trans>;
}

function useSentence(run: ExportRun | undefined): string {
  const { t } = useLingui();
  if (run?.state === 'failed') return t`La exportación se cortó: no se guardó nada.`;
  if (run?.state !== 'ended') return '';
  return run.file.missing.length > 0
    ? t`Exportación parcial: faltan consultas.`
    : t`Exportación completa, guardada.`;
}
