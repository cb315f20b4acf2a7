import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { PlusIcon } from '#console/ui/icons.tsx';
import { type Column, DataTable, TableSkeleton } from '#console/ui/DataTable.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Page } from '#console/ui/Page.tsx';
import { useNavigationNotice } from '#console/ui/navigation-notice.ts';
import parts from '#console/ui/parts.module.css';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { readAgenciesAddress } from './address.ts';
import { AgenciesFilters } from './AgenciesFilters.tsx';
import css from './agencies.module.css';
import { type Agency, agencyListQuery } from '#console/agency-select/agencies-queries.ts';
import { agencySummary } from './agency-queries.ts';
import { agencyName } from './agencies-text.ts';
import { AgencyState } from './AgencyState.tsx';
import { AgencyTabs } from './AgencyTabs.tsx';
import { agenciesFound } from './found.ts';
import { readPackage, usedOf } from './package.ts';
import { PackageGauge } from './PackageGauge.tsx';
import { useSeen } from './use-seen.ts';

const columns: readonly Column<Agency>[] = [
  { name: 'agency', head: msg`Agencia`, Cell: Named, lead: true },
  { name: 'state', head: msg({ context: 'agency', message: 'Estado' }), Cell: State, width: '15%' },
  { name: 'place', head: msg`Lugar`, Cell: Place, width: '20%' },
  { name: 'last', head: msg`Última consulta`, Cell: LastInquiry, width: '15%' },
  { name: 'package', head: msg`Paquete`, Cell: PackageUse, width: '18%' },
];

/** The agencies of the app: by state, by text, and by who works in them. */
function AgenciesPage() {
  const { t } = useLingui();
  const { may } = useSession();
  const [search] = useSearchParams();
  const { q, operador, estado } = readAgenciesAddress(search);
  const [left, forget] = useNavigationNotice<{ left: string }>();
  const list = useQuery({ ...agencyListQuery(operador), placeholderData: keepPreviousData });
  const { data, error, isPending, isFetching, refetch, dataUpdatedAt } = list;
  const found = data && agenciesFound(q, data._entries);
  const shown = found?.filter(({ Estado }) => !estado || Estado === estado);
  const gone = left?.left;
  return (
    <Page
      title={t`Agencias`}
      actions={
        <>
          {may.includes('listInvitations') && (
            <Link className="button" to={paths.invitations()}>
              <Trans>Invitaciones</Trans>
            </Link>
          )}
          {may.includes('inviteAgency') && (
            <Link className="button strong" to={paths.inviteAgency()}>
              <PlusIcon /> <Trans>Invitar a una agencia</Trans>
            </Link>
          )}
        </>
      }
    >
      <AgencyTabs found={found} />
      <AgenciesFilters
        found={shown && t`${plural(shown.length, { one: '# agencia', other: '# agencias' })}`}
        freshness={
          <Freshness
            at={dataUpdatedAt}
            busy={isFetching}
            error={data ? error : null}
            onRefresh={() => void refetch()}
          />
        }
      />
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {isPending && <TableSkeleton label={t`Cargando las agencias`} />}
      {shown && shown.length > 0 && (
        <DataTable
          label={t`Agencias`}
          columns={columns}
          rows={shown}
          getRowKey={({ AdminMail }) => AdminMail}
          isPlaceholder={list.isPlaceholderData}
        />
      )}
      {shown?.length === 0 && <None all={data?._entries.length === 0 && !operador} operador={operador} />}
      <UndoNotice done={gone && t`${gone} ya no está asociada a esta aplicación.`} onClose={forget} />
    </Page>
  );
}

function None({ all, operador }: { all: boolean; operador: string | undefined }) {
  const { may } = useSession();
  if (all) {
    return (
      <EmptyState
        actions={
          may.includes('inviteAgency') && (
            <Link className="button strong" to={paths.inviteAgency()}>
              <Trans>Invitar a la primera</Trans>
            </Link>
          )
        }
      >
        <Trans>Esta aplicación todavía no tiene agencias.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      actions={
        <Link className="button" to={paths.agencies()}>
          <Trans>Ver todas</Trans>
        </Link>
      }
    >
      {operador ? (
        <Trans>Ninguna agencia coincide, entre aquellas donde {operador} es operador.</Trans>
      ) : (
        <Trans>Ninguna agencia coincide con esta búsqueda.</Trans>
      )}
    </EmptyState>
  );
}

function Named({ row }: { row: Agency }) {
  const name = agencyName(row);
  return (
    <>
      <a className={parts.name} href={paths.agency(row.AdminMail)}>
        <bdi>{name}</bdi>
      </a>
      {name !== row.AdminMail && <span className={parts.small}>{row.AdminMail}</span>}
    </>
  );
}

function State({ row }: { row: Agency }) {
  return <AgencyState of={row} />;
}

function Place({ row: { Ciudad, Region } }: { row: Agency }) {
  const places = [Ciudad, Region].filter(Boolean);
  if (places.length === 0) {
    return (
      <span className={parts.soft}>
        <Trans>sin dato</Trans>
      </span>
    );
  }
  return <bdi>{[...new Set(places)].join(', ')}</bdi>;
}

/** Both cells of a row ask for the same, once the row is in sight. */
function useSummary(adminMail: string) {
  const [place, seen] = useSeen<HTMLDivElement>();
  const { data, isError } = useQuery({ ...agencySummary(adminMail), enabled: seen });
  return { place, data, isError };
}

function LastInquiry({ row: { AdminMail } }: { row: Agency }) {
  const { place, data, isError } = useSummary(AdminMail);
  return (
    <div ref={place} className={css.waiting} data-waiting={!data && !isError}>
      {data?.lastInquiry && <Moment at={data.lastInquiry} />}
      {data?.lastInquiry === null && (
        <span className={parts.soft}>
          <Trans>ninguna en 90 días</Trans>
        </span>
      )}
      {isError && <NotTold />}
    </div>
  );
}

function PackageUse({ row: { AdminMail } }: { row: Agency }) {
  const { t } = useLingui();
  const { place, data, isError } = useSummary(AdminMail);
  const held = data && readPackage(data.package);
  const use = usedOf(held?.Productos);
  return (
    <div ref={place} className={css.waiting} data-waiting={!data && !isError}>
      {use && <PackageGauge of={use} label={t`Paquete`} />}
      {held && !use && (
        <span className={parts.soft}>
          <Trans>sin paquete</Trans>
        </span>
      )}
      {data && !held && <NotTold />}
      {isError && <NotTold />}
    </div>
  );
}

/** The service did not say. */
function NotTold() {
  return (
    <span className={parts.soft}>
      <Trans>no se pudo saber</Trans>
    </span>
  );
}

export const loader = ({ url }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(agencyListQuery(readAgenciesAddress(url.searchParams).operador));

export { AgenciesPage as Component };
