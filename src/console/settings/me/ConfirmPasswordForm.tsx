import { zodResolver } from '@hookform/resolvers/zod';
import { useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { ProvePassword } from '#contract/desk/me.ts';
import { FormFailure } from '#console/forms/FormAlert.tsx';
import { DialogForm } from '#console/forms/FormDialog.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { CurrentPasswordField } from '#console/session/PasswordFields.tsx';

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
  const onSubmit = form.handleSubmit((values) =>
    mutation.mutate(values, { onError: (error) => setFormErrors(error, form.setError, ['password']) }),
  );
  return (
    <DialogForm
      onSubmit={(event) => void onSubmit(event)}
      failure={<FormFailure control={form.control} error={mutation.error} />}
      submitLabel={submitLabel}
      isPending={mutation.isPending}
      isDangerous={isDangerous}
      onClose={onCancel}
    >
      <Typography color="textSecondary">{explanation}</Typography>
      <CurrentPasswordField control={form.control} name="password" label={t`Contraseña`} />
    </DialogForm>
  );
}
