import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import { PERSON_STATES, type Person } from '#contract/desk/people.ts';
import { ROLES } from '#contract/desk/sessions.ts';
import { useAgencyName } from '#console/agency-select/use-agencies.ts';
import { queryClient } from '#console/api/query-client.ts';
import { ChoiceFilter, FilterBar, SearchFilter } from '#console/filters/FilterBar.tsx';
import { changedSearch, searchReader } from '#console/filters/search.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { usePersonStatusNames, useRoleNames } from '#console/session/role-text.ts';
import { useSession } from '#console/session/session.ts';
import { useTableColumns } from '#console/session/use-table-columns.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { PlusIcon } from '#console/ui/icons.tsx';
import { ListPage } from '#console/ui/ListPage.tsx';
import { MailText } from '#console/ui/MailText.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { peopleListQuery } from './person-queries.ts';
import { PersonStatus } from './PersonStatus.tsx';

const MAX_PEOPLE_SEARCH_LENGTH = 100;
const MAX_NAMED_AGENCIES = 2;

function parsePeopleFilters(search: URLSearchParams) {
  const { read, unreadable } = searchReader(search);
  const query = {
    q: search.get('q')?.trim().slice(0, MAX_PEOPLE_SEARCH_LENGTH) || undefined,
    state: read('state', (text) => PERSON_STATES.find((state) => state === text)),
    role: read('role', (text) => ROLES.find((role) => role === text)),
  };
  return { query, unreadable };
}

const columns: readonly Column<Person>[] = [
  { name: 'person', head: msg`Persona`, Cell: PersonNameCell, lead: true, sortBy: ({ name }) => name },
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
    Cell: ({ row }) => <PersonStatus person={row} />,
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
    ...peopleListQuery(parsePeopleFilters(search).query),
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
      {...table}
      getRowKey={({ id }) => id}
      empty={
        <EmptyState link={{ to: paths.people(), label: t`Ver a todas` }}>
          <Trans>Nadie coincide con esta búsqueda.</Trans>
        </EmptyState>
      }
      moreLabel={t`Ver más`}
    />
  );
}

function PeopleFilters({ count }: { count: number | undefined }) {
  const { t } = useLingui();
  const roleNames = useRoleNames();
  const statusNames = usePersonStatusNames();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { query, unreadable } = parsePeopleFilters(search);
  const change = (values: { role?: string; state?: string }) =>
    void navigate({ search: changedSearch(search, values) });
  return (
    <FilterBar
      label={t`Filtros de personas`}
      count={count === undefined ? undefined : t`${plural(count, { one: '# persona', other: '# personas' })}`}
      unreadable={unreadable}
    >
      <SearchFilter label={t`Nombre, correo o agencia`} />
      <ChoiceFilter
        label={t`Rol`}
        all={t`Todos`}
        value={query.role}
        choices={ROLES.map((value) => ({ value, label: roleNames[value] }))}
        onChange={(value) => change({ role: value })}
      />
      <ChoiceFilter
        label={t({ context: 'person', message: 'Estado' })}
        all={t`Todos`}
        value={query.state}
        choices={PERSON_STATES.map((value) => ({ value, label: statusNames[value] }))}
        onChange={(value) => change({ state: value })}
      />
    </FilterBar>
  );
}

interface CellProps {
  row: Person;
}

function PersonNameCell({ row: { id, name, mail } }: CellProps) {
  const { person } = useSession();
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
        <MuiLink component={Link} to={paths.person(id)} underline="hover" sx={{ fontWeight: 600 }}>
          {name}
        </MuiLink>
        {person.id === id && <Chip component="span" size="small" label={<Trans>vos</Trans>} />}
      </Stack>
      <Secondary>
        <MailText mail={mail} />
      </Secondary>
    </>
  );
}

function RoleCell({ row }: CellProps) {
  return useRoleNames()[row.role];
}

function AgenciesCell({ row: { role, agencies } }: CellProps) {
  const { t } = useLingui();
  const getName = useAgencyName();
  if (role !== 'seller')
    return (
      <Typography component="span" color="textSecondary">
        <Trans>Todas</Trans>
      </Typography>
    );
  const more = agencies.length - MAX_NAMED_AGENCIES;
  return (
    <ul>
      {agencies.slice(0, MAX_NAMED_AGENCIES).map(({ adminMail, ownInquiriesOnly }) => (
        <li key={adminMail}>
          {getName(adminMail)}
          {ownInquiriesOnly && (
            <Secondary>
              <Trans>solo sus consultas</Trans>
            </Secondary>
          )}
        </li>
      ))}
      {more > 0 && (
        <Typography component="li" color="textSecondary">
          {t`y ${more} más`}
        </Typography>
      )}
    </ul>
  );
}

function LastUseCell({ row: { seenAt } }: CellProps) {
  if (seenAt !== null) return <Moment at={seenAt} />;
  return (
    <Typography component="span" color="textSecondary">
      <Trans>sin dato</Trans>
    </Typography>
  );
}

function SecondFactorCell({ row: { secondFactor } }: CellProps) {
  return (
    <Typography component="span" color={secondFactor ? 'success' : 'textSecondary'}>
      {secondFactor ? <Trans>Sí</Trans> : <Trans>No</Trans>}
    </Typography>
  );
}

function Secondary({ children }: { children: ReactNode }) {
  return (
    <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
      {children}
    </Typography>
  );
}

export function loader({ url }: LoaderFunctionArgs) {
  return queryClient.ensureInfiniteQueryData(peopleListQuery(parsePeopleFilters(url.searchParams).query));
}

export { PeoplePage as Component };
