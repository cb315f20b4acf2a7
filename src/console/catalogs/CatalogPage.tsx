import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { UseQueryResult } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { FilterBar } from '#console/filters/FilterBar.tsx';
import { SearchFilter } from '#console/filters/SearchFilter.tsx';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { Page } from '#console/ui/Page.tsx';
import { readCatalogAddress } from './address.ts';
import { CatalogTabs } from './CatalogTabs.tsx';
import type { Entry } from './entries.ts';
import { EntryList } from './EntryList.tsx';
import { filterEntries } from './filter-entries.ts';

interface Props {
  title: string;
  query: UseQueryResult<Entry[]>;
  linkTo: (id: string) => string;
  searchLabel: string;
  filters?: ReactNode;
  prompt?: ReactNode;
}

export function CatalogPage({ title, query, linkTo, searchLabel, filters, prompt }: Props) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const { q, unreadable } = readCatalogAddress(search);
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = query;
  const entries = !prompt && data ? filterEntries(data, q) : undefined;
  const count = entries?.length;
  return (
    <Page title={title} tab={[title, t`Catálogos`]}>
      <CatalogTabs />
      <Stack spacing={2} onKeyDown={moveFocus}>
        <FilterBar
          label={t`Filtros del catálogo`}
          found={
            count === undefined ? undefined : t`${plural(count, { one: '# entrada', other: '# entradas' })}`
          }
          freshness={!prompt && <Freshness query={query} />}
          unreadable={unreadable}
        >
          <SearchFilter label={searchLabel} />
          {filters}
        </FilterBar>
        {prompt}
        {!prompt && error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
        {!prompt && isPending && <TableSkeleton label={t`Cargando el catálogo`} />}
        {entries && entries.length > 0 && (
          <EntryList
            label={title}
            entries={entries}
            linkTo={linkTo}
            isPlaceholder={isFetching && isPlaceholderData}
          />
        )}
        {entries?.length === 0 && (
          <EmptyState
            actions={
              <Button component={Link} to={pathname} variant="outlined">
                <Trans>Quitar los filtros</Trans>
              </Button>
            }
          >
            <Trans>Ninguna entrada del catálogo coincide con esta búsqueda.</Trans>
          </EmptyState>
        )}
      </Stack>
    </Page>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { target, currentTarget } = event;
  if (!step || !(target instanceof HTMLElement) || !target.matches('input[type=search], li *')) return;
  const links = [...currentTarget.querySelectorAll<HTMLElement>('li a')];
  const index = links.findIndex((link) => link === target || target.closest('li')?.contains(link));
  const next = links[index + step];
  if (!next && step > 0) return;
  event.preventDefault();
  (next ?? currentTarget.querySelector<HTMLElement>('input[type=search]'))?.focus();
}
