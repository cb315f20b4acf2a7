import { useLingui } from '@lingui/react/macro';
import type { FieldValues } from 'react-hook-form';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import type { FormFieldProps } from '#console/forms/FormTextField.tsx';
import { PasswordField } from '#console/session/PasswordField.tsx';

interface Props<Values extends FieldValues, Output> extends FormFieldProps<Values, Output> {
  label: string;
}

export function CurrentPasswordField<Values extends FieldValues, Output>({
  control,
  name,
  label,
}: Props<Values, Output>) {
  const { t } = useLingui();
  const getErrorText = useFieldErrorText();
  return (
    <PasswordField
      control={control}
      name={name}
      label={label}
      autoComplete="current-password"
      errorText={({ type, message }) =>
        (type === 'gateway' && getErrorText(message)) || t`Escribí tu contraseña.`
      }
    />
  );
}
