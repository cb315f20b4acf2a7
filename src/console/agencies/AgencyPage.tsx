import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useParams } from 'react-router';
import { Agencia, type AgenciaEdit } from '#contract/agencies.ts';
import { unknownMembers } from '#contract/reading.ts';
import { Failure } from '#console/api/failure.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { useNavigationNotice } from '#console/ui/navigation-notice.ts';
import { dialable, mailable } from '#console/ui/contact.ts';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { Fact, Facts, OtherFacts, WholeReply } from '#console/ui/Facts.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import css from './agencies.module.css';
import { type Agency, agencyQuery } from '#console/agency-select/agencies-queries.ts';
import { agencyPackage, editAgency, holdAgency } from './agency-queries.ts';
import { agencyName, sameMail, toneOf, useAgenciesText } from './agencies-text.ts';
import { NotAssociated } from './NotAssociated.tsx';
import { Operators } from './Operators.tsx';
import { PackageSection } from './PackageSection.tsx';

/** One agency: its data, its people, its package, and the way to its inquiries. */
function AgencyPage() {
  const { t } = useLingui();
  const { adminMail = '' } = useParams();
  const { may } = useSession();
  const { data, error, isPending, isFetching, refetch, dataUpdatedAt } = useQuery(agencyQuery(adminMail));
  const name = data && agencyName(data);
  const isNotAssociated = error instanceof Failure && error.isNotFound;
  const shown = isNotAssociated ? undefined : data;
  return (
    <Page
      key={adminMail}
      title={name ?? adminMail}
      tab={[name ?? adminMail, t`Agencias`]}
      {...(may.includes('listAgencies') && { back: { to: paths.agencies(), label: t`Agencias` } })}
      actions={
        <>
          {!isNotAssociated && (
            <Link
              className="button"
              to={paths.inquiries(`agencia=${encodeURIComponent(adminMail.toWellFormed())}`)}
            >
              <Trans>Ver sus consultas</Trans>
            </Link>
          )}
          {shown && may.includes('editAgency') && (
            <Link className="button strong" to={paths.editAgency(adminMail)}>
              <Trans>Editar</Trans>
            </Link>
          )}
        </>
      }
    >
      {isPending && <TableSkeleton label={t`Cargando la agencia`} />}
      {isNotAssociated && <NotAssociated adminMail={adminMail} />}
      {error && !data && !isNotAssociated && (
        <FailureAlert error={error} onRetry={() => void refetch()}>
          {may.includes('listAgencies') && (
            <Link className="button" to={paths.agencies()}>
              <Trans>Ver las agencias</Trans>
            </Link>
          )}
        </FailureAlert>
      )}
      {shown && (
        <>
          <Data of={shown} />
          <PackageSection adminMail={adminMail} />
          <Operators of={shown} />
          {may.includes('disassociateAgency') && <Leave adminMail={adminMail} />}
          <div className={`${parts.section} ${parts.folds}`}>
            <OtherFacts members={unknownMembers(Agencia, shown)} />
            <WholeReply reply={shown} />
            <Freshness at={dataUpdatedAt} busy={isFetching} error={error} onRefresh={() => void refetch()} />
          </div>
          <Saved adminMail={adminMail} />
        </>
      )}
    </Page>
  );
}

function Data({ of: data }: { of: Agency }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const text = useAgenciesText();
  const mail = mailable(data.AdminMail);
  const phone = dialable(data.Telefono);
  const whatsapp = dialable(data.WhatsApp)?.replace('+', '');
  return (
    <section className={`${parts.section} ${css.data}`} aria-labelledby="data">
      <h2 id="data" className="visually-hidden">
        <Trans>Datos</Trans>
      </h2>
      <Facts title={t`Agencia`} of={data}>
        <Fact name="AdminMail" label={t`Administra`}>
          {mail ? <a href={`mailto:${mail}`}>{mail}</a> : undefined}
        </Fact>
        <Fact name="Nombre" label={t`Nombre`} />
        <Fact name="RazonSocial" label={t`Razón social`} />
        <Fact name="IdentificacionFiscal" label={t`Identificación fiscal`} />
        <Fact name="Estado" label={t({ context: 'agency', message: 'Estado' })}>
          <StatusChip tone={toneOf(data.Estado ?? '')}>{text.state(data.Estado ?? '')}</StatusChip>
        </Fact>
        <Fact name="FechaInvitacion" label={t`Invitada`}>
          {data.FechaInvitacion ? format.exact(data.FechaInvitacion) : undefined}
        </Fact>
        <Fact name="FechaRegistro" label={t`Registrada`}>
          {data.FechaRegistro ? format.exact(data.FechaRegistro) : undefined}
        </Fact>
      </Facts>
      <Facts title={t`Dirección y teléfonos`} of={data}>
        <Fact name="Telefono" label={t`Teléfono`}>
          {phone ? <a href={`tel:${phone}`}>{data.Telefono}</a> : undefined}
        </Fact>
        <Fact name="WhatsApp" label={t`WhatsApp`}>
          {whatsapp ? (
            <a href={`https://wa.me/${whatsapp}`} target="_blank" rel="noreferrer">
              {data.WhatsApp}
            </a>
          ) : undefined}
        </Fact>
        <Fact name="Direccion" label={t`Dirección`} />
        <Fact name="Ciudad" label={t`Ciudad`} />
        <Fact name="Region" label={t`Provincia`} />
      </Facts>
    </section>
  );
}

function Leave({ adminMail }: { adminMail: string }) {
  return (
    <section className={parts.section} aria-labelledby="leave">
      <h2 id="leave">
        <Trans>Terminar la asociación</Trans>
      </h2>
      <p className={parts.soft}>
        <Trans>Sus publicaciones se suspenden y deja de verse acá. Antes se muestra qué se pierde.</Trans>
      </p>
      <div className={parts.actions}>
        <Link className="button" to={paths.disassociateAgency(adminMail)}>
          <Trans>Desasociar…</Trans>
        </Link>
      </div>
    </section>
  );
}

/** What the edit page wrote, and the way back by a second write. */
function Saved({ adminMail }: { adminMail: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [arrived, forget] = useNavigationNotice<{ saved: string; former: AgenciaEdit }>();
  const [undone, setUndone] = useState(false);
  const undo = useMutation({
    mutationFn: (former: AgenciaEdit) => editAgency(adminMail, former),
    onSuccess: (agency) => {
      holdAgency(client, agency);
      setUndone(true);
    },
  });
  const saved = arrived && sameMail(arrived.saved, adminMail) ? arrived : undefined;
  const said = undo.isError
    ? t`No se pudo deshacer: el servicio no aceptó los datos anteriores.`
    : undone
      ? t`Se volvió a los datos anteriores.`
      : t`Se guardaron los cambios.`;
  return (
    <UndoNotice
      done={saved && said}
      onUndo={saved && !undone && !undo.isError ? () => undo.mutate(saved.former) : undefined}
      onClose={forget}
    />
  );
}

export const loader = ({ params: { adminMail = '' } }: LoaderFunctionArgs) =>
  Promise.all([
    queryClient.ensureQueryData(agencyQuery(adminMail)),
    queryClient.ensureQueryData(agencyPackage(adminMail)),
  ]);

export { AgencyPage as Component };
