import { useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormTextField, type FormTextFieldProps } from '#console/forms/FormTextField.tsx';

export function PasswordField<Values extends FieldValues, Output>(
  props: Omit<FormTextFieldProps<Values, Output>, 'type' | 'endAdornment'>,
) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  return (
    <FormTextField
      // oxlint-disable-next-line react/jsx-props-no-spreading -- extends FormTextField
      {...props}
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
