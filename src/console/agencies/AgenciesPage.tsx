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
import { dayAt } from '#contract/window.ts';
import { agencyListQuery } from '#console/agency-select/agency-queries.ts';
import { AgencyNameCell } from '#console/agency-select/AgencyNameCell.tsx';
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
import { PlusIcon } from '#console/ui/icons.tsx';
import { ListPage } from '#console/ui/ListPage.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { MoreMenu } from '#console/ui/MoreMenu.tsx';
import { useNavigationNotice } from '#console/ui/navigation-notice.ts';
import { NavTabs } from '#console/ui/NavTabs.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { agencyName, agencyStateTone, useAgenciesText } from './agencies-text.ts';
import { agencyHealthQuery } from './agency-page-queries.ts';
import {
  AGENCY_NEEDS,
  type AgencyNeed,
  type AgencyRow,
  filterAgencies,
  listNeeds,
  readAgenciesAddress,
} from './agency-filters.ts';
import { Last24HoursCell, LastInquiryCell, PackageCell } from './AgencyHealthCells.tsx';
import { isInvitationUnanswered } from './invitation-state.ts';

const columns: readonly Column<AgencyRow>[] = [
  { name: 'agency', head: msg`Agencia`, Cell: AgencyCell, lead: true, sortBy: agencyName },
  {
    name: 'state',
    head: msg({ context: 'agency', message: 'Estado' }),
    Cell: AgencyStateCell,
    width: '19%',
    sortBy: ({ Estado }) => Estado,
  },
  {
    name: 'last',
    head: msg`Última consulta`,
    Cell: LastInquiryCell,
    width: '17%',
    sortBy: ({ health }) => health?.lastAt,
  },
  {
    name: 'last24Hours',
    head: msg`En 24 h`,
    Cell: Last24HoursCell,
    width: '9%',
    sortBy: ({ health }) => health?.last24Hours,
  },
  {
    name: 'package',
    head: msg`Paquete`,
    Cell: PackageCell,
    width: '17%',
    sortBy: ({ health }) => health?.package && health.package.used / health.package.contracted,
  },
  {
    name: 'place',
    head: msg`Lugar`,
    Cell: PlaceCell,
    width: '15%',
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
  const { may, timeZone } = useSession();
  const now = useNow();
  const [search] = useSearchParams();
  const { q, operador, need, unreadable } = readAgenciesAddress(search);
  const [notice, clearNotice] = useNavigationNotice<{ disassociated: string }>();
  const query = useQuery({ ...agencyListQuery(operador), placeholderData: keepPreviousData });
  const health = useQuery(agencyHealthQuery());
  const agencies = query.data?._entries.map((agency): AgencyRow => ({
    ...agency,
    health: health.isPending ? undefined : (health.data?.get(agency.AdminMail.toLowerCase()) ?? null),
  }));
  const today = dayAt(now, timeZone);
  const rowsWithNeeds =
    agencies &&
    filterAgencies(agencies, q).map((row) => ({
      row,
      needs: listNeeds(row, { now, today }),
    }));
  const awaitsHealth = health.isPending || (need !== undefined && need !== 'sin-respuesta' && !health.data);
  const rows = awaitsHealth
    ? undefined
    : rowsWithNeeds
        ?.filter(({ needs }) => !need || needs.includes(need))
        .toSorted((a, b) => Number(b.needs.length > 0) - Number(a.needs.length > 0))
        .map(({ row }) => row);
  const disassociated = notice?.disassociated;
  return (
    <ListPage
      title={t`Agencias`}
      label={t`Agencias`}
      loadingLabel={t`Cargando las agencias`}
      query={awaitsHealth && query.data ? health : query}
      freshness={query}
      rows={rows}
      columns={table.columns}
      columnsMenu={table.columnsMenu}
      getRowKey={({ AdminMail }) => AdminMail}
      actions={
        <>
          <MoreMenu
            items={[
              may.includes('inviteAgencies') && { label: t`Invitar a muchas`, to: paths.inviteMany() },
              may.includes('listInvitations') && { label: t`Invitaciones`, to: paths.invitations() },
            ]}
          />
          {may.includes('inviteAgency') && (
            <Button component={Link} to={paths.inviteAgency()} variant="contained" startIcon={<PlusIcon />}>
              <Trans>Invitar a una agencia</Trans>
            </Button>
          )}
        </>
      }
      filters={
        <>
          <NeedTabs
            needs={rowsWithNeeds?.map(({ needs }) => needs)}
            isKnown={health.data !== undefined}
            current={need}
          />
          <FilterBar
            label={t`Filtros de agencias`}
            count={rows && t`${plural(rows.length, { one: '# agencia', other: '# agencias' })}`}
            unreadable={unreadable}
          >
            <SearchFilter label={t`Nombre, correo o lugar`} />
            <OperatorFilter operador={operador} />
          </FilterBar>
        </>
      }
      empty={
        <EmptyAgencies
          hasAgencies={query.data?._entries.length !== 0}
          operador={operador}
          need={q ? undefined : need}
        />
      }
    >
      <UndoNotice
        done={disassociated && t`${disassociated} ya no está asociada a esta aplicación.`}
        onClose={clearNotice}
      />
    </ListPage>
  );
}

interface EmptyProps {
  hasAgencies: boolean;
  operador: string | undefined;
  need: AgencyNeed | undefined;
}

function EmptyAgencies({ hasAgencies, operador, need }: EmptyProps) {
  const { t } = useLingui();
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
      {need && !operador ? (
        {
          silencio: t`Ninguna agencia está en silencio: todas reciben consultas a su ritmo habitual.`,
          paquete: t`A ninguna agencia se le agota el paquete pronto.`,
          'sin-respuesta': t`Ninguna invitación espera respuesta desde hace más de una semana.`,
        }[need]
      ) : operador ? (
        <Trans>Ninguna agencia coincide, entre aquellas donde {operador} es operador.</Trans>
      ) : (
        <Trans>Ninguna agencia coincide con esta búsqueda.</Trans>
      )}
    </EmptyState>
  );
}

function AgencyCell({ row }: { row: AgencyRow }) {
  return <AgencyNameCell name={agencyName(row)} mail={row.AdminMail} to={paths.agency(row.AdminMail)} />;
}

function PlaceCell({ row: { Ciudad, Region } }: { row: AgencyRow }) {
  const places = [...new Set([Ciudad, Region])].filter(Boolean);
  return <Value value={places.join(', ') || null} />;
}

function InvitedCell({ row: { FechaInvitacion } }: { row: AgencyRow }) {
  return FechaInvitacion ? <Moment at={FechaInvitacion} /> : <Value value={null} />;
}

function AgencyStateCell({ row: { Estado, FechaInvitacion } }: { row: AgencyRow }) {
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

interface NeedTabsProps {
  needs: readonly (readonly AgencyNeed[])[] | undefined;
  isKnown: boolean;
  current: AgencyNeed | undefined;
}

function NeedTabs({ needs, isKnown, current }: NeedTabsProps) {
  const { t } = useLingui();
  const format = useFormats();
  const [search] = useSearchParams();
  const labels = {
    silencio: t`En silencio`,
    paquete: t`Paquete por agotarse`,
    'sin-respuesta': t`Invitadas sin respuesta`,
  };
  const formatNeedSearch = (need: AgencyNeed | undefined) => `?${changedSearch(search, { ver: need })}`;
  return (
    <NavTabs
      label={t`Qué necesitan`}
      current={formatNeedSearch(current)}
      tabs={[undefined, ...AGENCY_NEEDS].map((need) => {
        const label = need ? labels[need] : t`Todas`;
        const count = needs?.filter((ofAgency) => !need || ofAgency.includes(need)).length;
        const isCounted = isKnown || need === undefined || need === 'sin-respuesta';
        return {
          to: formatNeedSearch(need),
          label: count === undefined || !isCounted ? label : `${label} ${format.number(count)}`,
        };
      })}
    />
  );
}

export function loader({ url }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(agencyHealthQuery());
  return queryClient.ensureQueryData(agencyListQuery(readAgenciesAddress(url.searchParams).operador));
}

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
