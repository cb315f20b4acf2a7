import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert
      severity="info"
      variant="outlined"
      action={
        <Button color="inherit" size="small" onClick={onDiscard}>
          <Trans>Descartar</Trans>
        </Button>
      }
    >
      <Trans>Es lo que habías escrito y no se guardó.</Trans>
    </Alert>
  );
}
