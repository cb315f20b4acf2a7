import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';

export function DefaultHoursNotice() {
  return (
    <Alert severity="info" variant="outlined">
      <Trans>Nadie definió los horarios de esta agencia: mientras tanto valen estos, los habituales.</Trans>
    </Alert>
  );
}
