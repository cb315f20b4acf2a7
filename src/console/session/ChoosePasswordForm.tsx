import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { type LinkInfo, linkRows } from '#contract/desk/links.ts';
import type { SignInAnswer } from '#contract/desk/signing-in.ts';
import { NewPassword } from '#contract/desk/passwords.ts';
import { call } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { setFormErrors } from '#console/api/set-form-errors.ts';
import { paths } from '#console/paths.ts';
import { FormFailure } from '#console/forms/FormFailure.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { postTabMessage } from './tab-messages.ts';

const Chosen = z.object({ password: NewPassword });
const inputs = ['password'] as const;

/** A password for whom the link is for; then they go on as after signing in. */
export function ChoosePasswordForm({
  token,
  link: { kind, mail, name },
  onDead,
}: {
  token: string;
  link: LinkInfo;
  /** The link was used or replaced meanwhile. */
  onDead: () => void;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(Chosen), defaultValues: { password: '' } });
  const password = useWatch({ control: form.control, name: 'password' });
  const choose = useMutation({
    mutationFn: async ({ password }: z.infer<typeof Chosen>) =>
      (await call(linkRows.useLink, { body: { token, password } })) as SignInAnswer,
    onSuccess: ({ next, session }) => {
      if (next !== 'in') return void navigate(paths.secondFactor(), { replace: true, state: { step: next } });
      if (session) postTabMessage({ what: 'signed-in', person: session.person.id });
      return location.replace(paths.home());
    },
    onError: (error) => {
      if (error instanceof Failure && error.status === 404) onDead();
      else setFormErrors(error, form.setError, inputs);
    },
  });
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);
  const { errors } = form.formState;
  const onSubmit = form.handleSubmit((values) => choose.mutate(values));
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void onSubmit(event)}>
      <Typography color="textSecondary">
        {kind === 'invitation'
          ? t`Hola, ${name}. Elegí la contraseña con la que vas a entrar a Vitrina.`
          : t`Hola, ${name}. Al elegirla se cierran las sesiones que tengas abiertas.`}
      </Typography>
      {errors.root && choose.error && <FormFailure error={choose.error} />}
      <TextField
        label={t`Correo`}
        value={mail}
        autoComplete="username"
        slotProps={{ input: { readOnly: true } }}
      />
      <NewPasswordField
        label={t`Contraseña nueva`}
        value={password}
        fault={errors.password}
        {...form.register('password')}
      />
      <Button type="submit" variant="contained" size="large" loading={choose.isPending}>
        {kind === 'invitation' ? <Trans>Aceptar la invitación</Trans> : <Trans>Guardar y entrar</Trans>}
      </Button>
    </Stack>
  );
}
