import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import type { LookUpState } from './look-up.ts';

interface Props {
  label: string;
  lookUp: LookUpState;
  totalCount: number;
  unknownText: string;
  onResume: () => void;
  onPause?: () => void;
  pausedText?: string;
}

export function LookUpProgress({
  label,
  lookUp: { results, isRunning, error },
  totalCount,
  unknownText,
  onResume,
  onPause,
  pausedText,
}: Props) {
  const doneCount = results.size;
  if (isRunning)
    return (
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <LinearProgress
          variant="determinate"
          aria-label={label}
          value={(100 * doneCount) / Math.max(1, totalCount)}
          sx={{ flex: '1 1 200px', height: 8, borderRadius: 4 }}
        />
        <Typography component="output">
          <Trans>
            {doneCount} de {totalCount}
          </Trans>
        </Typography>
        {onPause && (
          <Button size="small" color="inherit" onClick={onPause}>
            <Trans>Detener</Trans>
          </Button>
        )}
      </Stack>
    );
  if (error)
    return (
      <FailureAlert error={error} onRetry={onResume}>
        <p>{unknownText}</p>
      </FailureAlert>
    );
  if (doneCount === totalCount || pausedText === undefined) return null;
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
      {pausedText}
    </Alert>
  );
}
