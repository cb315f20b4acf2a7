import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import type { UnreadableParameter } from './search.ts';

export function UnreadableParameters({ parameters }: { parameters: readonly UnreadableParameter[] }) {
  return parameters.map(({ parameter, value }) => (
    <Alert
      key={parameter}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Alert's own role would be an alert
      role="status"
      severity="warning"
      variant="outlined"
      sx={{ flex: '1 1 100%', overflowWrap: 'anywhere' }}
    >
      <Trans>
        No se entiende «{parameter}={value}» en la dirección; se muestra sin eso.
      </Trans>
    </Alert>
  ));
}
