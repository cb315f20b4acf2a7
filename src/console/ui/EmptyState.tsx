import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export function EmptyState({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <Paper variant="outlined" sx={{ display: 'grid', justifyItems: 'center', gap: 2, px: 3, py: 6 }}>
      <Typography color="textSecondary" align="center">
        {children}
      </Typography>
      {actions && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
          {actions}
        </Stack>
      )}
    </Paper>
  );
}
