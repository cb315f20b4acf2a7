import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import ThemeProvider from '@mui/system/ThemeProvider';
import type { ReactNode } from 'react';
import { theme } from '#console/theme.ts';
import { styleNonce } from './style-nonce.ts';

const cache = createCache({ key: 'mui', nonce: styleNonce(), prepend: true });

/**
 * Stands around whatever uses MUI components. The first screen does not: they come after it. The theme's variables
 * are in the page already, so MUI's own provider of them, which would also decide the colour scheme, is not used.
 */
export function MuiRoot({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </CacheProvider>
  );
}
