import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { meEndpoints } from '#contract/desk/me.ts';
import { call } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { ConfirmSecondFactorForm } from './ConfirmSecondFactorForm.tsx';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';
import { StepExpired } from './StepExpired.tsx';

interface Props {
  onDone: () => void;
  onRestart: () => void;
}

export function SecondFactorSetup({ onDone, onRestart }: Props) {
  const { t } = useLingui();
  const [codes, setCodes] = useState<string[]>();
  const create = useMutation({
    mutationFn: () => call(meEndpoints.beginSecondFactor, { body: {} }),
  });

  if (codes)
    return (
      <RecoveryCodeList
        codes={codes}
        confirmation={t`El segundo paso está activo.`}
        doneLabel={t`Entrar`}
        onDone={onDone}
      />
    );
  if (create.error instanceof Failure && create.error.isUnauthenticated)
    return <StepExpired onRestart={onRestart} />;
  if (create.data)
    return (
      <ConfirmSecondFactorForm secondFactor={create.data} onConfirmed={setCodes} onRestart={create.reset} />
    );
  return (
    <Stack spacing={2}>
      <Typography color="textSecondary">
        <Trans>
          Tu cuenta pide un segundo paso al entrar: un código que cambia cada 30 segundos. Vas a necesitar una
          app de autenticación en tu teléfono; si todavía no tenés una, instalala antes de seguir.
        </Trans>
      </Typography>
      {create.error && <FormAlert error={create.error} />}
      <Button variant="contained" size="large" loading={create.isPending} onClick={() => create.mutate()}>
        <Trans>Empezar</Trans>
      </Button>
      <Button color="inherit" onClick={onRestart}>
        <Trans>Volver al inicio</Trans>
      </Button>
    </Stack>
  );
}
