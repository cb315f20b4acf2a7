import { zodResolver } from '@hookform/resolvers/zod';
import { useLingui } from '@lingui/react/macro';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useForm, useFormState } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { type LinkInfo, linkEndpoints } from '#contract/desk/links.ts';
import { NewPassword } from '#contract/desk/passwords.ts';
import { call } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { paths } from '#console/paths.ts';
import { NewPasswordField } from './NewPasswordField.tsx';
import { SignInStepForm } from './SignInStepForm.tsx';
import { postTabMessage } from './tab-messages.ts';

interface Props {
  token: string;
  link: LinkInfo;
  onInvalidLink: () => void;
}

const FormValues = z.object({ password: NewPassword });

export function ChoosePasswordForm({ token, link: { kind, mail, name }, onInvalidLink }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(FormValues), defaultValues: { password: '' } });
  const choosePassword = useMutation({
    mutationFn: ({ password }: z.infer<typeof FormValues>) =>
      call(linkEndpoints.useLink, { body: { token, password } }),
    onSuccess: ({ next, session }) => {
      if (next !== 'in') return void navigate(paths.secondFactor(), { replace: true, state: { step: next } });
      if (session) postTabMessage({ type: 'signed-in', personId: session.person.id });
      return location.replace(paths.home());
    },
    onError: (error) => {
      if (error instanceof Failure && error.status === 404) onInvalidLink();
      else setFormErrors(error, form.setError, ['password']);
    },
  });
  const { errors } = useFormState({ control: form.control });
  const isInvitation = kind === 'invitation';
  return (
    <SignInStepForm
      form={form}
      initialFocus="password"
      intro={
        <Typography color="textSecondary">
          {isInvitation
            ? t`Hola, ${name}. Elegí la contraseña con la que vas a entrar a Vitrina.`
            : t`Hola, ${name}. Al elegirla se cierran las sesiones que tengas abiertas.`}
        </Typography>
      }
      error={errors.root ? choosePassword.error : null}
      submitLabel={isInvitation ? t`Aceptar la invitación` : t`Guardar y entrar`}
      isPending={choosePassword.isPending}
      onValid={(values) => choosePassword.mutate(values)}
    >
      <TextField
        label={t`Correo`}
        value={mail}
        autoComplete="username"
        slotProps={{ input: { readOnly: true } }}
      />
      <NewPasswordField control={form.control} name="password" />
    </SignInStepForm>
  );
}
