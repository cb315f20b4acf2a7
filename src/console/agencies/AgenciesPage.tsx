import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router';
import Typography from '@mui/material/Typography';
import { type Agency, agencyListQuery } from '#console/agency-select/agency-queries.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { useTableColumns } from '#console/session/use-table-columns.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Value } from '#console/ui/Facts.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { PlusIcon } from '#console/ui/icons.tsx';
import { ListPage } from '#console/ui/ListPage.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { useNavigationNotice } from '#console/ui/navigation-notice.ts';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { changedSearch } from '#console/filters/search.ts';
import { NavTabs } from '#console/ui/NavTabs.tsx';
import { AGENCY_STATES, readAgenciesAddress } from './address.ts';
import { AgenciesFilters } from './AgenciesFilters.tsx';
import { agencyName, agencyStateTone, useAgenciesText } from './agencies-text.ts';
import { LastInquiryCell, PackageCell } from './AgencySummaryCells.tsx';
import { filterAgencies } from './filter-agencies.ts';
import { isInvitationUnanswered } from './invitation-state.ts';
import { AgencyNameCell } from './AgencyNameCell.tsx';

const columns: readonly Column<Agency>[] = [
  { name: 'agency', head: msg`Agencia`, Cell: AgencyCell, lead: true, sortBy: agencyName },
  {
    name: 'state',
    head: msg({ context: 'agency', message: 'Estado' }),
    Cell: AgencyStateCell,
    width: '19%',
    sortBy: ({ Estado }) => Estado,
  },
  { name: 'last', head: msg`Última consulta`, Cell: LastInquiryCell, width: '16%' },
  { name: 'package', head: msg`Paquete`, Cell: PackageCell, width: '17%' },
  {
    name: 'place',
    head: msg`Lugar`,
    Cell: PlaceCell,
    width: '19%',
    sortBy: ({ Region, Ciudad }) => [Region, Ciudad].filter(Boolean).join(' '),
  },
  {
    name: 'invited',
    head: msg`Invitada`,
    Cell: InvitedCell,
    width: '13%',
    sortBy: ({ FechaInvitacion }) => (FechaInvitacion ? Date.parse(FechaInvitacion) : undefined),
    isHiddenByDefault: true,
  },
];

function AgenciesPage() {
  const { t } = useLingui();
  const table = useTableColumns('agencies', columns);
  const { may } = useSession();
  const now = useNow();
  const [search] = useSearchParams();
  const { q, operador, estado } = readAgenciesAddress(search);
  const [notice, clearNotice] = useNavigationNotice<{ disassociated: string }>();
  const query = useQuery({ ...agencyListQuery(operador), placeholderData: keepPreviousData });
  const matches = query.data && filterAgencies(query.data._entries, q);
  const isUnanswered = ({ Estado, FechaInvitacion }: Agency) =>
    Estado === 'Invitada' && isInvitationUnanswered(FechaInvitacion, now);
  const rows = matches
    ?.filter(({ Estado }) => !estado || Estado === estado)
    .toSorted((a, b) => Number(isUnanswered(b)) - Number(isUnanswered(a)));
  const disassociated = notice?.disassociated;
  return (
    <ListPage
      title={t`Agencias`}
      label={t`Agencias`}
      loadingLabel={t`Cargando las agencias`}
      query={query}
      rows={rows}
      columns={table.columns}
      columnsMenu={table.columnsMenu}
      getRowKey={({ AdminMail }) => AdminMail}
      actions={
        <>
          {may.includes('listInvitations') && (
            <Button component={Link} to={paths.invitations()} variant="outlined" color="inherit">
              <Trans>Invitaciones</Trans>
            </Button>
          )}
          {may.includes('inviteAgencies') && (
            <Button component={Link} to={paths.inviteMany()} variant="outlined" color="inherit">
              <Trans>Invitar a muchas</Trans>
            </Button>
          )}
          {may.includes('inviteAgency') && (
            <Button component={Link} to={paths.inviteAgency()} variant="contained" startIcon={<PlusIcon />}>
              <Trans>Invitar a una agencia</Trans>
            </Button>
          )}
        </>
      }
      filters={
        <>
          <AgencyStateTabs agencies={matches} />
          <AgenciesFilters
            count={rows && t`${plural(rows.length, { one: '# agencia', other: '# agencias' })}`}
            freshness={<Freshness query={query} />}
          />
        </>
      }
      empty={<EmptyAgencies isFiltered={query.data?._entries.length !== 0 || Boolean(operador)} />}
    >
      <UndoNotice
        done={disassociated && t`${disassociated} ya no está asociada a esta aplicación.`}
        onClose={clearNotice}
      />
    </ListPage>
  );
}

function EmptyAgencies({ isFiltered }: { isFiltered: boolean }) {
  const { may } = useSession();
  const [search] = useSearchParams();
  const { operador } = readAgenciesAddress(search);
  if (!isFiltered) {
    return (
      <EmptyState
        actions={
          may.includes('inviteAgency') && (
            <Button component={Link} to={paths.inviteAgency()} variant="contained">
              <Trans>Invitar a la primera</Trans>
            </Button>
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
        <Button component={Link} to={paths.agencies()} variant="outlined">
          <Trans>Ver todas</Trans>
        </Button>
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

function AgencyCell({ row }: { row: Agency }) {
  return <AgencyNameCell name={agencyName(row)} mail={row.AdminMail} to={paths.agency(row.AdminMail)} />;
}

function PlaceCell({ row: { Ciudad, Region } }: { row: Agency }) {
  const places = [...new Set([Ciudad, Region])].filter(Boolean);
  return <Value value={places.join(', ') || null} />;
}

function InvitedCell({ row: { FechaInvitacion } }: { row: Agency }) {
  return FechaInvitacion ? <Moment at={FechaInvitacion} /> : <Value value={null} />;
}

function AgencyStateCell({ row: { Estado, FechaInvitacion } }: { row: Agency }) {
  const text = useAgenciesText();
  const now = useNow();
  if (!Estado) return <Value value={null} />;
  if (Estado === 'Registrada') return <Typography color="textSecondary">{text.state(Estado)}</Typography>;
  if (Estado !== 'Invitada')
    return <StatusChip tone={agencyStateTone(Estado)}>{text.state(Estado)}</StatusChip>;
  const isUnanswered = isInvitationUnanswered(FechaInvitacion, now);
  return (
    <>
      <StatusChip tone={isUnanswered ? 'caution' : 'waiting'}>
        {isUnanswered ? <Trans>Invitada, sin respuesta</Trans> : text.state(Estado)}
      </StatusChip>
      {FechaInvitacion && (
        <Caption>
          <Moment at={FechaInvitacion} />
        </Caption>
      )}
    </>
  );
}

function AgencyStateTabs({ agencies }: { agencies: readonly Agency[] | undefined }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const [search] = useSearchParams();
  const { estado } = readAgenciesAddress(search);
  const labels = { Registrada: t`Registradas`, Invitada: t`Invitadas` };
  const formatStateSearch = (state: string | undefined) => `?${changedSearch(search, { estado: state })}`;
  return (
    <NavTabs
      label={t({ context: 'agency', message: 'Estado' })}
      current={formatStateSearch(estado)}
      tabs={[undefined, ...AGENCY_STATES.toReversed()].map((state) => {
        const label = state ? labels[state] : t`Todas`;
        const count = agencies?.filter(({ Estado }) => !state || Estado === state).length;
        return {
          to: formatStateSearch(state),
          label: count === undefined ? label : `${label} ${format.number(count)}`,
        };
      })}
    />
  );
}

export const loader = ({ url }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(agencyListQuery(readAgenciesAddress(url.searchParams).operador));

export { AgenciesPage as Component };
