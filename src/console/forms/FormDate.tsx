import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import { type FieldError, type FieldValues, useController } from 'react-hook-form';
import { PICKER_ZONE, formatPickerTime, toPickerDate } from '#console/ui/picker-dates.ts';
import type { FormFieldProps } from './FormTextField.tsx';

interface Props<Values extends FieldValues, Output> extends FormFieldProps<Values, Output> {
  label: string;
  errorText: (error: FieldError) => string;
  disablePast?: boolean;
}

/** The value is a day and a time as `2026-11-22T09:30`. It stands inside `PickersLocale`. */
export function FormDate<Values extends FieldValues, Output>({
  control,
  name,
  label,
  errorText,
  disablePast = false,
}: Props<Values, Output>) {
  const { field, fieldState } = useController({ control, name });
  const { error } = fieldState;
  return (
    <DateTimePicker
      label={label}
      defaultValue={toPickerDate(field.value)}
      timezone={PICKER_ZONE}
      disablePast={disablePast}
      onChange={(date) => field.onChange(formatPickerTime(date))}
      slotProps={{
        textField: {
          size: 'small',
          inputRef: field.ref,
          ...(error && { error: true, helperText: <span role="alert">{errorText(error)}</span> }),
        },
      }}
    />
  );
}
