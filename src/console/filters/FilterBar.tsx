import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { SearchIcon } from '#console/ui/icons.tsx';
import { type UnreadableParameter, changedSearch } from './search.ts';

interface Props {
  label: string;
  children: ReactNode;
  count: string | undefined;
  unreadable: readonly UnreadableParameter[];
}

export function FilterBar({ label, children, count, unreadable }: Props) {
  return (
    <Stack
      component="search"
      aria-label={label}
      direction="row"
      sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}
    >
      {children}
      <Typography component="output" variant="body2" color="textSecondary" noWrap>
        {count}
      </Typography>
      <UnreadableParameters parameters={unreadable} />
    </Stack>
  );
}

export function UnreadableParameters({ parameters }: { parameters: readonly UnreadableParameter[] }) {
  return parameters.map(({ parameter, value }) => (
    <Alert
      key={parameter}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Alert's own role would be an alert
      role="status"
      severity="warning"
      variant="outlined"
      sx={{ flex: '1 1 100%', overflowWrap: 'anywhere' }}
    >
      <Trans>
        No se entiende «{parameter}={value}» en la dirección; se muestra sin eso.
      </Trans>
    </Alert>
  ));
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string | undefined;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  wide?: boolean;
}

export function ChoiceFilter({ label, all, value = '', choices, onChange, wide = false }: ChoiceProps) {
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

export function SearchFilter({ label }: { label: string }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (
    <TextField
      type="search"
      placeholder={label}
      value={search.get('q') ?? ''}
      onChange={({ target }) =>
        void navigate({ search: changedSearch(search, { q: target.value }) }, { replace: true })
      }
      slotProps={{
        htmlInput: { 'aria-label': label },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon />
            </InputAdornment>
          ),
        },
      }}
      sx={{ flex: '1 1 240px', maxWidth: { sm: 360 } }}
    />
  );
}
