import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { type NewSecondFactor, type RecoveryCodes, meRows } from '#contract/desk/me.ts';
import { SecondFactorProof } from '#contract/desk/signing-in.ts';
import { call } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { FormFailure } from '#console/forms/FormFailure.tsx';
import { CodeField } from './CodeField.tsx';
import { QrCode } from './QrCode.tsx';
import { StepExpired } from './SecondFactorForm.tsx';

/** Shows the new second factor to the authenticator and asks for a code of it. */
export function ConfirmSecondFactorForm({
  made,
  onDone,
  onStartAgain,
}: {
  made: NewSecondFactor;
  onDone: (recoveryCodes: string[]) => void;
  onStartAgain: () => void;
}) {
  const { t } = useLingui();
  const form = useForm({ resolver: zodResolver(SecondFactorProof), defaultValues: { code: '' } });
  const { setFocus } = form;
  const confirm = useMutation({
    mutationFn: async (body: SecondFactorProof) =>
      (await call(meRows.confirmSecondFactor, { body })) as RecoveryCodes,
    onSuccess: ({ codes }) => onDone(codes),
    onError: () => setFocus('code', { shouldSelect: true }),
  });
  useEffect(() => setFocus('code'), [setFocus]);

  if (
    confirm.error instanceof Failure &&
    (confirm.error.isUnauthenticated || confirm.error.code === 'not-set-up')
  )
    return <StepExpired onStartAgain={onStartAgain} />;

  const fault = Boolean(form.formState.errors.code);
  const onSubmit = form.handleSubmit((values) => confirm.mutate(values));
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void onSubmit(event)}>
      <Typography>
        <Trans>1. Escaneá este código con tu app de autenticación.</Trans>
      </Typography>
      <Box
        sx={{
          alignSelf: 'center',
          display: 'grid',
          borderRadius: 1,
          overflow: 'hidden',
          border: 1,
          borderColor: 'divider',
        }}
      >
        <QrCode text={made.uri} label={t`Código QR para la app de autenticación`} />
      </Box>
      <Typography variant="body2" color="textSecondary">
        <Trans>
          ¿No podés escanearlo? <Link href={made.uri}>Abrilo en este dispositivo</Link> o escribí esta clave
          en la app:
        </Trans>
      </Typography>
      <Typography
        component="code"
        aria-label={t`Clave`}
        sx={{ fontFamily: 'monospace', letterSpacing: '0.05em', wordSpacing: '0.2em', userSelect: 'all' }}
      >
        {inGroups(made.secret)}
      </Typography>
      <Typography>
        <Trans>2. Escribí el código de seis cifras que muestra.</Trans>
      </Typography>
      {confirm.error && <FormFailure error={confirm.error} />}
      <CodeField
        label={t`Código`}
        error={fault}
        helperText={fault && t`Son seis cifras.`}
        {...form.register('code')}
      />
      <Button type="submit" variant="contained" size="large" loading={confirm.isPending}>
        <Trans>Activar el segundo paso</Trans>
      </Button>
    </Stack>
  );
}

function inGroups(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ');
}
