import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { desk } from '#contract/desk/desk.ts';
import { SignIn } from '#contract/desk/sessions.ts';
import { call } from '#console/api/call.ts';
import { useFailureSentence } from '#console/api/failure-sentence.ts';
import { showFailure } from '#console/api/form-failure.ts';

const inputs = ['mail', 'password'] as const;

/** Mail and password; what was typed stays when signing in fails. */
export function SignInForm({ mail = '', onDone }: { mail?: string; onDone: (signedInMail: string) => void }) {
  const { t } = useLingui();
  const form = useForm({ resolver: zodResolver(SignIn), defaultValues: { mail, password: '' } });
  const signIn = useMutation({
    mutationFn: (body: SignIn) => call(desk.signIn, { body }),
    onSuccess: (_session, body) => onDone(body.mail),
    onError: (error) => showFailure(error, form.setError, inputs),
  });
  const { setFocus } = form;
  useEffect(() => setFocus(mail ? 'password' : 'mail'), [setFocus, mail]);
  const { errors } = form.formState;
  const onSubmit = form.handleSubmit((values) => signIn.mutate(values));
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void onSubmit(event)}>
      {errors.root && signIn.error && <SignInFailure error={signIn.error} />}
      <TextField
        label={t`Correo`}
        type="email"
        autoComplete="username"
        error={Boolean(errors.mail)}
        helperText={errors.mail && t`Escribí tu correo completo, como ana@agencia.com.`}
        {...form.register('mail')}
      />
      <TextField
        label={t`Contraseña`}
        type="password"
        autoComplete="current-password"
        error={Boolean(errors.password)}
        helperText={errors.password && t`Escribí tu contraseña.`}
        {...form.register('password')}
      />
      <Button type="submit" variant="contained" loading={signIn.isPending} size="large">
        <Trans>Entrar</Trans>
      </Button>
    </Stack>
  );
}

function SignInFailure({ error }: { error: Error }) {
  const { what, advice } = useFailureSentence(error);
  return (
    <Alert severity="error" variant="outlined">
      {what}. {advice}
    </Alert>
  );
}
