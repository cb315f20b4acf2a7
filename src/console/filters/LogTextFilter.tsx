import TextField from '@mui/material/TextField';
import type { FocusEvent, KeyboardEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { changedLogSearch } from './log-address.ts';

interface Props {
  label: string;
  name: string;
  maxLength: number;
}

export function LogTextFilter({ label, name, maxLength }: Props) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const value = search.get(name) ?? '';
  const apply = ({ currentTarget }: FocusEvent<HTMLInputElement> | KeyboardEvent<HTMLInputElement>) => {
    const text = currentTarget.value.trim();
    if (text !== value) void navigate({ search: changedLogSearch(search, { [name]: text }) });
  };
  return (
    <TextField
      key={value}
      type="search"
      label={label}
      defaultValue={value}
      slotProps={{
        htmlInput: {
          maxLength,
          onBlur: apply,
          onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => event.key === 'Enter' && apply(event),
        },
      }}
      sx={{ flex: '1 1 120px', maxWidth: { sm: 240 } }}
    />
  );
}
