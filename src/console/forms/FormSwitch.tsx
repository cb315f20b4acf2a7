import type { ReactNode } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { SwitchField } from '#console/ui/SwitchField.tsx';
import type { FormFieldProps } from './FormTextField.tsx';

interface Props<Values extends FieldValues, Output> extends FormFieldProps<Values, Output> {
  label: string;
  description?: ReactNode;
}

export function FormSwitch<Values extends FieldValues, Output>({
  control,
  name,
  label,
  description,
}: Props<Values, Output>) {
  const { field } = useController({ control, name });
  return (
    <SwitchField
      label={label}
      description={description}
      checked={field.value}
      inputRef={field.ref}
      onChange={field.onChange}
    />
  );
}
