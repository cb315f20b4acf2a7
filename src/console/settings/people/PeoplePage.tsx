import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { PERSON_STATES, type Person } from '#contract/desk/people.ts';
import { ROLES } from '#contract/desk/sessions.ts';
import { queryClient } from '#console/api/query-client.ts';
import { ChoiceFilter } from '#console/filters/ChoiceFilter.tsx';
import { FilterBar } from '#console/filters/FilterBar.tsx';
import { changedSearch } from '#console/filters/search.ts';
import { SearchFilter } from '#console/filters/SearchFilter.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { PlusIcon } from '#console/ui/icons.tsx';
import { type Column, DataTable, TableSkeleton } from '#console/ui/DataTable.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { peopleAt, readPeopleAddress } from './address.ts';
import { PersonState } from './PersonState.tsx';
import { peopleList } from './people-queries.ts';
import { usePeopleText } from './people-text.ts';

const AGENCIES_SHOWN = 2;

const columns: readonly Column<Person>[] = [
  { name: 'person', head: msg`Persona`, Cell: Named, lead: true },
  { name: 'role', head: msg`Rol`, Cell: InRole, width: '14%' },
  { name: 'agencies', head: msg`Agencias`, Cell: Agencies, width: '26%' },
  { name: 'state', head: msg({ context: 'person', message: 'Estado' }), Cell: State, width: '16%' },
  { name: 'seen', head: msg`Último uso`, Cell: LastUse, width: '12%' },
  { name: 'factor', head: msg`Segundo paso`, Cell: SecondFactor, width: '10%' },
];

/** Who may come in, and what as. */
function PeoplePage() {
  const { t } = useLingui();
  const { may } = useSession();
  const [search] = useSearchParams();
  const address = readPeopleAddress(search);
  const people = useQuery(peopleList());
  const shown = people.data && peopleAt(address, people.data.people);
  return (
    <Page
      title={t`Personas`}
      actions={
        may.includes('invitePerson') && (
          <Link className="button strong" to={paths.invitePerson()}>
            <PlusIcon /> <Trans>Invitar</Trans>
          </Link>
        )
      }
    >
      <Filters found={shown?.length} />
      {people.isError && <FailureAlert error={people.error} onRetry={() => void people.refetch()} />}
      {people.isPending && <TableSkeleton label={t`Cargando las personas`} />}
      {shown && shown.length > 0 && (
        <DataTable label={t`Personas`} columns={columns} rows={shown} getRowKey={({ id }) => id} />
      )}
      {shown?.length === 0 && (
        <EmptyState
          actions={
            <Link className="button" to={paths.people()}>
              <Trans>Ver a todas</Trans>
            </Link>
          }
        >
          <Trans>Nadie coincide con esta búsqueda.</Trans>
        </EmptyState>
      )}
    </Page>
  );
}

function Filters({ found }: { found: number | undefined }) {
  const { t } = useLingui();
  const text = usePeopleText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { role, state, unreadable } = readPeopleAddress(search);
  const change = (values: { role?: string; state?: string }) =>
    void navigate({ search: changedSearch(search, values) });
  return (
    <FilterBar
      label={t`Filtros de personas`}
      found={found === undefined ? undefined : t`${plural(found, { one: '# persona', other: '# personas' })}`}
      unreadable={unreadable}
    >
      <SearchFilter label={t`Nombre, correo o agencia`} />
      <ChoiceFilter
        label={t`Rol`}
        all={t`Todos`}
        value={role}
        choices={ROLES.map((value) => ({ value, label: text.role[value] }))}
        onChange={(value) => change({ role: value })}
      />
      <ChoiceFilter
        label={t({ context: 'person', message: 'Estado' })}
        all={t`Todos`}
        value={state}
        choices={PERSON_STATES.map((value) => ({ value, label: text.state[value] }))}
        onChange={(value) => change({ state: value })}
      />
    </FilterBar>
  );
}

function Named({ row: { id, name, mail } }: { row: Person }) {
  const { person } = useSession();
  return (
    <>
      <a className={parts.name} href={paths.person(id)}>
        {name}
      </a>
      {person.id === id && (
        <span className={parts.mark}>
          <Trans>vos</Trans>
        </span>
      )}
      <span className={parts.small}>{mail}</span>
    </>
  );
}

function InRole({ row }: { row: Person }) {
  return usePeopleText().role[row.role];
}

function Agencies({ row: { role, agencies } }: { row: Person }) {
  const { t } = useLingui();
  if (role !== 'seller') {
    return (
      <span className={parts.soft}>
        <Trans>Todas</Trans>
      </span>
    );
  }
  const more = agencies.length - AGENCIES_SHOWN;
  return (
    <ul>
      {agencies.slice(0, AGENCIES_SHOWN).map(({ adminMail, ownInquiriesOnly }) => (
        <li key={adminMail}>
          {adminMail}
          {ownInquiriesOnly && (
            <span className={parts.small}>
              <Trans>solo sus consultas</Trans>
            </span>
          )}
        </li>
      ))}
      {more > 0 && <li className={parts.soft}>{t`y ${more} más`}</li>}
    </ul>
  );
}

function State({ row }: { row: Person }) {
  return <PersonState person={row} />;
}

function LastUse({ row: { seenAt } }: { row: Person }) {
  if (seenAt === null) {
    return (
      <span className={parts.soft}>
        <Trans>sin dato</Trans>
      </span>
    );
  }
  return <Moment at={seenAt} />;
}

function SecondFactor({ row: { secondFactor } }: { row: Person }) {
  return secondFactor ? (
    <Trans>Sí</Trans>
  ) : (
    <span className={parts.soft}>
      <Trans>No</Trans>
    </span>
  );
}

export const loader = () => queryClient.ensureQueryData(peopleList());

export { PeoplePage as Component };
