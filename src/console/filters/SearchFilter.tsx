import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useNavigate, useSearchParams } from 'react-router';
import { SearchIcon } from '#console/ui/icons.tsx';
import { changedSearch } from './search.ts';

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
