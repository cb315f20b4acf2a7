import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { NavigationType, Link as RouterLink, useNavigationType } from 'react-router';
import { Freshness, type FreshnessQuery } from './Freshness.tsx';
import { MuiRoot } from './MuiRoot.tsx';
import { useTitle } from './title.ts';

export interface PageProps {
  title: string;
  tab?: (string | undefined)[];
  back?: { to: string; label: string } | undefined;
  freshness?: FreshnessQuery | undefined;
  actions?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}

export function Page({ title, tab, back, freshness, actions, narrow = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigationType = useNavigationType();
  useTitle(...(tab ?? [title]));
  const [shouldFocus] = useState(navigationType !== NavigationType.Pop);
  useEffect(() => {
    if (shouldFocus) heading.current?.focus();
  }, [shouldFocus]);
  return (
    <MuiRoot>
      <Box
        sx={{
          minHeight: '100%',
          px: { xs: 2, sm: 3 },
          pt: 2,
          pb: 5,
          maxWidth: narrow ? 760 : 1320,
          mx: narrow ? 'auto' : 0,
        }}
      >
        <Stack
          component="header"
          direction="row"
          sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 44, mb: 2 }}
        >
          <Stack
            direction={{ xs: 'column', sm: 'row' }}
            sx={{ flex: '1 1 240px', flexWrap: { sm: 'wrap' }, alignItems: 'baseline', columnGap: 1 }}
          >
            {back && (
              <>
                <Link
                  component={RouterLink}
                  to={back.to}
                  color="textSecondary"
                  underline="hover"
                  sx={{ fontSize: 16, py: { xs: 1.5, sm: 0 } }}
                >
                  <Box component="span" aria-hidden="true" sx={{ display: { sm: 'none' } }}>
                    ‹{' '}
                  </Box>
                  {back.label}
                </Link>
                <Typography
                  component="span"
                  aria-hidden="true"
                  color="textSecondary"
                  sx={{ display: { xs: 'none', sm: 'inline' } }}
                >
                  ›
                </Typography>
              </>
            )}
            <Typography ref={heading} variant="h1" tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
          </Stack>
          {(freshness ?? actions) && (
            <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
              {freshness && <Freshness query={freshness} />}
              {actions}
            </Stack>
          )}
        </Stack>
        <Stack spacing={2}>{children}</Stack>
      </Box>
    </MuiRoot>
  );
}
