import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useForkRef } from '@mui/material/utils';
import type { ComponentProps, ReactNode } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { type ErrorText, useErrorMessage } from './field-error-text.ts';

export interface FormFieldProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
}

export interface FormTextFieldProps<Values extends FieldValues, Output>
  extends
    FormFieldProps<Values, Output>,
    Omit<TextFieldProps, 'name' | 'value' | 'error' | 'variant' | 'onChange' | 'onBlur' | 'slotProps'> {
  /** It is shown when the value is invalid; a message of the service is quoted instead. */
  errorText: ErrorText;
  /** An address, a name or a secret is neither spell-checked nor capitalized. */
  isVerbatim?: boolean;
  htmlInput?: ComponentProps<'input'>;
  endAdornment?: ReactNode;
}

const VERBATIM = { spellCheck: false, autoCapitalize: 'none' };

export function FormTextField<Values extends FieldValues, Output>({
  control,
  name,
  errorText,
  isVerbatim = false,
  helperText,
  inputRef,
  htmlInput,
  endAdornment,
  ...props
}: FormTextFieldProps<Values, Output>) {
  const getErrorMessage = useErrorMessage();
  const { field, fieldState } = useController({ control, name });
  const { ref, ...inputProps } = field;
  const fieldRef = useForkRef(ref, inputRef);
  return (
    <TextField
      autoComplete="off"
      {...props}
      {...inputProps}
      inputRef={fieldRef}
      error={fieldState.invalid}
      helperText={getErrorMessage(fieldState.error, errorText) ?? helperText}
      slotProps={{ htmlInput: { ...(isVerbatim && VERBATIM), ...htmlInput }, input: { endAdornment } }}
    />
  );
}
