import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, type SubmitEvent, useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { FormAlert } from '#console/forms/FormAlert.tsx';

interface Props<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  initialFocus: Path<Values>;
  intro?: ReactNode;
  error: Error | null;
  submitLabel: string;
  isPending: boolean;
  onValid: (values: Values) => void;
  children: ReactNode;
}

export function SignInStepForm<Values extends FieldValues>({
  form,
  initialFocus,
  intro,
  error,
  submitLabel,
  isPending,
  onValid,
  children,
}: Props<Values>) {
  const { setFocus } = form;
  useEffect(() => setFocus(initialFocus), [setFocus, initialFocus]);
  const onSubmit = form.handleSubmit(onValid);
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event: SubmitEvent) => void onSubmit(event)}>
      {intro}
      {error && <FormAlert error={error} />}
      {children}
      <Button type="submit" variant="contained" size="large" loading={isPending}>
        {submitLabel}
      </Button>
    </Stack>
  );
}

export function StepExpired({ onRestart }: { onRestart: () => void }) {
  return (
    <Stack spacing={2}>
      <Alert severity="warning" variant="outlined">
        <Trans>Pasó demasiado tiempo, o hubo demasiados intentos. Empezá otra vez.</Trans>
      </Alert>
      <Button variant="contained" size="large" onClick={onRestart}>
        <Trans>Empezar otra vez</Trans>
      </Button>
    </Stack>
  );
}
