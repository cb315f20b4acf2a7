import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { UnreadableParameter } from './search.ts';

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
