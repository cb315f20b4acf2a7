import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import type { Session } from '#contract/desk/sessions.ts';
import { paths } from '#console/paths.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { readSignInOptions } from './session.ts';
import { type SignInProgress, SignInSteps } from './SignInSteps.tsx';

interface Props {
  mail: string;
  onSignedIn: (session: Session) => void;
}

export function SignInDialog({ mail, onSignedIn }: Props) {
  const { t } = useLingui();
  const [progress, setProgress] = useState<SignInProgress>({ step: 'password' });
  const { step } = progress;
  const { provider, passwords } = readSignInOptions();
  const explanations: Record<SignInProgress['step'], string> = {
    password: t`Iniciá sesión otra vez; seguís donde estabas.`,
    'second-factor': t`Falta el segundo paso; después seguís donde estabas.`,
    'set-up-second-factor': t`Falta activar el segundo paso; después seguís donde estabas.`,
  };
  return (
    <MuiRoot>
      <Dialog open fullWidth maxWidth="xs" aria-labelledby="sign-in-dialog-title">
        <DialogTitle id="sign-in-dialog-title">
          <Trans>Tu sesión terminó</Trans>
        </DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>{explanations[step]}</DialogContentText>
          {step === 'password' && provider !== null && (
            <Button
              href={paths.signIn()}
              target="_blank"
              variant={passwords ? 'outlined' : 'contained'}
              sx={{ width: '100%', mb: passwords ? 2 : 0 }}
            >
              <Trans>Entrar con {provider} en otra pestaña</Trans>
            </Button>
          )}
          {(passwords || step !== 'password') && (
            <SignInSteps progress={progress} mail={mail} onStep={setProgress} onSignedIn={onSignedIn} />
          )}
        </DialogContent>
      </Dialog>
    </MuiRoot>
  );
}
