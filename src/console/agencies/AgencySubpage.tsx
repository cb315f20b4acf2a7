import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, type LoaderFunctionArgs, useParams } from 'react-router';
import { isSameMail } from '#contract/is-same-mail.ts';
import { type Agency, agencyQuery } from '#console/agency-select/agency-queries.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { auditPageQuery } from '#console/settings/audit/audit-queries.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { agencyName } from './agencies-text.ts';

export function NotAssociatedNotice({ adminMail }: { adminMail: string }) {
  const { may } = useSession();
  const format = useFormats();
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

interface SubpageProps {
  title: (name: string) => string;
  staleTime?: number;
  narrow?: boolean;
  children: (agency: Agency) => ReactNode;
}

export function AgencySubpage({ title, staleTime, narrow = false, children }: SubpageProps) {
  const { t } = useLingui();
  const { adminMail = '' } = useParams();
  const query = useQuery({ ...agencyQuery(adminMail), ...(staleTime !== undefined && { staleTime }) });
  const name = query.data ? agencyName(query.data) : adminMail;
  return (
    <DetailPage
      key={adminMail}
      narrow={narrow}
      title={title(name)}
      back={{ to: paths.agency(adminMail), label: name }}
      loadingLabel={t`Cargando la agencia`}
      query={query}
      notFound={<NotAssociatedNotice adminMail={adminMail} />}
    >
      {children}
    </DetailPage>
  );
}

export const loadAgency = ({ params: { adminMail = '' } }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(agencyQuery(adminMail));
