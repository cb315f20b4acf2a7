import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';

interface Props {
  label: string;
  all: string;
  value: string | undefined;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  wide?: boolean;
}

export function ChoiceFilter({ label, all, value = '', choices, onChange, wide = false }: Props) {
  const isUnknown = value !== '' && !choices.some((choice) => choice.value === value);
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ flex: wide ? '1 1 150px' : '1 1 120px', maxWidth: { sm: wide ? 280 : 180 } }}
    >
      <MenuItem value="">{all}</MenuItem>
      {isUnknown && <MenuItem value={value}>{value}</MenuItem>}
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
