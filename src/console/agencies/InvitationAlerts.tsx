import { Trans, useLingui } from '@lingui/react/macro';
import Alert, { type AlertColor } from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Failure } from '#console/api/failure.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { formatsFor } from '#console/ui/formats.ts';
import { Moment } from '#console/ui/Moment.tsx';
import { agencyName } from './agencies-text.ts';
import type { Duplicate } from './invitation-state.ts';

export function AlreadyRegisteredAlert({ adminMail, error }: { adminMail: string; error: Error | null }) {
  const { t } = useLingui();
  const { person, timeZone } = useSession();
  const [refusedAt] = useState(() => new Date().toISOString());
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  const reply =
    error instanceof Failure ? Object.values(error.errors).flat().join(' ') || error.detail : undefined;
  const { subject, body } = supportMessage({
    adminMail,
    sender: person,
    refusedAt: formatsFor('es', timeZone).exact(refusedAt),
    reply,
  });
  return (
    <Alert severity="warning" variant="outlined" ref={alert} tabIndex={-1}>
      <AlertTitle>
        <Trans>Ese correo ya está registrado en el servicio</Trans>
      </AlertTitle>
      <p>
        <Trans>
          No se envió ningún correo. La cuenta existe, pero no está asociada a esta aplicación, y desde acá no
          se puede asociar:
        </Trans>
      </p>
      <Stack component="ol" spacing={0.75} sx={{ my: 1.5, pl: 2.5, listStyle: 'decimal' }}>
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
      </Stack>
      <Paper
        component="pre"
        variant="outlined"
        lang="es"
        sx={{ p: 2, font: 'inherit', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
      >
        {body}
      </Paper>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <CopyButton text={body} label={t`Copiar el mensaje`}>
          <Trans>Copiar el mensaje</Trans>
        </CopyButton>
        <Button
          variant="outlined"
          color="inherit"
          href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.toWellFormed())}`}
        >
          <Trans>Abrir en el correo</Trans>
        </Button>
      </Stack>
    </Alert>
  );
}

interface Request {
  adminMail: string;
  sender: { name: string; mail: string };
  refusedAt: string;
  reply: string | undefined;
}

/** The message is always in Spanish, whatever the language of the console. */
function supportMessage({ adminMail, sender, refusedAt, reply }: Request) {
  return {
    subject: `Asociar la agencia ${adminMail} a nuestra aplicación`,
    body: [
      'Hola:',
      '',
      `Quisimos invitar a la agencia cuyo administrador es ${adminMail} a trabajar con nuestra aplicación, y el servicio respondió que ese correo ya está registrado (409, ${refusedAt}).`,
      ...(reply ? ['', `Respuesta del servicio: «${reply}»`] : []),
      '',
      'Les pedimos que nos digan cómo asociar esa cuenta a nuestra aplicación, o qué tiene que hacer quien la administra.',
      '',
      'Gracias.',
      `${sender.name} (${sender.mail})`,
    ].join('\n'),
  };
}

const SEVERITIES: Record<Duplicate['kind'], AlertColor> = {
  associated: 'error',
  invited: 'info',
  unconfirmed: 'info',
  refused: 'warning',
  ended: 'warning',
};

export function DuplicateAlert({ duplicate }: { duplicate: Duplicate }) {
  const invitation = duplicate.kind === 'associated' ? undefined : duplicate.invitation;
  return (
    <Alert severity={SEVERITIES[duplicate.kind]} variant="outlined">
      <DuplicateText duplicate={duplicate} />{' '}
      {invitation && (
        <Link to={paths.invitations(String(new URLSearchParams({ q: invitation.adminMail })))}>
          <Trans>Ver la invitación</Trans>
        </Link>
      )}
    </Alert>
  );
}

function DuplicateText({ duplicate }: { duplicate: Duplicate }) {
  if (duplicate.kind === 'associated') {
    const { agency } = duplicate;
    const name = agencyName(agency);
    return (
      <Trans>
        Ya está asociada: es <Link to={paths.agency(agency.AdminMail)}>{name}</Link>. No hace falta invitarla.
      </Trans>
    );
  }
  if (duplicate.kind === 'invited') {
    const at = duplicate.invitation?.sends[0]?.at;
    return (
      <>
        {at === undefined ? (
          <Trans>Ya está invitada y todavía no se registró.</Trans>
        ) : (
          <Trans>
            Ya está invitada (<Moment at={at} />) y todavía no se registró.
          </Trans>
        )}{' '}
        <Trans>Si la enviás, recibe el correo otra vez; sus datos no cambian, para eso está su página.</Trans>
      </>
    );
  }
  if (duplicate.kind === 'unconfirmed') {
    return (
      <Trans>
        No se sabe si la última invitación salió: el servicio no lo confirmó. Si la enviás y había salido,
        recibe el correo otra vez.
      </Trans>
    );
  }
  return duplicate.kind === 'refused' ? (
    <Trans>La última vez el servicio no aceptó esta invitación.</Trans>
  ) : (
    <Trans>
      Estuvo asociada y se la desasoció. Si había completado el registro, el servicio va a rechazarla.
    </Trans>
  );
}
