import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#console/paths.ts';
import { Moment } from '#console/ui/Moment.tsx';
import { agencyName } from './agencies-text.ts';
import type { Duplicate } from './duplicate.ts';

/** What is known of a mail before it is invited, and where to go from there. */
export function DuplicateNotice({ of: duplicate }: { of: Duplicate }) {
  if (duplicate.kind === 'associated') {
    const { agency } = duplicate;
    const name = agencyName(agency);
    return (
      <Notice severity="error">
        <Trans>
          Ya está asociada: es <Link to={paths.agency(agency.AdminMail)}>{name}</Link>. No hace falta
          invitarla.
        </Trans>
      </Notice>
    );
  }
  const { invitation } = duplicate;
  const at = invitation?.sends[0]?.at;
  const ledger = invitation && (
    <Link to={paths.invitations(String(new URLSearchParams({ q: invitation.adminMail })))}>
      <Trans>Ver la invitación</Trans>
    </Link>
  );
  if (duplicate.kind === 'invited') {
    return (
      <Notice severity="info">
        {at === undefined ? (
          <Trans>Ya está invitada y todavía no se registró.</Trans>
        ) : (
          <Trans>
            Ya está invitada (<Moment at={at} />) y todavía no se registró.
          </Trans>
        )}{' '}
        <Trans>Si la enviás, recibe el correo otra vez; sus datos no cambian, para eso está su página.</Trans>{' '}
        {ledger}
      </Notice>
    );
  }
  if (duplicate.kind === 'unconfirmed') {
    return (
      <Notice severity="info">
        <Trans>
          No se sabe si la última invitación salió: el servicio no lo confirmó. Si la enviás y había salido,
          recibe el correo otra vez.
        </Trans>{' '}
        {ledger}
      </Notice>
    );
  }
  return (
    <Notice severity="warning">
      {duplicate.kind === 'refused' ? (
        <Trans>La última vez el servicio no aceptó esta invitación.</Trans>
      ) : (
        <Trans>
          Estuvo asociada y se la desasoció. Si había completado el registro, el servicio va a rechazarla.
        </Trans>
      )}{' '}
      {ledger}
    </Notice>
  );
}

function Notice({ severity, children }: { severity: 'error' | 'info' | 'warning'; children: ReactNode }) {
  return (
    <Alert severity={severity} variant="outlined">
      {children}
    </Alert>
  );
}
