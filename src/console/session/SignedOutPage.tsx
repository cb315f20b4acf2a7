import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useLingui } from '@lingui/react';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { Logo } from '#console/ui/icons.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { useTitle } from '#console/ui/title.ts';
import { changeLanguage } from '#console/locales/language.ts';
import { LANGUAGE_NAMES } from '#console/locales/preferred-language.ts';
import { FailureNotice } from '#console/ui/FailureNotice.tsx';

export function SignedOutPage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <MuiRoot>
      <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
        <Paper variant="outlined" sx={{ width: '100%', maxWidth: 420, p: { xs: 2.5, sm: 4 } }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 3 }}>
            <Logo />
            <Typography component="span" sx={{ fontWeight: 700, fontSize: 18, flex: 1 }}>
              Vitrina
            </Typography>
            <LanguageSwitch />
          </Box>
          <Typography variant="h1" sx={{ mb: 2 }}>
            {title}
          </Typography>
          {children}
        </Paper>
      </Box>
    </MuiRoot>
  );
}

function LanguageSwitch() {
  const { i18n } = useLingui();
  const change = useMutation({ mutationFn: changeLanguage });
  const other = i18n.locale === 'es' ? 'en' : 'es';
  return (
    <>
      <Button size="small" lang={other} loading={change.isPending} onClick={() => change.mutate(other)}>
        {LANGUAGE_NAMES[other]}
      </Button>
      {change.error && <FailureNotice error={change.error} onRetry={() => change.mutate(other)} />}
    </>
  );
}
