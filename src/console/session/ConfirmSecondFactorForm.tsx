import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { type FieldValues, useForm } from 'react-hook-form';
import { encode } from 'uqr';
import { type NewSecondFactor, meEndpoints } from '#contract/desk/me.ts';
import { SecondFactorProof } from '#contract/desk/signing-in.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { Failure } from '#console/api/failure.ts';
import { type FormFieldProps, FormTextField } from '#console/forms/FormTextField.tsx';
import { SignInStepForm, StepExpired } from './SignInStepForm.tsx';

/** Readers of the code need a blank margin of this many modules. */
const QUIET_ZONE = 4;

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE });
  const modules = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={modules.join('')} />
    </svg>
  );
}

const confirmSecondFactor = endpointMutation(
  meEndpoints.confirmSecondFactor,
  (body: SecondFactorProof) => ({ body }),
  { invalidates: ['viewMe'] },
);

interface Props {
  secondFactor: NewSecondFactor;
  onConfirmed: (recoveryCodes: string[]) => void;
  onRestart: () => void;
}

export function ConfirmSecondFactorForm({ secondFactor, onConfirmed, onRestart }: Props) {
  const { t } = useLingui();
  const form = useForm({ resolver: zodResolver(SecondFactorProof), defaultValues: { code: '' } });
  const confirm = useMutation({
    ...confirmSecondFactor,
    onSuccess: ({ codes }) => onConfirmed(codes),
    onError: () => form.setFocus('code', { shouldSelect: true }),
  });
  const { error } = confirm;
  if (error instanceof Failure && (error.isUnauthenticated || error.code === 'not-set-up'))
    return <StepExpired onRestart={onRestart} />;
  return (
    <SignInStepForm
      form={form}
      initialFocus="code"
      intro={
        <>
          <Typography>
            <Trans>1. Escaneá este código con tu app de autenticación.</Trans>
          </Typography>
          <Box
            sx={{
              alignSelf: 'center',
              display: 'grid',
              borderRadius: 1,
              overflow: 'hidden',
              border: 1,
              borderColor: 'divider',
            }}
          >
            <QrCode text={secondFactor.uri} label={t`Código QR para la app de autenticación`} />
          </Box>
          <Typography variant="body2" color="textSecondary">
            <Trans>
              ¿No podés escanearlo? <Link href={secondFactor.uri}>Abrilo en este dispositivo</Link> o escribí
              esta clave en la app:
            </Trans>
          </Typography>
          <Typography
            component="code"
            aria-label={t`Clave`}
            sx={{ fontFamily: 'monospace', letterSpacing: '0.05em', wordSpacing: '0.2em', userSelect: 'all' }}
          >
            {secondFactor.secret.replace(/.{4}(?=.)/g, '$& ')}
          </Typography>
          <Typography>
            <Trans>2. Escribí el código de seis cifras que muestra.</Trans>
          </Typography>
        </>
      }
      error={error}
      submitLabel={t`Activar el segundo paso`}
      isPending={confirm.isPending}
      onValid={(values) => confirm.mutate(values)}
    >
      <CodeField control={form.control} name="code" />
    </SignInStepForm>
  );
}

export function CodeField<Values extends FieldValues, Output>({
  control,
  name,
}: FormFieldProps<Values, Output>) {
  const { t } = useLingui();
  return (
    <FormTextField
      control={control}
      name={name}
      label={t`Código`}
      errorText={t`Son seis cifras.`}
      autoComplete="one-time-code"
      htmlInput={{
        inputMode: 'numeric',
        maxLength: 12,
        style: { fontSize: 20, letterSpacing: '0.2em', fontVariantNumeric: 'tabular-nums' },
      }}
    />
  );
}
