import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';

export function Columns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
        alignItems: 'start',
        gap: 2,
      }}
    >
      <Stack spacing={2}>{children}</Stack>
      <Stack spacing={2}>{aside}</Stack>
    </Box>
  );
}
