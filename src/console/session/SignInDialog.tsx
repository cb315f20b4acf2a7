import { Trans, useLingui } from '@lingui/react/macro';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import type { Session } from '#contract/desk/sessions.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import type { SignInStep } from './sign-in-step.ts';
import { SignInSteps } from './SignInSteps.tsx';

/** Over the page: the session ended, and signing in again goes on where the person was. */
export function SignInDialog({ mail, onDone }: { mail: string; onDone: (session: Session) => void }) {
  const { t } = useLingui();
  const [step, setStep] = useState<SignInStep>('password');
  const what: Record<SignInStep, string> = {
    password: t`Iniciá sesión otra vez; seguís donde estabas.`,
    'second-factor': t`Falta el segundo paso; después seguís donde estabas.`,
    'set-up-second-factor': t`Falta activar el segundo paso; después seguís donde estabas.`,
  };
  return (
    <MuiRoot>
      <Dialog open fullWidth maxWidth="xs" aria-labelledby="sign-in-again">
        <DialogTitle id="sign-in-again">
          <Trans>Tu sesión terminó</Trans>
        </DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>{what[step]}</DialogContentText>
          <SignInSteps step={step} mail={mail} onStep={setStep} onDone={onDone} />
        </DialogContent>
      </Dialog>
    </MuiRoot>
  );
}
