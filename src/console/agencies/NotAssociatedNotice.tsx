import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { auditPageQuery } from '#console/settings/audit/audit-queries.ts';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { isSameMail } from '#contract/is-same-mail.ts';

export function NotAssociatedNotice({ adminMail }: { adminMail: string }) {
  const { may, timeZone } = useSession();
  const format = useFormats(timeZone);
  const auditLog = useQuery({
    ...auditPageQuery({ action: 'disassociateAgency', agency: adminMail, outcome: 'done' }),
    enabled: may.includes('listAudit'),
  });
  const entry = auditLog.data?.entries.find(({ agency }) => isSameMail(agency ?? '', adminMail));
  const by = entry?.person?.mail;
  const when = entry ? format.moment(new Date(entry.at).toISOString()) : '';
  return (
    <EmptyState
      actions={
        <>
          {may.includes('listAgencies') && (
            <Button component={Link} to={paths.agencies()} variant="contained">
              <Trans>Ver las agencias</Trans>
            </Button>
          )}
          {may.includes('listInvitations') && (
            <Button
              component={Link}
              to={paths.invitations(String(new URLSearchParams({ q: adminMail })))}
              variant="outlined"
            >
              <Trans>Buscar su invitación</Trans>
            </Button>
          )}
        </>
      }
    >
      {entry && by ? (
        <Trans>
          {by} la desasoció el {when}. Sus datos, sus consultas y su paquete ya no se ven desde esta
          aplicación.
        </Trans>
      ) : (
        <Trans>
          Esta agencia no está asociada a esta aplicación: puede que se la haya desasociado desde otro lado, o
          que el correo tenga un error.
        </Trans>
      )}
    </EmptyState>
  );
}
