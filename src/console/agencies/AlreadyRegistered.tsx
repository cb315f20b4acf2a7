import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useEffect, useRef, useState } from 'react';
import { Failure } from '#console/api/failure.ts';
import { useSession } from '#console/session/session.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { formatsFor } from '#console/ui/formats.ts';
import parts from '#console/ui/parts.module.css';
import css from './agencies.module.css';
import { supportMessage } from './support-message.ts';

/** The mail has an account at the service already: what that means, and the message that moves it on. */
export function AlreadyRegistered({ adminMail, error }: { adminMail: string; error: Error | null }) {
  const { t } = useLingui();
  const { person, timeZone } = useSession();
  const [at] = useState(() => new Date().toISOString());
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const said =
    error instanceof Failure ? Object.values(error.errors).flat().join(' ') || error.detail : undefined;
  const { subject, body } = supportMessage({
    adminMail,
    by: person,
    at: formatsFor('es', timeZone).exact(at),
    said,
  });
  return (
    <Alert severity="warning" variant="outlined" ref={panel} tabIndex={-1}>
      <AlertTitle>
        <Trans>Ese correo ya está registrado en el servicio</Trans>
      </AlertTitle>
      <p>
        <Trans>
          No se envió ningún correo. La cuenta existe, pero no está asociada a esta aplicación, y desde acá no
          se puede asociar:
        </Trans>
      </p>
      <ol className={parts.steps}>
        <li>
          <Trans>Confirmá con la agencia que {adminMail} es el correo de su cuenta.</Trans>
        </li>
        <li>
          <Trans>
            Enviale este mensaje a la atención al cliente del servicio, o pedile a quien administra la agencia
            que lo haga.
          </Trans>
        </li>
        <li>
          <Trans>Cuando la asocien, la agencia aparece sola en la lista.</Trans>
        </li>
      </ol>
      <pre className={css.message} lang="es">
        {body}
      </pre>
      <div className={parts.actions}>
        <CopyButton text={body} label={t`Copiar el mensaje`}>
          <Trans>Copiar el mensaje</Trans>
        </CopyButton>
        <a
          className="button"
          href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.toWellFormed())}`}
        >
          <Trans>Abrir en el correo</Trans>
        </a>
      </div>
    </Alert>
  );
}
