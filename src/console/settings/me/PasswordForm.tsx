import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { ChangePassword } from '#contract/desk/me.ts';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { NewPasswordField } from '#console/session/NewPasswordField.tsx';
import { PasswordField } from '#console/session/PasswordField.tsx';
import { useSession } from '#console/session/session.ts';
import { changePassword, openSessions } from './me-queries.ts';

const inputs = ['current', 'password'] as const;

/** The password that is, and the one that will be. */
export function PasswordForm() {
  const { t } = useLingui();
  const { person } = useSession();
  const client = useQueryClient();
  const sentence = useFieldErrorText();
  const form = useForm({
    resolver: zodResolver(ChangePassword),
    defaultValues: { current: '', password: '' },
  });
  const password = useWatch({ control: form.control, name: 'password' });
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      form.reset();
      return client.invalidateQueries({ queryKey: openSessions().queryKey });
    },
    onError: (error) => setFormErrors(error, form.setError, inputs),
  });
  const { errors } = form.formState;
  const onSubmit = form.handleSubmit((values) => change.mutate(values));
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void onSubmit(event)}>
      {errors.root && change.error && <FormAlert error={change.error} />}
      {change.isSuccess && (
        <Alert severity="success" variant="outlined">
          <Trans>Tu contraseña cambió. Las otras sesiones se cerraron.</Trans>
        </Alert>
      )}
      <PasswordField
        label={t`Contraseña actual`}
        autoComplete="current-password"
        error={Boolean(errors.current)}
        helperText={
          errors.current &&
          (errors.current.type === 'server' ? sentence(errors.current.message) : t`Escribí tu contraseña.`)
        }
        {...form.register('current')}
      />
      <NewPasswordField
        label={t`Contraseña nueva`}
        value={password}
        fieldError={errors.password}
        {...form.register('password')}
      />
      <div>
        <Button type="submit" variant="contained" loading={change.isPending}>
          <Trans>Cambiar la contraseña</Trans>
        </Button>
      </div>
      {/* For password managers: whose password this is. */}
      <input hidden type="text" autoComplete="username" value={person.mail} readOnly />
    </Stack>
  );
}
