import { zodResolver } from '@hookform/resolvers/zod';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useForm, useFormState } from 'react-hook-form';
import { SignIn, type SignInAnswer, signInEndpoints } from '#contract/desk/signing-in.ts';
import { call } from '#console/api/call.ts';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { PasswordField } from './PasswordField.tsx';
import { SignInStepForm } from './SignInStepForm.tsx';

interface Props {
  mail: string;
  onAnswer: (answer: SignInAnswer) => void;
}

export function SignInForm({ mail, onAnswer }: Props) {
  const { t } = useLingui();
  const form = useForm({ resolver: zodResolver(SignIn), defaultValues: { mail, password: '' } });
  const signIn = useMutation({
    mutationFn: (body: SignIn) => call(signInEndpoints.signIn, { body }),
    onSuccess: onAnswer,
    onError: (error) => setFormErrors(error, form.setError, ['mail', 'password']),
  });
  const { errors } = useFormState({ control: form.control });
  return (
    <SignInStepForm
      form={form}
      initialFocus={mail ? 'password' : 'mail'}
      error={errors.root ? signIn.error : null}
      submitLabel={t`Entrar`}
      isPending={signIn.isPending}
      onValid={(values) => signIn.mutate(values)}
    >
      <FormTextField
        control={form.control}
        name="mail"
        label={t`Correo`}
        type="email"
        autoComplete="username"
        errorText={t`Escribí tu correo completo, como ana@agencia.com.`}
      />
      <PasswordField
        control={form.control}
        name="password"
        label={t`Contraseña`}
        autoComplete="current-password"
        errorText={t`Escribí tu contraseña.`}
      />
    </SignInStepForm>
  );
}
