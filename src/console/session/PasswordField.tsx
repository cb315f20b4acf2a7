import { useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useState } from 'react';

export function PasswordField({ slotProps, ...field }: Omit<TextFieldProps, 'type'>) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      slotProps={{
        ...slotProps,
        htmlInput: { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <Button size="small" sx={{ mr: -1 }} onClick={() => setShown(!isShown)}>
                {isShown ? t`Ocultar` : t`Mostrar`}
              </Button>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
