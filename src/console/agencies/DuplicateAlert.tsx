import { Trans } from '@lingui/react/macro';
import Alert, { type AlertColor } from '@mui/material/Alert';
import { Link } from 'react-router';
import { paths } from '#console/paths.ts';
import { Moment } from '#console/ui/Moment.tsx';
import { agencyName } from './agencies-text.ts';
import type { Duplicate } from './find-duplicate.ts';

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
