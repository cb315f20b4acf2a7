import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  SECOND_FACTORS,
  type SecondFactor,
  SecondFactorProof,
  type SignInAnswer,
  signInEndpoints,
} from '#contract/desk/signing-in.ts';
import { call } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { CodeField } from './ConfirmSecondFactorForm.tsx';
import { PasskeyAlert } from './PasskeyAlert.tsx';
import { findPasskeyObstacle, proveWithPasskey } from './passkeys.ts';
import { SignInStepForm, StepExpired } from './SignInStepForm.tsx';

type Method = SecondFactor | 'recovery-code';

interface Props {
  secondFactors: readonly SecondFactor[] | undefined;
  onAnswer: (answer: SignInAnswer) => void;
  onRestart: () => void;
}

export function SecondFactorForm({ secondFactors = SECOND_FACTORS, onAnswer, onRestart }: Props) {
  const { t } = useLingui();
  const hasObstacle = findPasskeyObstacle() !== undefined;
  const usable = secondFactors.filter((factor) => factor !== 'passkey' || !hasObstacle);
  const methods: readonly Method[] = [...usable.toReversed(), 'recovery-code'];
  const [chosen, setChosen] = useState<Method>();
  const method = chosen ?? methods[0] ?? 'recovery-code';
  const [isExpired, setExpired] = useState(false);
  if (isExpired) return <StepExpired onRestart={onRestart} />;

  const switchLabels: Record<Method, string> = {
    passkey: t`Usar una llave de acceso`,
    code: t`Usar la app de autenticación`,
    'recovery-code': t`Usar un código de recuperación`,
  };
  const onError = (error: Error) => {
    if (error instanceof Failure && error.isUnauthenticated) setExpired(true);
  };
  return (
    <Stack spacing={2}>
      {method === 'passkey' ? (
        <PasskeyProof onAnswer={onAnswer} onError={onError} />
      ) : (
        <CodeProof
          key={method}
          isRecovery={method === 'recovery-code'}
          onAnswer={onAnswer}
          onError={onError}
        />
      )}
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} size="small" onClick={() => setChosen(other)}>
              {switchLabels[other]}
            </Button>
          ))}
        <Button size="small" color="inherit" onClick={onRestart}>
          <Trans>Volver al inicio</Trans>
        </Button>
      </Stack>
      {method === 'recovery-code' && (
        <Typography variant="body2" color="textSecondary">
          <Trans>
            ¿Tampoco tenés los códigos? Pedile a quien administra Vitrina que restablezca tu acceso.
          </Trans>
        </Typography>
      )}
    </Stack>
  );
}

interface ProofProps {
  onAnswer: (answer: SignInAnswer) => void;
  onError: (error: Error) => void;
}

function PasskeyProof({ onAnswer, onError }: ProofProps) {
  const prove = useMutation({ mutationFn: proveWithPasskey, onSuccess: onAnswer, onError });
  return (
    <Stack spacing={2}>
      <Typography color="textSecondary">
        <Trans>Confirmá que sos vos con una de tus llaves de acceso.</Trans>
      </Typography>
      {prove.error && <PasskeyAlert error={prove.error} />}
      <Button variant="contained" size="large" loading={prove.isPending} onClick={() => prove.mutate()}>
        <Trans>Usar mi llave de acceso</Trans>
      </Button>
    </Stack>
  );
}

function CodeProof({ isRecovery, onAnswer, onError }: ProofProps & { isRecovery: boolean }) {
  const { t } = useLingui();
  const form = useForm({ resolver: zodResolver(SecondFactorProof), defaultValues: { code: '' } });
  const prove = useMutation({
    mutationFn: (body: SecondFactorProof) => call(signInEndpoints.proveSecondFactor, { body }),
    onSuccess: onAnswer,
    onError: (error) => {
      onError(error);
      form.setFocus('code', { shouldSelect: true });
    },
  });
  return (
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
  );
}
