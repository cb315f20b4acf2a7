import { useLingui } from '@lingui/react/macro';
import type { TextFieldProps } from '@mui/material/TextField';
import type { FieldError } from 'react-hook-form';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import { PasswordField } from '#console/session/PasswordField.tsx';

interface Props extends Omit<TextFieldProps, 'type' | 'error' | 'helperText'> {
  fieldError: FieldError | undefined;
}

export function CurrentPasswordField({ fieldError, ...field }: Props) {
  const { t } = useLingui();
  const getErrorText = useFieldErrorText();
  const serverText = fieldError?.type === 'gateway' ? getErrorText(fieldError.message) : undefined;
  return (
    <PasswordField
      {...field}
      autoComplete="current-password"
      error={Boolean(fieldError)}
      helperText={fieldError && (serverText ?? t`Escribí tu contraseña.`)}
    />
  );
}
