import { useLingui } from '@lingui/react/macro';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';

interface Props<Values extends FieldValues, Body> extends Omit<
  TextFieldProps,
  'name' | 'value' | 'error' | 'slotProps' | 'variant'
> {
  control: Control<Values, unknown, Body>;
  name: FieldPath<Values>;
  /** Shown when the value is invalid. A message of the service is quoted instead. */
  errorText: string;
  /** An address, a name or a secret: neither spell-checked nor capitalized. */
  isVerbatim?: boolean;
}

export function FormTextField<Values extends FieldValues, Body>({
  control,
  name,
  errorText,
  isVerbatim = false,
  helperText,
  ...props
}: Props<Values, Body>) {
  const { t } = useLingui();
  const { field, fieldState } = useController({ control, name });
  const { ref, ...inputProps } = field;
  const { error } = fieldState;
  const message = error?.message ?? '';
  const errorMessage = error?.type === 'server' ? t`El servicio dice: «${message}»` : errorText;
  return (
    <TextField
      autoComplete="off"
      // oxlint-disable-next-line react/jsx-props-no-spreading -- extends TextField
      {...props}
      // oxlint-disable-next-line react/jsx-props-no-spreading -- connects the input with its form
      {...inputProps}
      inputRef={ref}
      error={error !== undefined}
      helperText={error ? errorMessage : helperText}
      {...(isVerbatim && { slotProps: { htmlInput: { spellCheck: false, autoCapitalize: 'none' } } })}
    />
  );
}
