import { Plural, Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { Connection } from '#contract/desk/connection.ts';

const RELEASE = 'npm run installation:release';

export function InstallationAlerts({ connection }: { connection: Connection }) {
  const { held, unreadableSecrets } = connection;
  const { webhooks, secondFactors } = unreadableSecrets;
  return (
    <>
      {held.length > 0 && (
        <Alert severity="warning">
          <AlertTitle component="h2">
            <Trans>No se envían correos ni notificaciones</Trans>
          </AlertTitle>
          <Trans>
            Estos datos son de otra instalación, o cambió su dirección. Si desde ahora trabaja esta, soltá los
            envíos en el servidor con <code>{RELEASE}</code>.
          </Trans>
          {held.map(({ name, stored, current }) => (
            <p key={name}>
              {name}: {stored} → {current}
            </p>
          ))}
        </Alert>
      )}
      {webhooks + secondFactors > 0 && (
        <Alert severity="warning">
          <AlertTitle component="h2">
            <Trans>Hay secretos que no se pueden leer</Trans>
          </AlertTitle>
          <Trans>Se guardaron con otra clave de cifrado. Volvé a la anterior, o:</Trans>
          {webhooks > 0 && (
            <p>
              <Plural
                value={webhooks}
                one="# tema necesita un secreto nuevo."
                other="# temas necesitan un secreto nuevo."
              />
            </p>
          )}
          {secondFactors > 0 && (
            <p>
              <Plural
                value={secondFactors}
                one="# persona entra con un código de recuperación."
                other="# personas entran con un código de recuperación."
              />
            </p>
          )}
        </Alert>
      )}
    </>
  );
}
