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
import { linkEndpoints } from '#contract/desk/links.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { BACKGROUND } from '#console/api/query-client.ts';
import { Failure } from '#console/api/failure.ts';
import { paths, patterns } from '#console/paths.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { ChoosePasswordForm } from './ChoosePasswordForm.tsx';
import { SignedOutPage } from './SignedOutPage.tsx';

const mailedLinkQuery = (token: string) =>
  endpointQuery(
    linkEndpoints.viewLink,
    { body: { token } },
    { staleTime: Infinity, gcTime: 0, meta: BACKGROUND },
  );

function MailedLinkPage() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const params = useParams();
  const [token] = useState(params.token ?? '');
  const [isInvitation] = useState(pathname.startsWith(patterns.welcome.replace(':token', '')));
  const link = useQuery(mailedLinkQuery(token));

  useEffect(
    () => history.replaceState(history.state, '', isInvitation ? paths.signIn() : paths.recover()),
    [isInvitation],
  );

  const isInvalid = link.error instanceof Failure && (link.error.status === 404 || link.error.status === 400);
  return (
    <SignedOutPage
      title={
        isInvalid
          ? t`Este enlace ya no sirve`
          : isInvitation
            ? t`Te damos la bienvenida`
            : t`Elegí otra contraseña`
      }
    >
      {link.isPending && (
        <>
          <Skeleton variant="rounded" height={160} />
          <SlowNotice />
        </>
      )}
      {link.data && !link.error && (
        <ChoosePasswordForm token={token} link={link.data} onInvalidLink={() => void link.refetch()} />
      )}
      {isInvalid && <InvalidLink isInvitation={isInvitation} />}
      {link.error && !isInvalid && (
        <Stack spacing={2}>
          <FormAlert error={link.error} />
          <Button variant="outlined" loading={link.isFetching} onClick={() => void link.refetch()}>
            <Trans>Reintentar</Trans>
          </Button>
        </Stack>
      )}
    </SignedOutPage>
  );
}

function InvalidLink({ isInvitation }: { isInvitation: boolean }) {
  return (
    <Stack spacing={2}>
      <Alert severity="warning" variant="outlined">
        {isInvitation ? (
          <Trans>La invitación ya se usó, venció o fue reemplazada por otra más nueva.</Trans>
        ) : (
          <Trans>El enlace ya se usó, venció o fue reemplazado por otro más nuevo.</Trans>
        )}
      </Alert>
      {isInvitation ? (
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
      <Button variant={isInvitation ? 'contained' : 'text'} size="large" href={paths.signIn()}>
        <Trans>Iniciar sesión</Trans>
      </Button>
    </Stack>
  );
}

export { MailedLinkPage as Component };
