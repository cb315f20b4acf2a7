import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link as RouterLink, useLocation, useParams } from 'react-router';
import { type LinkInfo as MailedLink, linkRows } from '#contract/desk/links.ts';
import { call } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { paths, patterns } from '#console/paths.ts';
import { FormFailure } from '#console/forms/FormFailure.tsx';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { ChoosePasswordForm } from './ChoosePasswordForm.tsx';
import { SignedOutPage } from './SignedOutPage.tsx';

/** Where the links of mails lead: an invitation is accepted, or a forgotten password replaced. */
function MailedLinkPage() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const params = useParams();
  const [token] = useState(params.token ?? '');
  const [invited] = useState(pathname.startsWith(patterns.welcome.replace(':token', '')));
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: async ({ signal }) =>
      (await call(linkRows.viewLink, { body: { token }, signal, isBackground: true })) as MailedLink,
    staleTime: Infinity,
    gcTime: 0,
  });

  // The token stays in no history and on no screen that is shared.
  useEffect(
    () => history.replaceState(history.state, '', invited ? paths.signIn() : paths.recover()),
    [invited],
  );

  const dead = link.error instanceof Failure && (link.error.status === 404 || link.error.status === 400);
  return (
    <SignedOutPage
      title={
        dead ? t`Este enlace ya no sirve` : invited ? t`Te damos la bienvenida` : t`Elegí otra contraseña`
      }
    >
      {link.isPending && (
        <>
          <Skeleton variant="rounded" height={160} />
          <SlowNotice />
        </>
      )}
      {link.data && !link.error && (
        <ChoosePasswordForm token={token} link={link.data} onDead={() => void link.refetch()} />
      )}
      {dead && <DeadLink invited={invited} />}
      {link.error && !dead && (
        <Stack spacing={2}>
          <FormFailure error={link.error} />
          <Button variant="outlined" loading={link.isFetching} onClick={() => void link.refetch()}>
            <Trans>Reintentar</Trans>
          </Button>
        </Stack>
      )}
    </SignedOutPage>
  );
}

function DeadLink({ invited }: { invited: boolean }) {
  return (
    <Stack spacing={2}>
      <Alert severity="warning" variant="outlined">
        {invited ? (
          <Trans>La invitación ya se usó, venció o fue reemplazada por otra más nueva.</Trans>
        ) : (
          <Trans>El enlace ya se usó, venció o fue reemplazado por otro más nuevo.</Trans>
        )}
      </Alert>
      {invited ? (
        <Typography color="textSecondary">
          <Trans>
            Si ya elegiste tu contraseña, iniciá sesión. Si no, pedile otra invitación a quien te invitó, o{' '}
            <Link component={RouterLink} to={paths.recover()}>
              recibí otro enlace
            </Link>{' '}
            en tu correo.
          </Trans>
        </Typography>
      ) : (
        <Button variant="contained" size="large" component={RouterLink} to={paths.recover()}>
          <Trans>Pedir otro enlace</Trans>
        </Button>
      )}
      {/* By the gateway, which knows whether the person is signed in already. */}
      <Button variant={invited ? 'contained' : 'text'} size="large" href={paths.signIn()}>
        <Trans>Iniciar sesión</Trans>
      </Button>
    </Stack>
  );
}

export { MailedLinkPage as Component };
