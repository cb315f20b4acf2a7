import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useSession } from '#console/session/session.ts';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { focusElement } from './focus-element.ts';
import type { ExportProgress as Progress } from './use-export-job.ts';

interface Props {
  progress: Progress;
  onCancel: () => void;
  onClose: () => void;
}

export function ExportProgress({ progress, onCancel, onClose }: Props) {
  const { t } = useLingui();
  const { detail } = useProgressText(progress);
  return (
    <>
      <DialogContent>
        <Stack spacing={2}>
          <ProgressBar progress={progress} />
          <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>{detail}</Typography>
          <SlowNotice key={progress.rows} />
          <Typography variant="body2" color="textSecondary">
            <Trans>
              Podés cerrar esta ventana y seguir trabajando. Salir de Vitrina, cerrar la pestaña o cerrar la
              sesión la cancela.
            </Trans>
          </Typography>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" onClick={onCancel}>
          {t`Cancelar la exportación`}
        </Button>
        <Button variant="contained" ref={focusElement} onClick={onClose}>
          <Trans>Seguir trabajando</Trans>
        </Button>
      </DialogActions>
    </>
  );
}

export function ProgressBar({ progress }: { progress: Progress }) {
  const { t } = useLingui();
  const { detail } = useProgressText(progress);
  const { rows, total } = progress;
  const label = t`Avance de la exportación`;
  return total === null || total === 0 ? (
    <LinearProgress aria-label={label} aria-valuetext={detail} />
  ) : (
    <LinearProgress
      variant="determinate"
      // Never full before the end of the stream.
      value={Math.min(99, Math.floor((rows / total) * 100))}
      aria-label={label}
      aria-valuetext={detail}
    />
  );
}

export function useProgressText({ rows, total }: Progress): { short: string; detail: string } {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  if (total === null)
    return { short: t`leyendo las más nuevas`, detail: t`Leyendo las más nuevas del servicio…` };
  const [done, all] = [format.number(rows), format.number(total)];
  return { short: t`${done} de ${all}`, detail: t`${done} de ${all} consultas` };
}
