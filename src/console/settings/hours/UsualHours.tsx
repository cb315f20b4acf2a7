import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';

/** Says that nobody has chosen the hours that are shown. */
export function UsualHours() {
  return (
    <Alert severity="info" variant="outlined">
      <Trans>Nadie definió los horarios de esta agencia: mientras tanto valen estos, los habituales.</Trans>
    </Alert>
  );
}
