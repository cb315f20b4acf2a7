import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, useEffect, useRef } from 'react';
import { ComparedTable } from '#console/ui/ComparedTable.tsx';

/** They replace the general texts where it is known who saved the other version. */
export interface ConflictTexts {
  title: ReactNode;
  theirs: string;
  saveMine: string;
  keepTheirs: string;
}

interface Props {
  texts?: ConflictTexts;
  differing: readonly { name: string; mine: string; theirs: string }[];
  pending?: boolean;
  onSaveMine: () => void;
  onKeepTheirs: () => void;
  children?: ReactNode;
}

export function ConflictAlert(props: Props) {
  const { texts, differing, pending = false, onSaveMine, onKeepTheirs, children } = props;
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
      <AlertTitle>{texts?.title ?? <Trans>Alguien guardó otra cosa mientras tanto</Trans>}</AlertTitle>
      <Box sx={{ my: 1, overflowX: 'auto' }}>
        {differing.length === 0 ? (
          <Trans>Quedó igual que lo tuyo.</Trans>
        ) : (
          <ComparedTable
            heads={[t`Dato`, t`Lo tuyo`, texts?.theirs ?? t`Lo guardado`]}
            rows={differing.map(({ name, mine, theirs }) => ({ name, sides: [mine, theirs] }))}
          />
        )}
      </Box>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {differing.length > 0 && (
          <Button variant="contained" loading={pending} onClick={onSaveMine}>
            {texts?.saveMine ?? <Trans>Guardar lo mío</Trans>}
          </Button>
        )}
        <Button variant="outlined" color="inherit" onClick={onKeepTheirs}>
          {texts?.keepTheirs ?? <Trans>Quedarme con lo guardado</Trans>}
        </Button>
        {children}
      </Stack>
    </Alert>
  );
}
