import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type ReactNode, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useNavigate, useSearchParams, Link } from 'react-router';
import type { Period } from '#contract/relative-days.ts';
import { dayAt } from '#contract/window.ts';
import { Failure } from '#console/api/failure.ts';
import { useSession } from '#console/session/session.ts';
import { IconAction } from '#console/ui/IconAction.tsx';
import { CloseIcon, FilterIcon, BackIcon, NextIcon } from '#console/ui/icons.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { UnreadableParameters } from './FilterBar.tsx';
import { type LogAddress, changedLogSearch } from './log-address.ts';
import { PeriodFilter } from './PeriodFilter.tsx';

interface Props {
  label: string;
  address: LogAddress;
  failure: Error | null;
  children: ReactNode;
}

const ON_PHONES = '@media (max-width: 759px)';

export function LogFilters({ label, address: { query, unreadable }, failure, children }: Props) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const today = dayAt(useNow(), timeZone);
  const dayErrors = failure instanceof Failure ? failure.errors : {};
  const isOpen = isUnfolded || Object.keys(dayErrors).length > 0;
  const count = Object.keys(query).filter((name) => name !== 'before').length;
  const toError = (messages: unknown) => messages !== undefined && t`Revisá este día.`;
  return (
    <Stack component="search" aria-label={label} tabIndex={-1} spacing={1.5}>
      <Box sx={{ display: 'none', [ON_PHONES]: { display: 'block' } }}>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<FilterIcon />}
          aria-expanded={isUnfolded}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          {count > 0 ? <Trans>Filtros ({count})</Trans> : <Trans>Filtros</Trans>}
        </Button>
      </Box>
      <Stack
        direction="row"
        sx={{
          flexWrap: 'wrap',
          alignItems: 'center',
          '&:has([role="alert"])': { alignItems: 'start' },
          columnGap: 1,
          rowGap: 1.5,
          [ON_PHONES]: { display: isOpen ? 'flex' : 'none' },
        }}
      >
        <PeriodFilter
          period={query}
          today={today}
          errors={{ from: toError(dayErrors.from), to: toError(dayErrors.to) }}
          onChange={(period: Period) =>
            void navigate({
              search: changedLogSearch(search, { since: undefined, until: undefined, ...period }),
            })
          }
        />
        <IconAction
          label={t`Limpiar`}
          disabled={count === 0}
          // The button keeps its place, so that nothing moves.
          sx={{ visibility: count === 0 ? 'hidden' : 'visible', [ON_PHONES]: { order: 1 } }}
          onClick={({ currentTarget }) => {
            currentTarget.closest('search')?.focus();
            void navigate({ search: '' });
          }}
        >
          <CloseIcon />
        </IconAction>
        <Box sx={{ flexBasis: '100%', [ON_PHONES]: { display: 'none' } }} />
        {children}
      </Stack>
      <UnreadableParameters parameters={unreadable} />
    </Stack>
  );
}

interface TextFilterProps {
  label: string;
  name: string;
  maxLength: number;
}

export function LogTextFilter({ label, name, maxLength }: TextFilterProps) {
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
      sx={{ flex: '1 1 104px', maxWidth: { sm: 240 } }}
    />
  );
}

interface PaginationProps {
  label: string;
  hasOlder: boolean;
  lastId: string | undefined;
}

export function LogPagination({ label, hasOlder, lastId }: PaginationProps) {
  const [search] = useSearchParams();
  const linkTo = (before: string | undefined) => ({ search: changedLogSearch(search, { before }) });
  const isNewest = !search.get('before');
  if (isNewest && !hasOlder) return null;
  return (
    <Stack component="nav" aria-label={label} direction="row" sx={{ gap: 1 }}>
      {!isNewest && (
        <Button component={Link} to={linkTo(undefined)} variant="outlined" startIcon={<BackIcon />}>
          <Trans>Las más nuevas</Trans>
        </Button>
      )}
      {hasOlder && lastId && (
        <Button
          component={Link}
          to={linkTo(lastId)}
          variant="outlined"
          endIcon={<NextIcon />}
          sx={{ marginInlineStart: 'auto' }}
        >
          <Trans>Más antiguas</Trans>
        </Button>
      )}
    </Stack>
  );
}
