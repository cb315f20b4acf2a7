import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';

export function StepExpired({ onRestart }: { onRestart: () => void }) {
  return (
    <Stack spacing={2}>
      <Alert severity="warning" variant="outlined">
        <Trans>Pasó demasiado tiempo, o hubo demasiados intentos. Empezá otra vez con tu contraseña.</Trans>
      </Alert>
      <Button variant="contained" size="large" onClick={onRestart}>
        <Trans>Empezar otra vez</Trans>
      </Button>
    </Stack>
  );
}
