import { useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { useState } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { PASSWORD_LEAST, PASSWORD_MOST } from '#contract/desk/passwords.ts';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import {
  type FormFieldProps,
  FormTextField,
  type FormTextFieldProps,
} from '#console/forms/FormTextField.tsx';

export function CurrentPasswordField<Values extends FieldValues, Output>(
  props: FormFieldProps<Values, Output> & { label: string },
) {
  const { t } = useLingui();
  return <PasswordField {...props} autoComplete="current-password" errorText={t`Escribí tu contraseña.`} />;
}

export function NewPasswordField<Values extends FieldValues, Output>(props: FormFieldProps<Values, Output>) {
  const { t } = useLingui();
  const password: string = useWatch(props);
  const length = Array.from(password).length;
  const lengthText =
    length > PASSWORD_MOST
      ? t`Tiene ${length} caracteres; el máximo es ${PASSWORD_MOST}.`
      : length > 0 && length < PASSWORD_LEAST
        ? t`Van ${length} de ${PASSWORD_LEAST} caracteres.`
        : t`Al menos ${PASSWORD_LEAST} caracteres. Varias palabras juntas sirven; podés pegarla de tu gestor.`;
  return (
    <PasswordField
      {...props}
      label={t`Contraseña nueva`}
      autoComplete="new-password"
      errorText={lengthText}
      helperText={lengthText}
    />
  );
}

interface PasswordFieldProps<Values extends FieldValues, Output> extends FormTextFieldProps<Values, Output> {
  errorText: string;
}

function PasswordField<Values extends FieldValues, Output>({
  errorText,
  ...props
}: PasswordFieldProps<Values, Output>) {
  const { t } = useLingui();
  const getErrorText = useFieldErrorText();
  const [isShown, setShown] = useState(false);
  return (
    <FormTextField
      {...props}
      errorText={({ type, message }) => (type === 'gateway' && getErrorText(message)) || errorText}
      isVerbatim
      type={isShown ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <Button size="small" sx={{ mr: -1 }} onClick={() => setShown(!isShown)}>
            {isShown ? t`Ocultar` : t`Mostrar`}
          </Button>
        </InputAdornment>
      }
    />
  );
}
