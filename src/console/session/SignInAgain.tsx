import { Trans } from '@lingui/react/macro';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { queryClient } from '#console/api/query-client.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { SignInForm } from './SignInForm.tsx';

/** Over the page: the session ended, and signing in again goes on where the person was. */
export function SignInAgain({ mail, onDone }: { mail: string; onDone: () => void }) {
  const proceed = (signedIn: string) => {
    // Somebody else signed in: nothing of the first person's page may stay.
    if (signedIn.toLowerCase() !== mail.toLowerCase()) return location.reload();
    onDone();
    void queryClient.invalidateQueries();
  };
  return (
    <MuiRoot>
      <Dialog open fullWidth maxWidth="xs" aria-labelledby="sign-in-again">
        <DialogTitle id="sign-in-again">
          <Trans>Tu sesión terminó</Trans>
        </DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>
            <Trans>Iniciá sesión otra vez; seguís donde estabas.</Trans>
          </DialogContentText>
          <SignInForm mail={mail} onDone={proceed} />
        </DialogContent>
      </Dialog>
    </MuiRoot>
  );
}
