import { Plural, Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Me } from '#contract/desk/me.ts';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { SecondFactorDialog, type SecondFactorTask } from './SecondFactorDialog.tsx';

const LOW_RECOVERY_CODES = 3;

export function SecondFactorSettings({
  secondFactor: { on: isOn, required: isRequired, recoveryCodesLeft },
}: {
  secondFactor: Me['secondFactor'];
}) {
  const { t } = useLingui();
  const [task, setTask] = useState<SecondFactorTask>();
  return (
    <>
      <div>
        <StatusChip tone={isOn ? 'good' : 'none'}>{isOn ? t`Está activo` : t`No está activo`}</StatusChip>
      </div>
      {isRequired && (
        <Typography color="textSecondary">
          <Trans>Tu rol lo exige: se puede cambiar por uno nuevo, no quitar.</Trans>
        </Typography>
      )}
      {isOn && (
        <Typography color="textSecondary">
          <Plural
            value={recoveryCodesLeft}
            _0="No te quedan códigos de recuperación."
            one="Te queda # código de recuperación."
            other="Te quedan # códigos de recuperación."
          />
        </Typography>
      )}
      {isOn && recoveryCodesLeft < LOW_RECOVERY_CODES && (
        <Alert severity="warning" variant="outlined">
          <Trans>Pedí códigos nuevos antes de que los necesites.</Trans>
        </Alert>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {isOn ? (
          <>
            <Button variant="outlined" color="inherit" onClick={() => setTask('renew-codes')}>
              <Trans>Códigos nuevos</Trans>
            </Button>
            <Button variant="outlined" color="inherit" onClick={() => setTask('set-up')}>
              <Trans>Cambiar de teléfono</Trans>
            </Button>
          </>
        ) : (
          <Button variant="contained" onClick={() => setTask('set-up')}>
            <Trans>Activar el segundo paso</Trans>
          </Button>
        )}
        {isOn && !isRequired && (
          <Button variant="outlined" color="error" onClick={() => setTask('remove')}>
            <Trans>Quitar el segundo paso</Trans>
          </Button>
        )}
      </Stack>
      {task && <SecondFactorDialog task={task} onClose={() => setTask(undefined)} />}
    </>
  );
}
