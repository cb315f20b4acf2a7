import { Plural, Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Me } from '#contract/desk/me.ts';
import { SecondFactorDialog, type SecondFactorTask } from './SecondFactorDialog.tsx';

/** Below it the person is told to make new ones. */
const FEW_CODES = 3;

/** Whether the second factor is on, and what can be done with it. */
export function SecondFactor({ state: { on, required, recoveryCodesLeft } }: { state: Me['secondFactor'] }) {
  const { t } = useLingui();
  const [task, setTask] = useState<SecondFactorTask>();
  return (
    <Stack spacing={2}>
      <div>
        <Typography sx={{ fontWeight: 600 }} color={on ? 'success' : 'textPrimary'}>
          {on ? t`Está activo` : t`No está activo`}
        </Typography>
        {required && (
          <Typography variant="body2" color="textSecondary">
            <Trans>Tu rol lo exige: se puede cambiar por uno nuevo, no quitar.</Trans>
          </Typography>
        )}
        {on && (
          <Typography variant="body2" color="textSecondary">
            <Plural
              value={recoveryCodesLeft}
              _0="No te quedan códigos de recuperación."
              one="Te queda # código de recuperación."
              other="Te quedan # códigos de recuperación."
            />
          </Typography>
        )}
      </div>
      {on && recoveryCodesLeft < FEW_CODES && (
        <Alert severity="warning" variant="outlined">
          <Trans>Pedí códigos nuevos antes de que los necesites.</Trans>
        </Alert>
      )}
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
        {!on && (
          <Button variant="contained" onClick={() => setTask('set-up')}>
            <Trans>Activar el segundo paso</Trans>
          </Button>
        )}
        {on && (
          <>
            <Button variant="outlined" color="inherit" onClick={() => setTask('renew')}>
              <Trans>Códigos nuevos</Trans>
            </Button>
            <Button variant="outlined" color="inherit" onClick={() => setTask('set-up')}>
              <Trans>Cambiar de teléfono</Trans>
            </Button>
          </>
        )}
        {on && !required && (
          <Button variant="outlined" color="error" onClick={() => setTask('remove')}>
            <Trans>Quitar el segundo paso</Trans>
          </Button>
        )}
      </Stack>
      {task && <SecondFactorDialog task={task} onClose={() => setTask(undefined)} />}
    </Stack>
  );
}
