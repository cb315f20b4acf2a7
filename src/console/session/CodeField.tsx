import { useLingui } from '@lingui/react/macro';
import TextField, { type TextFieldProps } from '@mui/material/TextField';

export function CodeField({ error = false, ...field }: TextFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      {...field}
      label={t`Código`}
      error={error}
      helperText={error && t`Son seis cifras.`}
      autoComplete="one-time-code"
      slotProps={{
        htmlInput: {
          inputMode: 'numeric',
          maxLength: 12,
          style: { fontSize: 20, letterSpacing: '0.2em', fontVariantNumeric: 'tabular-nums' },
        },
      }}
    />
  );
}
