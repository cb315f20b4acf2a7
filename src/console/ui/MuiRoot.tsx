import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { useLingui } from '@lingui/react/macro';
import ThemeProvider from '@mui/system/ThemeProvider';
import type { ReactNode } from 'react';
import { theme } from '#console/theme.ts';

const styleCache = createCache({ key: 'mui', nonce: styleNonce(), prepend: true });

/** The page's style sheet has the variables, so `CssVarsProvider` is not needed. */
export function MuiRoot({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const words = { openText: t`Abrir`, closeText: t`Cerrar`, clearText: t`Limpiar` };
  const components = { ...theme.components, MuiAutocomplete: { defaultProps: words } };
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider theme={{ ...theme, components }}>{children}</ThemeProvider>
    </CacheProvider>
  );
}

/** MUI's styles pass the content security policy by this nonce; the development server has none. */
export function styleNonce(): string {
  const block = document.querySelector('#desk')?.textContent;
  const { styleNonce = '' }: { styleNonce?: string } = block ? JSON.parse(block) : {};
  return styleNonce;
}
