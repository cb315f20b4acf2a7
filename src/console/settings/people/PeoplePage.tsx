import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import { PERSON_STATES, type PeopleQuery, type Person } from '#contract/desk/people.ts';
import { ROLES } from '#contract/desk/sessions.ts';
import { queryClient } from '#console/api/query-client.ts';
import { ChoiceFilter } from '#console/filters/ChoiceFilter.tsx';
import { FilterBar } from '#console/filters/FilterBar.tsx';
import { changedSearch, searchReader } from '#console/filters/search.ts';
import { SearchFilter } from '#console/filters/SearchFilter.tsx';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { useRoleNames } from '#console/session/role-text.ts';
import { useSession } from '#console/session/session.ts';
import { useTableColumns } from '#console/session/use-table-columns.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { PlusIcon } from '#console/ui/icons.tsx';
import { ListPage } from '#console/ui/ListPage.tsx';
import { peopleListQuery } from './person-queries.ts';
import { usePeopleText } from './people-text.ts';
import {
  AgenciesCell,
  LastUseCell,
  NameCell,
  RoleCell,
  SecondFactorCell,
  StatusCell,
} from './people-cells.tsx';

const MAX_PEOPLE_SEARCH_LENGTH = 100;

function parsePeopleFilters(search: URLSearchParams) {
  const { read, unreadable } = searchReader(search);
  return {
    q: search.get('q')?.trim().slice(0, MAX_PEOPLE_SEARCH_LENGTH) ?? '',
    state: read('state', (text) => PERSON_STATES.find((state) => state === text)),
    role: read('role', (text) => ROLES.find((role) => role === text)),
    unreadable,
  };
}

function parsePeopleQuery(search: URLSearchParams): Omit<PeopleQuery, 'after'> {
  const { q, state, role } = parsePeopleFilters(search);
  return { ...(q && { q }), ...(state && { state }), ...(role && { role }) };
}

const columns: readonly Column<Person>[] = [
  { name: 'person', head: msg`Persona`, Cell: NameCell, lead: true, sortBy: ({ name }) => name },
  {
    name: 'role',
    head: msg`Rol`,
    Cell: RoleCell,
    width: '14%',
    sortBy: ({ role }) => ROLES.indexOf(role),
  },
  { name: 'agencies', head: msg`Agencias`, Cell: AgenciesCell, width: '24%' },
  {
    name: 'state',
    head: msg({ context: 'person', message: 'Estado' }),
    Cell: StatusCell,
    width: '16%',
    sortBy: ({ state }) => PERSON_STATES.indexOf(state),
  },
  { name: 'seen', head: msg`Último uso`, Cell: LastUseCell, width: '13%', sortBy: ({ seenAt }) => seenAt },
  {
    name: 'factor',
    head: msg`Segundo paso`,
    Cell: SecondFactorCell,
    width: '13%',
    sortBy: ({ secondFactor }) => Number(secondFactor),
  },
];

const unsortableColumns = columns.map((column): Column<Person> => {
  const copy = { ...column };
  delete copy.sortBy;
  return copy;
});

function PeoplePage() {
  const { t } = useLingui();
  const { may } = useSession();
  const [search] = useSearchParams();
  const people = useInfiniteQuery({
    ...peopleListQuery(parsePeopleQuery(search)),
    placeholderData: keepPreviousData,
  });
  const table = useTableColumns('people', people.hasNextPage ? unsortableColumns : columns);
  return (
    <ListPage
      title={t`Personas`}
      actions={
        <>
          <HelpLink topic="visibility" />
          {may.includes('invitePerson') && (
            <Button component={Link} to={paths.invitePerson()} variant="contained" startIcon={<PlusIcon />}>
              <Trans>Invitar</Trans>
            </Button>
          )}
        </>
      }
      filters={<PeopleFilters count={people.data?.pages[0]?.total} />}
      label={t`Personas`}
      loadingLabel={t`Cargando las personas`}
      query={people}
      rows={people.data?.pages.flatMap((page) => page.people)}
      columns={table.columns}
      columnsMenu={table.columnsMenu}
      getRowKey={({ id }) => id}
      empty={
        <EmptyState
          actions={
            <Button component={Link} to={paths.people()} variant="outlined">
              <Trans>Ver a todas</Trans>
            </Button>
          }
        >
          <Trans>Nadie coincide con esta búsqueda.</Trans>
        </EmptyState>
      }
    >
      {people.hasNextPage && (
        <Button
          variant="outlined"
          loading={people.isFetchingNextPage}
          sx={{ alignSelf: 'center' }}
          onClick={() => void people.fetchNextPage()}
        >
          <Trans>Ver más</Trans>
        </Button>
      )}
    </ListPage>
  );
}

function PeopleFilters({ count }: { count: number | undefined }) {
  const { t } = useLingui();
  const roleNames = useRoleNames();
  const { status } = usePeopleText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { role, state, unreadable } = parsePeopleFilters(search);
  const change = (values: { role?: string; state?: string }) =>
    void navigate({ search: changedSearch(search, values) });
  return (
    <FilterBar
      label={t`Filtros de personas`}
      found={count === undefined ? undefined : t`${plural(count, { one: '# persona', other: '# personas' })}`}
      unreadable={unreadable}
    >
      <SearchFilter label={t`Nombre, correo o agencia`} />
      <ChoiceFilter
        label={t`Rol`}
        all={t`Todos`}
        value={role}
        choices={ROLES.map((value) => ({ value, label: roleNames[value] }))}
        onChange={(value) => change({ role: value })}
      />
      <ChoiceFilter
        label={t({ context: 'person', message: 'Estado' })}
        all={t`Todos`}
        value={state}
        choices={PERSON_STATES.map((value) => ({ value, label: status[value] }))}
        onChange={(value) => change({ state: value })}
      />
    </FilterBar>
  );
}

export function loader({ url }: LoaderFunctionArgs) {
  return queryClient.ensureInfiniteQueryData(peopleListQuery(parsePeopleQuery(url.searchParams)));
}

export { PeoplePage as Component };
