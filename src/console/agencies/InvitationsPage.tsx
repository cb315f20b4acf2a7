import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { INVITATION_STATES, type Invitation } from '#contract/desk/invitations.ts';
import { queryClient } from '#console/api/query-client.ts';
import { ChoiceFilter } from '#console/filters/ChoiceFilter.tsx';
import { FilterBar } from '#console/filters/FilterBar.tsx';
import { changedSearch } from '#console/filters/search.ts';
import { SearchFilter } from '#console/filters/SearchFilter.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { PlusIcon } from '#console/ui/icons.tsx';
import { useNavigationNotice } from '#console/ui/navigation-notice.ts';
import { type Column, DataTable, TableSkeleton } from '#console/ui/DataTable.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { readInvitationsAddress } from './address.ts';
import { useAgenciesText } from './agencies-text.ts';
import { invitationsAt } from './found.ts';
import { isTaken, stateAt } from './invitation-state.ts';
import { InvitationActions } from './InvitationActions.tsx';
import { InvitationNote } from './InvitationNote.tsx';
import { invitationList } from './invitations-queries.ts';

const columns: readonly Column<Invitation>[] = [
  { name: 'agency', head: msg`Agencia`, Cell: Named, lead: true },
  { name: 'state', head: msg({ context: 'agency', message: 'Estado' }), Cell: Standing, width: '22%' },
  { name: 'sends', head: msg`Envíos`, Cell: Sends, width: '17%' },
  { name: 'note', head: msg`Nota`, Cell: Note, width: '19%' },
  { name: 'actions', head: msg`Acciones`, Cell: Actions, width: '18%' },
];

const TONES: Record<Invitation['state'], Tone> = {
  sending: 'waiting',
  sent: 'waiting',
  registered: 'good',
  refused: 'bad',
  ended: 'none',
};

/** Every invitation that was ever sent from here, and what became of it; none disappears. */
function InvitationsPage() {
  const { t } = useLingui();
  const { may } = useSession();
  const [search] = useSearchParams();
  const address = readInvitationsAddress(search);
  const [arrived, forget] = useNavigationNotice<{ sent: string }>();
  const { data, error, isPending, isFetching, refetch, dataUpdatedAt } = useQuery(invitationList());
  const shown = data && invitationsAt(address, data.invitations);
  const sent = arrived?.sent;
  return (
    <Page
      title={t`Invitaciones`}
      tab={[t`Invitaciones`, t`Agencias`]}
      back={{ to: paths.agencies(), label: t`Agencias` }}
      actions={
        may.includes('inviteAgency') && (
          <Link className="button strong" to={paths.inviteAgency()}>
            <PlusIcon /> <Trans>Invitar a una agencia</Trans>
          </Link>
        )
      }
    >
      <Filters
        found={shown && t`${plural(shown.length, { one: '# invitación', other: '# invitaciones' })}`}
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
      {isPending && <TableSkeleton label={t`Cargando las invitaciones`} />}
      {shown && shown.length > 0 && (
        <DataTable label={t`Invitaciones`} columns={columns} rows={shown} getRowKey={({ id }) => id} />
      )}
      {shown?.length === 0 && <None all={data?.invitations.length === 0} />}
      <UndoNotice done={sent && t`Se envió la invitación a ${sent}.`} onClose={forget} />
    </Page>
  );
}

function None({ all }: { all: boolean }) {
  const { may } = useSession();
  if (!all) {
    return (
      <EmptyState
        actions={
          <Link className="button" to={paths.invitations()}>
            <Trans>Ver todas</Trans>
          </Link>
        }
      >
        <Trans>Ninguna invitación coincide con esta búsqueda.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      actions={
        may.includes('inviteAgency') && (
          <Link className="button strong" to={paths.inviteAgency()}>
            <Trans>Invitar a una agencia</Trans>
          </Link>
        )
      }
    >
      <Trans>Desde acá todavía no se invitó a nadie. Cada invitación queda anotada, para siempre.</Trans>
    </EmptyState>
  );
}

function Filters({ found, freshness }: { found: string | undefined; freshness: ReactNode }) {
  const { t } = useLingui();
  const text = useAgenciesText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { state, unreadable } = readInvitationsAddress(search);
  return (
    <FilterBar label={t`Filtros de invitaciones`} found={found} freshness={freshness} unreadable={unreadable}>
      <SearchFilter label={t`Correo, nombre o nota`} />
      <ChoiceFilter
        label={t({ context: 'agency', message: 'Estado' })}
        all={t`Todos`}
        value={state}
        choices={INVITATION_STATES.map((value) => ({ value, label: text.invitation[value] }))}
        onChange={(value) => void navigate({ search: changedSearch(search, { state: value }) })}
      />
    </FilterBar>
  );
}

function Named({ row: { adminMail, name, state } }: { row: Invitation }) {
  const { may } = useSession();
  const there = state === 'sent' || state === 'registered';
  return (
    <>
      {there && may.includes('viewAgency') ? (
        <a className={parts.name} href={paths.agency(adminMail)}>
          <bdi>{name ?? adminMail}</bdi>
        </a>
      ) : (
        <b>
          <bdi>{name ?? adminMail}</bdi>
        </b>
      )}
      {name && <span className={parts.small}>{adminMail}</span>}
    </>
  );
}

function Standing({ row }: { row: Invitation }) {
  const text = useAgenciesText();
  const { state, checkedAt, nextCheckAt } = row;
  const at = stateAt(row);
  return (
    <>
      <StatusChip tone={TONES[state]}>{text.invitation[state]}</StatusChip>
      {at !== null && (
        <span className={parts.small}>
          <Moment at={at} />
        </span>
      )}
      {state !== 'registered' && (
        <span className={parts.small}>
          {isTaken(row) ? (
            <Trans>
              Ese correo ya tiene cuenta en el servicio: hay que escribir a su atención al cliente.
            </Trans>
          ) : (
            text.invitationMeans[state]
          )}
        </span>
      )}
      {checkedAt !== null && state === 'sent' && (
        <span className={parts.small}>
          <Trans>
            Consultado: <Moment at={checkedAt} />
          </Trans>
          {nextCheckAt !== null && (
            <>
              {' · '}
              <Trans>
                próxima consulta: <Moment at={nextCheckAt} />
              </Trans>
            </>
          )}
        </span>
      )}
    </>
  );
}

function Sends({ row: { sends } }: { row: Invitation }) {
  const { t } = useLingui();
  const [last] = sends;
  const told = (status: number | null) =>
    status === null ? t`sin respuesta` : status === 202 ? t`aceptada` : t`rechazada (${status})`;
  if (!last) return null;
  return (
    <>
      <Moment at={last.at} />
      <span className={parts.small}>
        {last.by} · {told(last.status)}
      </span>
      {sends.length > 1 && (
        <details className={parts.small}>
          <summary>{t`${plural(sends.length, { one: '# envío', other: '# envíos' })}`}</summary>
          <ul>
            {sends.slice(1).map(({ at, by, status }) => (
              <li key={at}>
                <Moment at={at} /> · {by} · {told(status)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Note({ row }: { row: Invitation }) {
  return <InvitationNote key={row.id} of={row} />;
}

function Actions({ row }: { row: Invitation }) {
  return <InvitationActions of={row} />;
}

export const loader = () => queryClient.ensureQueryData(invitationList());

export { InvitationsPage as Component };
