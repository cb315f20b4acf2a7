import { useLingui } from '@lingui/react/macro';
import MenuItem from '@mui/material/MenuItem';
import type { FieldValues } from 'react-hook-form';
import { FormTextField, type FormTextFieldProps } from './FormTextField.tsx';

interface Props<Values extends FieldValues, Output> extends Omit<
  FormTextFieldProps<Values, Output>,
  'errorText' | 'select' | 'children'
> {
  options: readonly { value: string | number; label: string; lang?: string }[];
}

export function FormSelect<Values extends FieldValues, Output>({ options, ...props }: Props<Values, Output>) {
  const { t } = useLingui();
  return (
    <FormTextField {...props} select errorText={t`Este valor no es válido. Revisalo.`}>
      {options.map(({ value, label, lang }) => (
        <MenuItem key={value} value={value} lang={lang}>
          {label}
        </MenuItem>
      ))}
    </FormTextField>
  );
}
