import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { PasskeyError, type PasskeyObstacle } from './passkeys.ts';
import { readSignInOptions } from './session.ts';

export function PasskeyAlert({ error }: { error: Error }) {
  const { t } = useLingui();
  if (!(error instanceof PasskeyError)) return <FormAlert error={error} />;
  const texts: Record<PasskeyError['reason'], string> = {
    cancelled: t`No se usó ninguna llave de acceso: se canceló, no había ninguna o pasó demasiado tiempo.`,
    'already-added': t`Esa llave de acceso ya está en tu cuenta.`,
    unusable: t`Este navegador no pudo usar la llave de acceso. Probá con otro navegador u otro dispositivo.`,
  };
  return (
    <Alert severity="warning" variant="outlined">
      {texts[error.reason]}
    </Alert>
  );
}

export function PasskeyObstacleNotice({ obstacle }: { obstacle: PasskeyObstacle }) {
  const { passkeyOrigin } = readSignInOptions();
  return (
    <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {obstacle === 'address' && (
        <Trans>
          En esta dirección los navegadores no usan llaves de acceso: hacen falta https y un nombre. Pedíselo
          a quien administra Vitrina.
        </Trans>
      )}
      {obstacle === 'other-address' && (
        <Trans>Para usar llaves de acceso, abrí Vitrina en {passkeyOrigin}.</Trans>
      )}
      {obstacle === 'browser' && <Trans>Este navegador no usa llaves de acceso. Probá con otro.</Trans>}
    </Typography>
  );
}
