import { Trans, useLingui } from '@lingui/react/macro';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { Link as RouterLink, useLocation, useNavigate, useSearchParams } from 'react-router';
import { parseNextPath } from '#contract/desk/next-path.ts';
import type { Session } from '#contract/desk/sessions.ts';
import { paths, patterns } from '#console/paths.ts';
import { SignedOutPage } from './SignedOutPage.tsx';
import { onTabMessage, postTabMessage } from './tab-messages.ts';
import type { SignInStep } from './sign-in-step.ts';
import { SignInSteps } from './SignInSteps.tsx';

/** Where people come in, step by step; they go on to where they were going. */
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

  // Signed in in another tab: this one goes on as well.
  useEffect(() => onTabMessage(({ what }) => what === 'signed-in' && location.reload()), []);

  const goTo = (step: SignInStep) =>
    void navigate(step === 'password' ? paths.signIn(next) : paths.secondFactor(next), { state: { step } });
  const goIn = ({ person }: Session) => {
    postTabMessage({ what: 'signed-in', person: person.id });
    // A new page, so that nothing of whoever was here before remains.
    location.replace(parseNextPath(next) ?? paths.home());
  };
  return (
    <SignedOutPage title={titles[step]}>
      <SignInSteps step={step} onStep={goTo} onDone={goIn} />
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
