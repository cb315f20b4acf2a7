import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { SecondFactorProof, type SignInAnswer, signInRows } from '#contract/desk/signing-in.ts';
import { call } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { FormFailure } from '#console/forms/FormFailure.tsx';
import { CodeField } from './CodeField.tsx';

interface Props {
  onDone: (answer: SignInAnswer) => void;
  onStartAgain: () => void;
}

/** After the password: a code of the authenticator, or one of the recovery codes. */
export function SecondFactorForm(props: Props) {
  const { t } = useLingui();
  const [recovering, setRecovering] = useState(false);
  return (
    <ProofForm key={String(recovering)} recovering={recovering} {...props}>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
        <Button size="small" onClick={() => setRecovering(!recovering)}>
          {recovering ? t`Usar la app de autenticación` : t`Usar un código de recuperación`}
        </Button>
        <Button size="small" color="inherit" onClick={props.onStartAgain}>
          <Trans>Volver al inicio</Trans>
        </Button>
      </Stack>
    </ProofForm>
  );
}

function ProofForm({
  recovering,
  onDone,
  onStartAgain,
  children,
}: Props & { recovering: boolean; children: ReactNode }) {
  const { t } = useLingui();
  const form = useForm({ resolver: zodResolver(SecondFactorProof), defaultValues: { code: '' } });
  const { setFocus } = form;
  const prove = useMutation({
    mutationFn: async (body: SecondFactorProof) =>
      (await call(signInRows.proveSecondFactor, { body })) as SignInAnswer,
    onSuccess: onDone,
    onError: () => setFocus('code', { shouldSelect: true }),
  });
  useEffect(() => setFocus('code'), [setFocus]);

  if (prove.error instanceof Failure && prove.error.isUnauthenticated)
    return <StepExpired onStartAgain={onStartAgain} />;

  const fault = Boolean(form.formState.errors.code);
  const onSubmit = form.handleSubmit((values) => prove.mutate(values));
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void onSubmit(event)}>
      <Typography color="textSecondary">
        {recovering
          ? t`Escribí uno de los códigos que guardaste al activar el segundo paso. Cada uno sirve una vez.`
          : t`Escribí el código de seis cifras que muestra ahora tu app de autenticación.`}
      </Typography>
      {prove.error && <FormFailure error={prove.error} />}
      {recovering ? (
        <TextField
          label={t`Código de recuperación`}
          autoComplete="off"
          error={fault}
          helperText={fault && t`Escribí el código completo, con o sin guiones.`}
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, maxLength: 40 } }}
          {...form.register('code')}
        />
      ) : (
        <CodeField
          label={t`Código`}
          error={fault}
          helperText={fault && t`Son seis cifras.`}
          {...form.register('code')}
        />
      )}
      <Button type="submit" variant="contained" loading={prove.isPending} size="large">
        <Trans>Entrar</Trans>
      </Button>
      {children}
      {recovering && (
        <Typography variant="body2" color="textSecondary">
          <Trans>
            ¿Tampoco tenés los códigos? Pedile a quien administra Vitrina que restablezca tu acceso.
          </Trans>
        </Typography>
      )}
    </Stack>
  );
}

/** The password is asked again: too long ago, or too many wrong codes. */
export function StepExpired({ onStartAgain }: { onStartAgain: () => void }) {
  return (
    <Stack spacing={2}>
      <Alert severity="warning" variant="outlined">
        <Trans>Pasó demasiado tiempo, o hubo demasiados intentos. Empezá otra vez con tu contraseña.</Trans>
      </Alert>
      <Button variant="contained" size="large" onClick={onStartAgain}>
        <Trans>Empezar otra vez</Trans>
      </Button>
    </Stack>
  );
}
