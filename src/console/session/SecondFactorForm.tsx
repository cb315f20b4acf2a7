import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { SecondFactorProof, type SignInAnswer, signInEndpoints } from '#contract/desk/signing-in.ts';
import { call } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { CodeField } from './CodeField.tsx';
import { SignInStepForm } from './SignInStepForm.tsx';
import { StepExpired } from './StepExpired.tsx';

interface Props {
  onAnswer: (answer: SignInAnswer) => void;
  onRestart: () => void;
}

export function SecondFactorForm({ onAnswer, onRestart }: Props) {
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

interface ProofFormProps extends Props {
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
