import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export function CallbackUrl({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ fontFamily: 'monospace', fontSize: 13, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  );
}
