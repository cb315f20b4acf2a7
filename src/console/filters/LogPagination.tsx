import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Link, useSearchParams } from 'react-router';
import { BackIcon, NextIcon } from '#console/ui/icons.tsx';
import { changedLogSearch } from './log-address.ts';

interface Props {
  label: string;
  hasOlder: boolean;
  lastId: string | undefined;
}

export function LogPagination({ label, hasOlder, lastId }: Props) {
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
