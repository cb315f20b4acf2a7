import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useEffect, useState } from 'react';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import type { SessionExpiry } from './use-session-expiry.ts';

/** Takes neither focus nor keys; the seconds are hidden from screen readers, which would read each of them. */
export function SessionEndingNotice({
  expiry: { endsAt, endsAtLatest },
  onStay,
  onSignIn,
}: {
  expiry: SessionExpiry;
  onStay: () => void;
  onSignIn: () => void;
}) {
  const { t } = useLingui();
  const countdown = useCountdown(endsAt);
  const isFinal = endsAtLatest - endsAt < 1000;
  return (
    <MuiRoot>
      <Snackbar open anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}>
        <Alert
          severity="warning"
          variant="standard"
          sx={{
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            alignItems: 'center',
            maxWidth: 560,
            border: 1,
            borderColor: 'warning.main',
            '& .MuiAlert-message': { flex: 1 },
            '& .MuiAlert-action': { p: 0, mr: 0, ml: { xs: 'auto', sm: 2 } },
            '& .MuiButton-root': { whiteSpace: 'nowrap' },
          }}
          action={
            isFinal ? (
              <Button variant="contained" onClick={onSignIn}>
                <Trans>Entrar de nuevo</Trans>
              </Button>
            ) : (
              <Button variant="contained" onClick={onStay}>
                <Trans>Seguir acá</Trans>
              </Button>
            )
          }
        >
          <AlertTitle sx={{ mb: 0.25 }}>
            {t`Tu sesión está por terminar`} <span aria-hidden="true">({countdown})</span>
          </AlertTitle>
          {isFinal
            ? t`Llega a su duración máxima y hay que iniciar sesión otra vez. Lo que estás haciendo queda en la pantalla.`
            : t`Hace rato que no hay actividad.`}
        </Alert>
      </Snackbar>
    </MuiRoot>
  );
}

function useCountdown(at: number): string {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((at - now) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
