import { useLingui } from '@lingui/react/macro';
import type { TextFieldProps } from '@mui/material/TextField';
import type { FieldError } from 'react-hook-form';
import { PASSWORD_LEAST, PASSWORD_MOST } from '#contract/desk/passwords.ts';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import { PasswordField } from './PasswordField.tsx';

/** A password being chosen: its length is told while it is too short, and what the gateway refused afterwards. */
export function NewPasswordField({
  value,
  fault,
  ...field
}: Omit<TextFieldProps, 'value' | 'error'> & { value: string; fault: FieldError | undefined }) {
  const { t } = useLingui();
  const sentence = useFieldErrorText();
  const length = Array.from(value).length;
  const asked = t`Al menos ${PASSWORD_LEAST} caracteres. Varias palabras juntas sirven; podés pegarla de tu gestor.`;
  const told =
    length > PASSWORD_MOST
      ? t`Tiene ${length} caracteres; el máximo es ${PASSWORD_MOST}.`
      : length > 0 && length < PASSWORD_LEAST
        ? t`Van ${length} de ${PASSWORD_LEAST} caracteres.`
        : asked;
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      error={Boolean(fault)}
      helperText={fault?.type === 'server' ? sentence(fault.message) : told}
    />
  );
}
