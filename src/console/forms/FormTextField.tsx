import { useLingui } from '@lingui/react/macro';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import {
  type Control,
  type FieldError,
  type FieldPath,
  type FieldValues,
  useController,
} from 'react-hook-form';

interface Props<Values extends FieldValues, Body> extends Omit<
  TextFieldProps,
  'name' | 'value' | 'error' | 'slotProps' | 'variant'
> {
  control: Control<Values, unknown, Body>;
  name: FieldPath<Values>;
  /** Shown when the value is invalid; the service's own message is quoted instead. A function decides for both. */
  errorText: string | ((error: FieldError) => string | undefined);
  /** An address, a name or a secret: neither spell-checked nor capitalized. */
  isVerbatim?: boolean;
}

/** A text field of a react-hook-form form, with its error as helper text. */
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
  const describe = (failed: FieldError) => {
    if (typeof errorText === 'function') return errorText(failed);
    const { type, message = '' } = failed;
    return type === 'server' ? t`El servicio dice: «${message}»` : errorText;
  };
  return (
    <TextField
      autoComplete="off"
      // oxlint-disable-next-line react/jsx-props-no-spreading -- extends TextField
      {...props}
      // oxlint-disable-next-line react/jsx-props-no-spreading -- connects the input with its form
      {...inputProps}
      inputRef={ref}
      error={error !== undefined}
      helperText={error ? describe(error) : helperText}
      {...(isVerbatim && { slotProps: { htmlInput: { spellCheck: false, autoCapitalize: 'none' } } })}
    />
  );
}
