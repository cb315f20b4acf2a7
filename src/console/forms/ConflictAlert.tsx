import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useRef } from 'react';
import { ComparedTable } from '#console/ui/ComparedTable.tsx';

interface Props {
  differing: readonly { name: string; mine: string; theirs: string }[];
  pending: boolean;
  onSaveMine: () => void;
  onKeepTheirs: () => void;
}

export function ConflictAlert({ differing, pending, onSaveMine, onKeepTheirs }: Props) {
  const { t } = useLingui();
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert
      severity="warning"
      variant="outlined"
      ref={alert}
      tabIndex={-1}
      slotProps={{ message: { sx: { flex: 1, minWidth: 0 } } }}
    >
      <AlertTitle>
        <Trans>Alguien guardó otra cosa mientras tanto</Trans>
      </AlertTitle>
      <Box sx={{ my: 1, overflowX: 'auto' }}>
        <ComparedTable
          heads={[t`Dato`, t`Lo tuyo`, t`Lo guardado`]}
          rows={differing.map(({ name, mine, theirs }) => ({ name, sides: [mine, theirs] }))}
        />
      </Box>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" loading={pending} onClick={onSaveMine}>
          <Trans>Guardar lo mío</Trans>
        </Button>
        <Button variant="outlined" color="inherit" onClick={onKeepTheirs}>
          <Trans>Quedarme con lo guardado</Trans>
        </Button>
      </Stack>
    </Alert>
  );
}
