import { useLingui } from '@lingui/react/macro';
import type { TextFieldProps } from '@mui/material/TextField';
import type { FieldError } from 'react-hook-form';
import { PASSWORD_LEAST, PASSWORD_MOST } from '#contract/desk/passwords.ts';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import { PasswordField } from './PasswordField.tsx';

interface Props extends Omit<TextFieldProps, 'value' | 'error' | 'variant'> {
  value: string;
  fieldError: FieldError | undefined;
}

export function NewPasswordField({ value, fieldError, ...field }: Props) {
  const { t } = useLingui();
  const errorText = useFieldErrorText();
  const length = Array.from(value).length;
  const lengthText =
    length > PASSWORD_MOST
      ? t`Tiene ${length} caracteres; el máximo es ${PASSWORD_MOST}.`
      : length > 0 && length < PASSWORD_LEAST
        ? t`Van ${length} de ${PASSWORD_LEAST} caracteres.`
        : t`Al menos ${PASSWORD_LEAST} caracteres. Varias palabras juntas sirven; podés pegarla de tu gestor.`;
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      error={Boolean(fieldError)}
      helperText={fieldError?.type === 'gateway' ? errorText(fieldError.message) : lengthText}
    />
  );
}
