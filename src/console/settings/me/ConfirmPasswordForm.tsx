import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { ProvePassword } from '#contract/desk/me.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

const RequiredPassword = z.required(ProvePassword);

interface Props {
  explanation: string;
  submitLabel: string;
  isDangerous: boolean;
  mutation: UseMutationResult<void, Error, ProvePassword>;
  onCancel: () => void;
}

/** An unattended screen must not allow the change, so it asks for the password. */
export function ConfirmPasswordForm({ explanation, submitLabel, isDangerous, mutation, onCancel }: Props) {
  const { t } = useLingui();
  const form = useForm({ resolver: zodResolver(RequiredPassword), defaultValues: { password: '' } });
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);
  const { errors } = form.formState;
  const onSubmit = form.handleSubmit((values) =>
    mutation.mutate(values, { onError: (error) => setFormErrors(error, form.setError, ['password']) }),
  );
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void onSubmit(event)}>
      <Typography color="textSecondary">{explanation}</Typography>
      {errors.root && mutation.error && <FormAlert error={mutation.error} />}
      <CurrentPasswordField
        label={t`Contraseña`}
        fieldError={errors.password}
        {...form.register('password')}
      />
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
        <Button color="inherit" onClick={onCancel}>
          <Trans>Cancelar</Trans>
        </Button>
        <Button
          type="submit"
          variant="contained"
          color={isDangerous ? 'error' : 'primary'}
          loading={mutation.isPending}
        >
          {submitLabel}
        </Button>
      </Stack>
    </Stack>
  );
}
