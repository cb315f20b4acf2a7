import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { SignIn, type SignInAnswer, signInRows } from '#contract/desk/signing-in.ts';
import { call } from '#console/api/call.ts';
import { setFormErrors } from '#console/api/set-form-errors.ts';
import { FormFailure } from '#console/forms/FormFailure.tsx';
import { PasswordField } from './PasswordField.tsx';

const inputs = ['mail', 'password'] as const;

/** Mail and password; what was typed stays when signing in fails. */
export function SignInForm({ mail = '', onDone }: { mail?: string; onDone: (answer: SignInAnswer) => void }) {
  const { t } = useLingui();
  const form = useForm({ resolver: zodResolver(SignIn), defaultValues: { mail, password: '' } });
  const signIn = useMutation({
    mutationFn: async (body: SignIn) => (await call(signInRows.signIn, { body })) as SignInAnswer,
    onSuccess: onDone,
    onError: (error) => setFormErrors(error, form.setError, inputs),
  });
  const { setFocus } = form;
  useEffect(() => setFocus(mail ? 'password' : 'mail'), [setFocus, mail]);
  const { errors } = form.formState;
  const onSubmit = form.handleSubmit((values) => signIn.mutate(values));
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void onSubmit(event)}>
      {errors.root && signIn.error && <FormFailure error={signIn.error} />}
      <TextField
        label={t`Correo`}
        type="email"
        autoComplete="username"
        error={Boolean(errors.mail)}
        helperText={errors.mail && t`Escribí tu correo completo, como ana@agencia.com.`}
        {...form.register('mail')}
      />
      <PasswordField
        label={t`Contraseña`}
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
