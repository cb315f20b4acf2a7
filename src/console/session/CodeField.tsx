import { useLingui } from '@lingui/react/macro';
import type { FieldValues } from 'react-hook-form';
import { type FormFieldProps, FormTextField } from '#console/forms/FormTextField.tsx';

export function CodeField<Values extends FieldValues, Output>({
  control,
  name,
}: FormFieldProps<Values, Output>) {
  const { t } = useLingui();
  return (
    <FormTextField
      control={control}
      name={name}
      label={t`Código`}
      errorText={t`Son seis cifras.`}
      autoComplete="one-time-code"
      htmlInput={{
        inputMode: 'numeric',
        maxLength: 12,
        style: { fontSize: 20, letterSpacing: '0.2em', fontVariantNumeric: 'tabular-nums' },
      }}
    />
  );
}
