import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type NewSecondFactor, meRows } from '#contract/desk/me.ts';
import { call } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { FormFailure } from '#console/forms/FormFailure.tsx';
import { ConfirmSecondFactorForm } from './ConfirmSecondFactorForm.tsx';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';
import { StepExpired } from './SecondFactorForm.tsx';

/** Setting up the second factor that is required, as the last step of signing in. */
export function SecondFactorSetup({
  onDone,
  onStartAgain,
}: {
  onDone: () => void;
  onStartAgain: () => void;
}) {
  const { t } = useLingui();
  const [codes, setCodes] = useState<string[]>();
  const begin = useMutation({
    mutationFn: async () => (await call(meRows.beginSecondFactor, { body: {} })) as NewSecondFactor,
  });

  if (codes)
    return (
      <RecoveryCodeList
        codes={codes}
        said={t`El segundo paso está activo.`}
        done={t`Entrar`}
        onDone={onDone}
      />
    );
  if (begin.error instanceof Failure && begin.error.isUnauthenticated)
    return <StepExpired onStartAgain={onStartAgain} />;
  if (begin.data)
    return <ConfirmSecondFactorForm made={begin.data} onDone={setCodes} onStartAgain={() => begin.reset()} />;
  return (
    <Stack spacing={2}>
      <Typography color="textSecondary">
        <Trans>
          Tu cuenta pide un segundo paso al entrar: un código que cambia cada 30 segundos. Vas a necesitar una
          app de autenticación en tu teléfono; si todavía no tenés una, instalala antes de seguir.
        </Trans>
      </Typography>
      {begin.error && <FormFailure error={begin.error} />}
      <Button variant="contained" size="large" loading={begin.isPending} onClick={() => begin.mutate()}>
        <Trans>Empezar</Trans>
      </Button>
      <Button color="inherit" onClick={onStartAgain}>
        <Trans>Volver al inicio</Trans>
      </Button>
    </Stack>
  );
}
