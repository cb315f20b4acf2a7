import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ChangePassword } from '#contract/desk/me.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormFailure } from '#console/forms/FormAlert.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { CurrentPasswordField, NewPasswordField } from '#console/session/PasswordFields.tsx';
import { useSession } from '#console/session/session.ts';
import { changePassword } from './me-queries.ts';

export function PasswordForm() {
  const { t } = useLingui();
  const { person } = useSession();
  const form = useForm({
    resolver: zodResolver(ChangePassword),
    defaultValues: { current: '', password: '' },
  });
  const change = useMutation({
    ...changePassword,
    onSuccess: () => form.reset(),
    onError: (error) => setFormErrors(error, form.setError, ['current', 'password']),
  });
  return (
    <Form
      onSubmit={form.handleSubmit((values) => change.mutate(values))}
      failure={
        <>
          <FormFailure control={form.control} error={change.error} />
          {change.isSuccess && (
            <Alert severity="success" variant="outlined">
              <Trans>Tu contraseña cambió. Las otras sesiones se cerraron.</Trans>
            </Alert>
          )}
        </>
      }
      submitLabel={t`Cambiar la contraseña`}
      isPending={change.isPending}
      isSecondary
    >
      <CurrentPasswordField control={form.control} name="current" label={t`Contraseña actual`} />
      <NewPasswordField control={form.control} name="password" />
      <input hidden type="text" autoComplete="username" value={person.mail} readOnly />
    </Form>
  );
}
