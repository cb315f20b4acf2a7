import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';

export function RowLimitAlert({ limit }: { limit: number }) {
  return (
    <Alert severity="error" variant="outlined">
      <Trans>Se importan hasta {limit} filas por vez. Dividí el archivo en partes.</Trans>
    </Alert>
  );
}
