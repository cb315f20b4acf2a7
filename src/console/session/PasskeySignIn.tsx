import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import type { SignInAnswer } from '#contract/desk/signing-in.ts';
import { PasskeyAlert } from './PasskeyAlert.tsx';
import { findPasskeyObstacle, signInWithPasskey } from './passkeys.ts';
import { readSignInOptions } from './session.ts';

export function PasskeySignIn({ onAnswer }: { onAnswer: (answer: SignInAnswer) => void }) {
  const signIn = useMutation({ mutationFn: signInWithPasskey, onSuccess: onAnswer });
  if (!readSignInOptions().passwords || findPasskeyObstacle()) return null;
  return (
    <Stack spacing={2}>
      {signIn.error && <PasskeyAlert error={signIn.error} />}
      <Button variant="outlined" size="large" loading={signIn.isPending} onClick={() => signIn.mutate()}>
        <Trans>Entrar con una llave de acceso</Trans>
      </Button>
    </Stack>
  );
}
