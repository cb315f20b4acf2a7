import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Invitation } from '#contract/desk/invitations.ts';
import { queryClient } from '#console/api/query-client.ts';
import { ChoiceFilter, FilterBar, SearchFilter } from '#console/filters/FilterBar.tsx';
import { changedSearch } from '#console/filters/search.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { useTableColumns } from '#console/session/use-table-columns.tsx';
import { Caption } from '#console/ui/Caption.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { PlusIcon } from '#console/ui/icons.tsx';
import { ListPage } from '#console/ui/ListPage.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { useNavigationNotice } from '#console/ui/navigation-notice.ts';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { useAgenciesText } from './agencies-text.ts';
import { INVITATION_FILTERS, filterInvitations, readInvitationsAddress } from './agency-filters.ts';
import { AgencyNameCell } from '#console/agency-select/AgencyNameCell.tsx';
import { invitationListQuery } from './agency-page-queries.ts';
import { InvitationActions, InvitationNote, InvitationStateCell } from './InvitationCells.tsx';

const columns: readonly Column<Invitation>[] = [
  {
    name: 'agency',
    head: msg`Agencia`,
    Cell: InvitedAgencyCell,
    lead: true,
    sortBy: ({ name, adminMail }) => name ?? adminMail,
  },
  {
    name: 'state',
    head: msg({ context: 'agency', message: 'Estado' }),
    Cell: InvitationStateCell,
    width: '22%',
    sortBy: ({ state }) => state,
  },
  { name: 'sends', head: msg`Envíos`, Cell: SendsCell, width: '17%', sortBy: ({ sends }) => sends[0]?.at },
  { name: 'note', head: msg`Nota`, Cell: NoteCell, width: '19%' },
  { name: 'actions', head: msg`Acciones`, Cell: InvitationActionsCell, width: '18%' },
];

function InvitationsPage() {
  const { t } = useLingui();
  const table = useTableColumns('invitations', columns);
  const { may } = useSession();
  const [search] = useSearchParams();
  const now = useNow();
  const [notice, clearNotice] = useNavigationNotice<{ sent: string }>();
  const query = useQuery(invitationListQuery());
  const { key: location } = useLocation();
  const address = readInvitationsAddress(search);
  const [shown, setShown] = useState<{ location: string; ids: ReadonlySet<string> }>();
  const all = query.data?.invitations;
  if (all && shown?.location !== location)
    setShown({ location, ids: new Set(filterInvitations(all, address, now).map(({ id }) => id)) });
  const rows = all && filterInvitations(all, address, now, shown?.ids);
  const sent = notice?.sent;
  const inviteButton = may.includes('inviteAgency') && (
    <Button component={Link} to={paths.inviteAgency()} variant="contained" startIcon={<PlusIcon />}>
      <Trans>Invitar a una agencia</Trans>
    </Button>
  );
  return (
    <ListPage
      title={t`Invitaciones`}
      tab={[t`Invitaciones`, t`Agencias`]}
      back={{ to: paths.agencies(), label: t`Agencias` }}
      actions={
        <>
          <HelpLink topic="invitation" />
          {inviteButton}
        </>
      }
      label={t`Invitaciones`}
      loadingLabel={t`Cargando las invitaciones`}
      query={query}
      freshness={query}
      rows={rows}
      columns={table.columns}
      columnsMenu={table.columnsMenu}
      getRowKey={({ id }) => id}
      filters={
        <InvitationsFilters
          count={rows && t`${plural(rows.length, { one: '# invitación', other: '# invitaciones' })}`}
        />
      }
      empty={
        query.data?.invitations.length === 0 ? (
          <EmptyState actions={inviteButton}>
            <Trans>Desde acá todavía no se invitó a nadie. Cada invitación queda anotada.</Trans>
          </EmptyState>
        ) : (
          <EmptyState
            actions={
              <Button component={Link} to={paths.invitations()} variant="outlined">
                <Trans>Ver todas</Trans>
              </Button>
            }
          >
            <Trans>Ninguna invitación coincide con esta búsqueda.</Trans>
          </EmptyState>
        )
      }
    >
      <UndoNotice done={sent && t`Se envió la invitación a ${sent}.`} onClose={clearNotice} />
    </ListPage>
  );
}

function InvitationsFilters({ count }: { count: string | undefined }) {
  const { t } = useLingui();
  const text = useAgenciesText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { state, unreadable } = readInvitationsAddress(search);
  return (
    <FilterBar label={t`Filtros de invitaciones`} count={count} unreadable={unreadable}>
      <SearchFilter label={t`Correo, nombre o nota`} />
      <ChoiceFilter
        label={t({ context: 'agency', message: 'Estado' })}
        all={t`Todos`}
        value={state}
        choices={INVITATION_FILTERS.map((value) => ({
          value,
          label: value === 'unanswered' ? t`Sin respuesta` : text.invitation[value],
        }))}
        onChange={(value) => void navigate({ search: changedSearch(search, { state: value }) })}
      />
    </FilterBar>
  );
}

function InvitedAgencyCell({ row: { adminMail, name, state } }: { row: Invitation }) {
  const { may } = useSession();
  const isAssociated = state === 'sent' || state === 'registered';
  const to = isAssociated && may.includes('viewAgency') ? paths.agency(adminMail) : undefined;
  return <AgencyNameCell name={name} mail={adminMail} to={to} />;
}

function SendsCell({ row: { sends } }: { row: Invitation }) {
  const { t } = useLingui();
  const [latest, ...earlier] = sends;
  if (!latest) return null;
  const replyText = (status: number | null) =>
    status === null
      ? t`el servicio no respondió`
      : status === 202
        ? t({ context: 'invitation', message: 'enviada' })
        : t`rechazada (${status})`;
  return (
    <>
      <Moment at={latest.at} />
      <Caption>
        {latest.by} · {replyText(latest.status)}
        {earlier.length > 0 && (
          <details>
            <summary>{t`${plural(sends.length, { one: '# envío', other: '# envíos' })}`}</summary>
            {earlier.map(({ at, by, status }) => (
              <div key={at}>
                <Moment at={at} /> · {by} · {replyText(status)}
              </div>
            ))}
          </details>
        )}
      </Caption>
    </>
  );
}

function NoteCell({ row }: { row: Invitation }) {
  return <InvitationNote key={row.id} invitation={row} />;
}

function InvitationActionsCell({ row }: { row: Invitation }) {
  return <InvitationActions invitation={row} />;
}

export const loader = () => queryClient.ensureQueryData(invitationListQuery());

export { InvitationsPage as Component };
