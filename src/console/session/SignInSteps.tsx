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
import { SecondFactorProof, SignIn, type SignInAnswer, signInEndpoints } from '#contract/desk/signing-in.ts';
import { call } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { CodeField, ConfirmSecondFactorForm } from './ConfirmSecondFactorForm.tsx';
import { CurrentPasswordField } from './PasswordFields.tsx';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';
import { SignInStepForm, StepExpired } from './SignInStepForm.tsx';

export type SignInStep = 'password' | Exclude<SignInAnswer['next'], 'in'>;

export function SignInSteps({
  step,
  mail = '',
  onStep,
  onSignedIn,
}: {
  step: SignInStep;
  mail?: string;
  onStep: (step: SignInStep) => void;
  onSignedIn: (session: Session) => void;
}) {
  const loadSession = useMutation({
    mutationFn: () => call(sessionEndpoints.viewSession),
    onSuccess: onSignedIn,
  });
  const onAnswer = ({ next, session }: SignInAnswer) => {
    if (next !== 'in') onStep(next);
    else if (session) onSignedIn(session);
    else loadSession.mutate();
  };
  const onRestart = () => onStep('password');
  if (loadSession.error) return <FormAlert error={loadSession.error} />;
  if (step === 'second-factor') return <SecondFactorForm onAnswer={onAnswer} onRestart={onRestart} />;
  if (step === 'set-up-second-factor')
    return <SecondFactorSetup onDone={() => loadSession.mutate()} onRestart={onRestart} />;
  return <SignInForm mail={mail} onAnswer={onAnswer} />;
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

interface SecondFactorFormProps {
  onAnswer: (answer: SignInAnswer) => void;
  onRestart: () => void;
}

function SecondFactorForm({ onAnswer, onRestart }: SecondFactorFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <ProofForm
      key={String(isRecovery)}
      isRecovery={isRecovery}
      onToggle={() => setRecovery(!isRecovery)}
      onAnswer={onAnswer}
      onRestart={onRestart}
    />
  );
}

interface ProofFormProps extends SecondFactorFormProps {
  isRecovery: boolean;
  onToggle: () => void;
}

function ProofForm({ isRecovery, onToggle, onAnswer, onRestart }: ProofFormProps) {
  const { t } = useLingui();
  const form = useForm({ resolver: zodResolver(SecondFactorProof), defaultValues: { code: '' } });
  const prove = useMutation({
    mutationFn: (body: SecondFactorProof) => call(signInEndpoints.proveSecondFactor, { body }),
    onSuccess: onAnswer,
    onError: () => form.setFocus('code', { shouldSelect: true }),
  });
  if (prove.error instanceof Failure && prove.error.isUnauthenticated)
    return <StepExpired onRestart={onRestart} />;

  return (
    <Stack spacing={2}>
      <SignInStepForm
        form={form}
        initialFocus="code"
        intro={
          <Typography color="textSecondary">
            {isRecovery
              ? t`Escribí uno de los códigos que guardaste al activar el segundo paso. Cada uno sirve una vez.`
              : t`Escribí el código de seis cifras que muestra ahora tu app de autenticación.`}
          </Typography>
        }
        error={prove.error}
        submitLabel={t`Entrar`}
        isPending={prove.isPending}
        onValid={(values) => prove.mutate(values)}
      >
        {isRecovery ? (
          <FormTextField
            control={form.control}
            name="code"
            label={t`Código de recuperación`}
            isVerbatim
            errorText={t`Escribí el código completo, con o sin guiones.`}
            htmlInput={{ maxLength: 40 }}
          />
        ) : (
          <CodeField control={form.control} name="code" />
        )}
      </SignInStepForm>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
        <Button size="small" onClick={onToggle}>
          {isRecovery ? t`Usar la app de autenticación` : t`Usar un código de recuperación`}
        </Button>
        <Button size="small" color="inherit" onClick={onRestart}>
          <Trans>Volver al inicio</Trans>
        </Button>
      </Stack>
      {isRecovery && (
        <Typography variant="body2" color="textSecondary">
          <Trans>
            ¿Tampoco tenés los códigos? Pedile a quien administra Vitrina que restablezca tu acceso.
          </Trans>
        </Typography>
      )}
    </Stack>
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

  if (codes)
    return (
      <RecoveryCodeList
        codes={codes}
        confirmation={t`El segundo paso está activo.`}
        doneLabel={t`Entrar`}
        onDone={onDone}
      />
    );
  if (create.error instanceof Failure && create.error.isUnauthenticated)
    return <StepExpired onRestart={onRestart} />;
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
      <Button variant="contained" size="large" loading={create.isPending} onClick={() => create.mutate()}>
        <Trans>Empezar</Trans>
      </Button>
      <Button color="inherit" onClick={onRestart}>
        <Trans>Volver al inicio</Trans>
      </Button>
    </Stack>
  );
}
