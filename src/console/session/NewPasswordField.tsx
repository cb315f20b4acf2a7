import { useLingui } from '@lingui/react/macro';
import { type FieldValues, useWatch } from 'react-hook-form';
import { PASSWORD_LEAST, PASSWORD_MOST } from '#contract/desk/passwords.ts';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import type { FormFieldProps } from '#console/forms/FormTextField.tsx';
import { PasswordField } from './PasswordField.tsx';

export function NewPasswordField<Values extends FieldValues, Output>({
  control,
  name,
}: FormFieldProps<Values, Output>) {
  const { t } = useLingui();
  const getErrorText = useFieldErrorText();
  const password: string = useWatch({ control, name });
  const length = Array.from(password).length;
  const lengthText =
    length > PASSWORD_MOST
      ? t`Tiene ${length} caracteres; el máximo es ${PASSWORD_MOST}.`
      : length > 0 && length < PASSWORD_LEAST
        ? t`Van ${length} de ${PASSWORD_LEAST} caracteres.`
        : t`Al menos ${PASSWORD_LEAST} caracteres. Varias palabras juntas sirven; podés pegarla de tu gestor.`;
  return (
    <PasswordField
      control={control}
      name={name}
      label={t`Contraseña nueva`}
      autoComplete="new-password"
      errorText={({ type, message }) => (type === 'gateway' && getErrorText(message)) || lengthText}
      helperText={lengthText}
    />
  );
}
