import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export function Caption({ children }: { children: ReactNode }) {
  return (
    <Typography component="div" variant="caption" color="textSecondary">
      {children}
    </Typography>
  );
}
