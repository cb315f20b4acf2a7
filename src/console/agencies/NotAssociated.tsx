import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { auditPageQuery } from '#console/settings/audit/audit-queries.ts';
import { EmptyState } from '#console/ui/EmptyState.tsx';

import { useFormats } from '#console/ui/use-formats.ts';
import { sameMail } from './agencies-text.ts';

/** For the pages of an agency that the service does not know for this application: whether it was disassociated here. */
export function NotAssociated({ adminMail }: { adminMail: string }) {
  const { may, timeZone } = useSession();
  const format = useFormats(timeZone);
  const log = useQuery({
    ...auditPageQuery({ action: 'disassociateAgency', agency: adminMail, outcome: 'done' }),
    enabled: may.includes('listAudit'),
  });
  const ended = log.data?.entries.find(({ agency }) => sameMail(agency ?? '', adminMail));
  const by = ended?.person?.mail;
  const when = ended ? format.moment(new Date(ended.at).toISOString()) : '';
  return (
    <EmptyState
      actions={
        <>
          {may.includes('listAgencies') && (
            <Link className="button strong" to={paths.agencies()}>
              <Trans>Ver las agencias</Trans>
            </Link>
          )}
          {may.includes('listInvitations') && (
            <Link className="button" to={paths.invitations(String(new URLSearchParams({ q: adminMail })))}>
              <Trans>Buscar su invitación</Trans>
            </Link>
          )}
        </>
      }
    >
      {ended && by ? (
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
