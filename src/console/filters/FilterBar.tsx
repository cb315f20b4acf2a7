import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { UnreadableParameter } from './search.ts';
import { UnreadableParameters } from './UnreadableParameters.tsx';

interface Props {
  label: string;
  children: ReactNode;
  found: string | undefined;
  freshness?: ReactNode;
  unreadable: readonly UnreadableParameter[];
}

export function FilterBar({ label, children, found, freshness, unreadable }: Props) {
  return (
    <Stack
      component="search"
      aria-label={label}
      direction="row"
      sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}
    >
      {children}
      <Stack
        direction="row"
        sx={{
          flex: '1 1 200px',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1,
          minHeight: 'var(--touch)',
        }}
      >
        <Typography component="output" variant="body2" color="textSecondary" noWrap sx={{ flex: 1 }}>
          {found}
        </Typography>
        {freshness && <Box sx={{ color: 'text.secondary' }}>{freshness}</Box>}
      </Stack>
      <UnreadableParameters parameters={unreadable} />
    </Stack>
  );
}
