import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { Mail } from '#contract/values.ts';
import { type Agency, agencyListQuery } from '#console/agency-select/agency-queries.ts';
import { queryClient } from '#console/api/query-client.ts';
import { FilterBar, SearchFilter } from '#console/filters/FilterBar.tsx';
import { changedSearch } from '#console/filters/search.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { useTableColumns } from '#console/session/use-table-columns.tsx';
import { Caption } from '#console/ui/Caption.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Value } from '#console/ui/Facts.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { PlusIcon } from '#console/ui/icons.tsx';
import { ListPage } from '#console/ui/ListPage.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { useNavigationNotice } from '#console/ui/navigation-notice.ts';
import { NavTabs } from '#console/ui/NavTabs.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { agencyName, agencyStateTone, useAgenciesText } from './agencies-text.ts';
import {
  AGENCY_STATES,
  type AgenciesAddress,
  filterAgencies,
  readAgenciesAddress,
} from './agency-filters.ts';
import { AgencyNameCell } from './AgencyNameCell.tsx';
import { LastInquiryCell, PackageCell } from './AgencySummaryCells.tsx';
import { isInvitationUnanswered } from './invitation-state.ts';

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
  const { q, operador, estado, unreadable } = readAgenciesAddress(search);
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
          <AgencyStateTabs agencies={matches} current={estado} />
          <FilterBar
            label={t`Filtros de agencias`}
            found={rows && t`${plural(rows.length, { one: '# agencia', other: '# agencias' })}`}
            freshness={<Freshness query={query} />}
            unreadable={unreadable}
          >
            <SearchFilter label={t`Nombre, correo o lugar`} />
            <OperatorFilter operador={operador} />
          </FilterBar>
        </>
      }
      empty={<EmptyAgencies hasAgencies={query.data?._entries.length !== 0} operador={operador} />}
    >
      <UndoNotice
        done={disassociated && t`${disassociated} ya no está asociada a esta aplicación.`}
        onClose={clearNotice}
      />
    </ListPage>
  );
}

function EmptyAgencies({ hasAgencies, operador }: { hasAgencies: boolean; operador: string | undefined }) {
  const { may } = useSession();
  if (!hasAgencies && !operador) {
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

interface StateTabsProps {
  agencies: readonly Agency[] | undefined;
  current: AgenciesAddress['estado'];
}

function AgencyStateTabs({ agencies, current }: StateTabsProps) {
  const { t } = useLingui();
  const format = useFormats();
  const [search] = useSearchParams();
  const labels = { Registrada: t`Registradas`, Invitada: t`Invitadas` };
  const formatStateSearch = (state: string | undefined) => `?${changedSearch(search, { estado: state })}`;
  return (
    <NavTabs
      label={t({ context: 'agency', message: 'Estado' })}
      current={formatStateSearch(current)}
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

function OperatorFilter({ operador = '' }: { operador: string | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isInvalid, setInvalid] = useState(false);
  const agencies = useQuery(agencyListQuery()).data?._entries ?? [];
  const mails = agencies.flatMap(({ Operadores }) => (Operadores ?? []).map(({ Email }) => Email ?? ''));
  const commit = (text: string) => {
    const mail = text.trim();
    const isValid = mail === '' || z.safeParse(Mail, mail).success;
    setInvalid(!isValid);
    if (isValid && mail !== operador) void navigate({ search: changedSearch(search, { operador: mail }) });
  };
  return (
    <Autocomplete
      freeSolo
      clearText={t`Limpiar`}
      options={[...new Set(mails)].filter(Boolean)}
      value={operador || null}
      onChange={(_event, mail) => commit(mail ?? '')}
      onInputChange={() => setInvalid(false)}
      sx={{
        flex: '1 1 240px',
        maxWidth: { sm: 320 },
        '& .MuiInputBase-root': { bgcolor: 'background.paper' },
      }}
      renderInput={(props) => (
        <TextField
          {...props}
          label={t`Correo de un operador`}
          type="email"
          error={isInvalid}
          helperText={isInvalid && t`Escribí el correo completo.`}
          onBlur={({ target }) => commit(target.value)}
        />
      )}
    />
  );
}

export { AgenciesPage as Component };
