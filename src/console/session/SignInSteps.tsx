import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import { meEndpoints } from '#contract/desk/me.ts';
import { type Session, sessionEndpoints } from '#contract/desk/sessions.ts';
import { type SecondFactor, SignIn, type SignInAnswer, signInEndpoints } from '#contract/desk/signing-in.ts';
import { call } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { ConfirmSecondFactorForm } from './ConfirmSecondFactorForm.tsx';
import { CurrentPasswordField } from './PasswordFields.tsx';
import { PasskeyAlert } from './PasskeyAlert.tsx';
import { addPasskey, findPasskeyObstacle } from './passkeys.ts';
import { PasskeySignIn } from './PasskeySignIn.tsx';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { SignInStepForm, StepExpired } from './SignInStepForm.tsx';
import { useClientName } from './use-client-name.ts';

export interface SignInProgress {
  step: 'password' | Exclude<SignInAnswer['next'], 'in'>;
  secondFactors?: readonly SecondFactor[];
}

export function SignInSteps({
  progress: { step, secondFactors },
  mail = '',
  onStep,
  onSignedIn,
}: {
  progress: SignInProgress;
  mail?: string;
  onStep: (progress: SignInProgress) => void;
  onSignedIn: (session: Session) => void;
}) {
  const loadSession = useMutation({
    mutationFn: () => call(sessionEndpoints.viewSession),
    onSuccess: onSignedIn,
  });
  const onAnswer = ({ next, session, secondFactors }: SignInAnswer) => {
    if (next !== 'in') onStep({ step: next, secondFactors });
    else if (session) onSignedIn(session);
    else loadSession.mutate();
  };
  const onRestart = () => onStep({ step: 'password' });
  if (loadSession.error) return <FormAlert error={loadSession.error} />;
  if (step === 'second-factor')
    return <SecondFactorForm secondFactors={secondFactors} onAnswer={onAnswer} onRestart={onRestart} />;
  if (step === 'set-up-second-factor')
    return <SecondFactorSetup onDone={() => loadSession.mutate()} onRestart={onRestart} />;
  return (
    <Stack spacing={2}>
      <SignInForm mail={mail} onAnswer={onAnswer} />
      <PasskeySignIn onAnswer={onAnswer} />
    </Stack>
  );
}

interface SignInFormProps {
  mail: string;
  onAnswer: (answer: SignInAnswer) => void;
}

function SignInForm({ mail, onAnswer }: SignInFormProps) {
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
      <CurrentPasswordField control={form.control} name="password" label={t`Contraseña`} />
    </SignInStepForm>
  );
}

interface SecondFactorSetupProps {
  onDone: () => void;
  onRestart: () => void;
}

function SecondFactorSetup({ onDone, onRestart }: SecondFactorSetupProps) {
  const { t } = useLingui();
  const [codes, setCodes] = useState<string[]>();
  const create = useMutation({
    mutationFn: () => call(meEndpoints.beginSecondFactor, { body: {} }),
  });
  const name = useClientName(navigator.userAgent);
  const add = useMutation({
    ...addPasskey,
    onSuccess: (reply) => (reply.codes.length > 0 ? setCodes(reply.codes) : onDone()),
  });

  if (codes)
    return (
      <RecoveryCodeList
        codes={codes}
        confirmation={t`El segundo paso está activo.`}
        doneLabel={t`Entrar`}
        onDone={onDone}
      />
    );
  const isExpired = [create.error, add.error].some(
    (error) => error instanceof Failure && error.isUnauthenticated,
  );
  if (isExpired) return <StepExpired onRestart={onRestart} />;
  if (create.data)
    return (
      <ConfirmSecondFactorForm secondFactor={create.data} onConfirmed={setCodes} onRestart={create.reset} />
    );
  return (
    <Stack spacing={2}>
      <Typography color="textSecondary">
        <Trans>
          Tu cuenta pide un segundo paso al entrar: un código que cambia cada 30 segundos. Vas a necesitar una
          app de autenticación en tu teléfono; si todavía no tenés una, instalala antes de seguir.
        </Trans>
      </Typography>
      {create.error && <FormAlert error={create.error} />}
      {add.error && <PasskeyAlert error={add.error} />}
      <Button variant="contained" size="large" loading={create.isPending} onClick={() => create.mutate()}>
        <Trans>Empezar</Trans>
      </Button>
      {!findPasskeyObstacle() && (
        <Button variant="outlined" size="large" loading={add.isPending} onClick={() => add.mutate({ name })}>
          <Trans>Usar mejor una llave de acceso</Trans>
        </Button>
      )}
      <Button color="inherit" onClick={onRestart}>
        <Trans>Volver al inicio</Trans>
      </Button>
    </Stack>
  );
}
