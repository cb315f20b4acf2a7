import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link as RouterLink, useLocation, useNavigate, useSearchParams } from 'react-router';
import { parseNextPath } from '#contract/desk/next-path.ts';
import type { Session } from '#contract/desk/sessions.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths, patterns } from '#console/paths.ts';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { OpenIdSignIn, openIdSignInQuery } from './OpenIdSignIn.tsx';
import { isStoredPage, readSignInOptions } from './session.ts';
import { SignedOutPage } from './SignedOutPage.tsx';
import { type SignInProgress, SignInSteps } from './SignInSteps.tsx';
import { onTabMessage, postTabMessage } from './tab-messages.ts';

function SignInPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { pathname, state } = useLocation() as { pathname: string; state: SignInProgress | null };
  const next = search.get('next') ?? undefined;
  const progress: SignInProgress =
    pathname === patterns.secondFactor ? (state ?? { step: 'second-factor' }) : { step: 'password' };
  const { step } = progress;
  const titles: Record<SignInProgress['step'], string> = {
    password: t`Iniciar sesión`,
    'second-factor': t`Segundo paso`,
    'set-up-second-factor': t`Activá el segundo paso`,
  };

  useEffect(() => onTabMessage(({ type }) => type === 'signed-in' && location.reload()), []);

  const onStep = (state: SignInProgress) =>
    void navigate(state.step === 'password' ? paths.signIn(next) : paths.secondFactor(next), { state });
  return (
    <SignedOutPage title={titles[step]}>
      {pathname === patterns.openIdCallback ? (
        <OpenIdCallback />
      ) : step === 'password' ? (
        <SignInChoice next={next} onStep={onStep} />
      ) : (
        <SignInSteps
          progress={progress}
          onStep={onStep}
          onSignedIn={(session) => openConsole(session, next)}
        />
      )}
    </SignedOutPage>
  );
}

function openConsole({ person }: Session, next: string | null | undefined): void {
  postTabMessage({ type: 'signed-in', personId: person.id });
  // A full page load leaves nothing of the person who was here before.
  location.replace(parseNextPath(next) ?? paths.home());
}

interface SignInChoiceProps {
  next: string | undefined;
  onStep: (progress: SignInProgress) => void;
}

function SignInChoice({ next, onStep }: SignInChoiceProps) {
  const [search] = useSearchParams();
  const { passwords } = readSignInOptions();
  const hasPasswords = passwords || search.has('password');
  return (
    <>
      {isStoredPage() && (
        <Alert severity="info" variant="outlined" sx={{ mb: 2 }}>
          <Trans>Sin conexión con Vitrina. Vas a poder entrar cuando vuelva.</Trans>
        </Alert>
      )}
      <OpenIdSignIn next={next} hasPasswords={hasPasswords} />
      {hasPasswords && (
        <SignInSteps
          progress={{ step: 'password' }}
          onStep={onStep}
          onSignedIn={(session) => openConsole(session, next)}
        />
      )}
      {passwords && (
        <Typography sx={{ mt: 2 }}>
          <Link component={RouterLink} to={paths.recover()}>
            <Trans>¿Olvidaste tu contraseña?</Trans>
          </Link>
        </Typography>
      )}
    </>
  );
}

function OpenIdCallback() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { data, error } = useQuery(openIdSignInQuery(search));

  useEffect(() => {
    if (data?.session) openConsole(data.session, data.returnTo);
    else if (data)
      void navigate(paths.secondFactor(data.returnTo ?? undefined), {
        replace: true,
        state: { step: data.next, secondFactors: data.secondFactors },
      });
  }, [data, navigate]);

  if (error)
    return (
      <Stack spacing={2}>
        <FormAlert error={error} />
        <SignInChoice next={undefined} onStep={(state) => void navigate(paths.secondFactor(), { state })} />
      </Stack>
    );
  return (
    <>
      <Skeleton variant="rounded" height={160} />
      <SlowNotice />
    </>
  );
}

export { SignInPage as Component };
