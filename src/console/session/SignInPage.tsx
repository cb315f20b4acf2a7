import { Trans, useLingui } from '@lingui/react/macro';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { Link as RouterLink, useLocation, useNavigate, useSearchParams } from 'react-router';
import { parseNextPath } from '#contract/desk/next-path.ts';
import type { Session } from '#contract/desk/sessions.ts';
import { paths, patterns } from '#console/paths.ts';
import { SignedOutPage } from './SignedOutPage.tsx';
import { type SignInStep, SignInSteps } from './SignInSteps.tsx';
import { onTabMessage, postTabMessage } from './tab-messages.ts';

function SignInPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { pathname, state } = useLocation() as { pathname: string; state: { step?: SignInStep } | null };
  const next = search.get('next') ?? undefined;
  const step: SignInStep = pathname === patterns.secondFactor ? (state?.step ?? 'second-factor') : 'password';
  const titles: Record<SignInStep, string> = {
    password: t`Iniciar sesión`,
    'second-factor': t`Segundo paso`,
    'set-up-second-factor': t`Activá el segundo paso`,
  };

  useEffect(() => onTabMessage(({ type }) => type === 'signed-in' && location.reload()), []);

  const onStep = (step: SignInStep) =>
    void navigate(step === 'password' ? paths.signIn(next) : paths.secondFactor(next), { state: { step } });
  const onSignedIn = ({ person }: Session) => {
    postTabMessage({ type: 'signed-in', personId: person.id });
    // A full page load leaves nothing of the person who was here before.
    location.replace(parseNextPath(next) ?? paths.home());
  };
  return (
    <SignedOutPage title={titles[step]}>
      <SignInSteps step={step} onStep={onStep} onSignedIn={onSignedIn} />
      {step === 'password' && (
        <Typography sx={{ mt: 2 }}>
          <Link component={RouterLink} to={paths.recover()}>
            <Trans>¿Olvidaste tu contraseña?</Trans>
          </Link>
        </Typography>
      )}
    </SignedOutPage>
  );
}

export { SignInPage as Component };
