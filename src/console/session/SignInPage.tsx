import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useSearchParams } from 'react-router';
import { paths } from '#console/paths.ts';
import { Mark } from '#console/shell/icons.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { useTitle } from '#console/ui/title.ts';
import { SignInForm } from './SignInForm.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';

/** Where people come in; they go on to where they were going. */
export function SignInPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  useTitle(t`Iniciar sesión`);
  return (
    <MuiRoot>
      <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
        <Paper variant="outlined" sx={{ width: '100%', maxWidth: 400, p: { xs: 2.5, sm: 4 } }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 3 }}>
            <Mark />
            <Typography component="span" sx={{ fontWeight: 700, fontSize: 18, flex: 1 }}>
              Vitrina
            </Typography>
            <LanguageSwitch />
          </Box>
          <Typography component="h1" variant="h6" sx={{ mb: 2 }}>
            <Trans>Iniciar sesión</Trans>
          </Typography>
          {/* A new page, so that nothing of whoever was here before remains. */}
          <SignInForm onDone={() => location.replace(destination(search.get('next')))} />
        </Paper>
      </Box>
    </MuiRoot>
  );
}

/** A path of this origin, or home: an address from outside never leads elsewhere. */
function destination(next: string | null): string {
  if (!next?.startsWith('/') || /[\\\p{Cc}]/u.test(next)) return paths.home();
  const url = new URL(next, location.origin);
  return url.origin === location.origin ? url.pathname + url.search + url.hash : paths.home();
}
