import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ProvePassword } from '#contract/desk/me.ts';
import { CurrentPassword } from '#contract/desk/signing-in.ts';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { PasswordField } from '#console/session/PasswordField.tsx';

const Proof = z.object({ password: CurrentPassword });

/** Asks for the password before something that an open, unattended screen must not be able to do. */
export function ProveForm({
  before,
  action,
  dangerous,
  prove,
  onCancel,
}: {
  before: string;
  action: string;
  dangerous: boolean;
  prove: UseMutationResult<void, Error, ProvePassword>;
  onCancel: () => void;
}) {
  const { t } = useLingui();
  const sentence = useFieldErrorText();
  const form = useForm({ resolver: zodResolver(Proof), defaultValues: { password: '' } });
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);
  const { errors } = form.formState;
  const onSubmit = form.handleSubmit((values) =>
    prove.mutate(values, { onError: (error) => setFormErrors(error, form.setError, ['password']) }),
  );
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void onSubmit(event)}>
      <Typography color="textSecondary">{before}</Typography>
      {errors.root && prove.error && <FormAlert error={prove.error} />}
      <PasswordField
        label={t`Contraseña`}
        autoComplete="current-password"
        error={Boolean(errors.password)}
        helperText={
          errors.password &&
          (errors.password.type === 'server' ? sentence(errors.password.message) : t`Escribí tu contraseña.`)
        }
        {...form.register('password')}
      />
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
        <Button color="inherit" onClick={onCancel}>
          <Trans>Cancelar</Trans>
        </Button>
        <Button
          type="submit"
          variant="contained"
          color={dangerous ? 'error' : 'primary'}
          loading={prove.isPending}
        >
          {action}
        </Button>
      </Stack>
    </Stack>
  );
}
