import { Trans, useLingui } from '@lingui/react/macro';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import type { Session } from '#contract/desk/sessions.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { type SignInStep, SignInSteps } from './SignInSteps.tsx';

interface Props {
  mail: string;
  onSignedIn: (session: Session) => void;
}

export function SignInDialog({ mail, onSignedIn }: Props) {
  const { t } = useLingui();
  const [step, setStep] = useState<SignInStep>('password');
  const explanations: Record<SignInStep, string> = {
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
          <SignInSteps step={step} mail={mail} onStep={setStep} onSignedIn={onSignedIn} />
        </DialogContent>
      </Dialog>
    </MuiRoot>
  );
}
