import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';

interface Props {
  doneCount: number;
  totalCount: number;
  isRunning: boolean;
  error: Error | null;
  onPause: () => void;
  onResume: () => void;
}

export function MatchProgress({ doneCount, totalCount, isRunning, error, onPause, onResume }: Props) {
  const { t } = useLingui();
  const missing = totalCount - doneCount;
  if (isRunning)
    return (
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <LinearProgress
          variant="determinate"
          aria-label={t`Valores comparados`}
          value={(100 * doneCount) / Math.max(1, totalCount)}
          sx={{ flex: '1 1 200px', height: 8, borderRadius: 4 }}
        />
        <Typography component="output">
          <Trans>
            {doneCount} de {totalCount}
          </Trans>
        </Typography>
        <Button size="small" color="inherit" onClick={onPause}>
          <Trans>Detener</Trans>
        </Button>
      </Stack>
    );
  if (error)
    return (
      <FailureAlert error={error} onRetry={onResume}>
        <p>
          {t`No es un «no»: no se sabe si ${plural(missing, { one: '# valor tiene', other: '# valores tienen' })} coincidencia.`}
        </p>
      </FailureAlert>
    );
  if (missing === 0) return null;
  return (
    <Alert
      severity="info"
      variant="outlined"
      action={
        <Button color="inherit" size="small" onClick={onResume}>
          <Trans>Seguir</Trans>
        </Button>
      }
    >
      {t`Se detuvo: falta comparar ${plural(missing, { one: '# valor', other: '# valores' })}.`}
    </Alert>
  );
}
