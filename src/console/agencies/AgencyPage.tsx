import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useParams } from 'react-router';
import { Agencia, type AgenciaEdit } from '#contract/agencies.ts';
import { isSameMail } from '#contract/is-same-mail.ts';
import { unknownMembers } from '#contract/reading.ts';
import { agencyQuery } from '#console/agency-select/agency-queries.ts';
import { Failure } from '#console/api/failure.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { Columns } from '#console/ui/Columns.tsx';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { RawReply, UnknownFields } from '#console/ui/Facts.tsx';
import { MoreMenu } from '#console/ui/MoreMenu.tsx';
import { useNavigationNotice } from '#console/ui/navigation-notice.ts';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { agencyName } from './agencies-text.ts';
import { agencyPackageQuery, editAgency } from './agency-page-queries.ts';
import { AgencyHealthSection } from './AgencyHealthSection.tsx';
import { AgencyPeopleSection } from './AgencyPeopleSection.tsx';
import { AgencyFacts, HoursSection, PackageSection } from './AgencySections.tsx';
import { CrmSection } from './CrmSection.tsx';
import { NotAssociatedNotice } from './AgencySubpage.tsx';

function AgencyPage() {
  const { t } = useLingui();
  const { adminMail = '' } = useParams();
  const { may } = useSession();
  const query = useQuery(agencyQuery(adminMail));
  const name = query.data ? agencyName(query.data) : adminMail;
  const isNotAssociated = query.error instanceof Failure && query.error.isNotFound;
  return (
    <DetailPage
      key={adminMail}
      title={name}
      tab={[name, t`Agencias`]}
      back={may.includes('listAgencies') ? { to: paths.agencies(), label: t`Agencias` } : undefined}
      freshness={query}
      actions={
        !isNotAssociated && (
          <>
            <MoreMenu
              items={[
                query.data !== undefined &&
                  may.includes('editAgency') && {
                    label: t`Editar los datos`,
                    to: paths.editAgency(adminMail),
                  },
                may.includes('traceAgency') && {
                  label: t`Ver si le llegan las consultas`,
                  to: paths.agencyTrace(adminMail),
                },
                {
                  label: t`Ver sus cifras`,
                  to: paths.overview(String(new URLSearchParams({ agencia: adminMail }))),
                },
                query.data !== undefined &&
                  may.includes('disassociateAgency') && {
                    label: t`Desasociar…`,
                    to: paths.disassociateAgency(adminMail),
                    dangerous: true,
                  },
              ]}
            />
            <Button
              component={Link}
              to={paths.inquiries(`agencia=${encodeURIComponent(adminMail.toWellFormed())}`)}
              variant="contained"
            >
              <Trans>Ver sus consultas</Trans>
            </Button>
          </>
        )
      }
      loadingLabel={t`Cargando la agencia`}
      query={query}
      notFound={<NotAssociatedNotice adminMail={adminMail} />}
      failureActions={
        may.includes('listAgencies') && (
          <Button component={Link} to={paths.agencies()} variant="outlined">
            <Trans>Ver las agencias</Trans>
          </Button>
        )
      }
    >
      {(data) => (
        <>
          <AgencyHealthSection agency={data} />
          <Columns aside={<AgencyPeopleSection agency={data} />}>
            <PackageSection adminMail={adminMail} />
            <HoursSection adminMail={adminMail} />
            <CrmSection adminMail={adminMail} />
          </Columns>
          <section aria-label={t`Datos`}>
            <details>
              <Typography
                component="summary"
                color="textSecondary"
                sx={{ minHeight: 'var(--touch)', alignContent: 'center', cursor: 'pointer' }}
              >
                <Trans>Datos de la agencia</Trans>
              </Typography>
              <AgencyFacts agency={data} />
              <UnknownFields members={unknownMembers(Agencia, data)} />
              <RawReply reply={data} />
            </details>
          </section>
          <AgencySavedNotice adminMail={adminMail} />
        </>
      )}
    </DetailPage>
  );
}

function AgencySavedNotice({ adminMail }: { adminMail: string }) {
  const { t } = useLingui();
  const [notice, clearNotice] = useNavigationNotice<{ saved: string; previous: AgenciaEdit }>();
  const undo = useMutation(editAgency);
  const saved = notice && isSameMail(notice.saved, adminMail) ? notice : undefined;
  const text = undo.isError
    ? t`No se pudo deshacer: el servicio no aceptó los datos anteriores.`
    : undo.isSuccess
      ? t`Se volvió a los datos anteriores.`
      : t`Se guardaron los cambios.`;
  return (
    <UndoNotice
      done={saved && text}
      onUndo={saved && undo.isIdle ? () => undo.mutate({ adminMail, body: saved.previous }) : undefined}
      onClose={clearNotice}
    />
  );
}

export const loader = ({ params: { adminMail = '' } }: LoaderFunctionArgs) =>
  Promise.all([
    queryClient.ensureQueryData(agencyQuery(adminMail)),
    queryClient.ensureQueryData(agencyPackageQuery(adminMail)),
  ]);

export { AgencyPage as Component };
