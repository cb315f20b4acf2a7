import TextField, { type TextFieldProps } from '@mui/material/TextField';

/** Six digits of an authenticator; phones show digits, and fill in what they know. */
export function CodeField(field: TextFieldProps) {
  return (
    <TextField
      {...field}
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
