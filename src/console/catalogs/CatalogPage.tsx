import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { FilterBar } from '#console/filters/FilterBar.tsx';
import { SearchFilter } from '#console/filters/SearchFilter.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Page } from '#console/ui/Page.tsx';
import { readCatalogAddress } from './address.ts';
import { CatalogTabs } from './CatalogTabs.tsx';
import type { Entry } from './entries.ts';
import { EntryList } from './EntryList.tsx';
import { found } from './found.ts';

interface Props {
  title: string;
  entries: UseQueryResult<Entry[]>;
  linkTo: (id: string) => string;
  /** Where what is typed is looked for. */
  searched: string;
  /** Beside the text. */
  filters?: ReactNode;
  /** In place of the entries, while nothing can be asked. */
  needed?: ReactNode;
}

/** A catalog: searched as typed, with the age of what is shown. */
export function CatalogPage({ title, entries, linkTo, searched, filters, needed }: Props) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const { q, unreadable } = readCatalogAddress(search);
  const { data, error, isPending, isFetching, refetch, dataUpdatedAt } = entries;
  const shown = !needed && data ? found(data, q) : undefined;
  const count = shown?.length;
  return (
    <Page title={title} tab={[title, t`Catálogos`]}>
      <CatalogTabs />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the links and the input inside */}
      <div onKeyDown={walk}>
        <FilterBar
          label={t`Filtros del catálogo`}
          found={
            count === undefined ? undefined : t`${plural(count, { one: '# entrada', other: '# entradas' })}`
          }
          freshness={
            !needed && (
              <Freshness
                at={dataUpdatedAt}
                busy={isFetching}
                error={data ? error : null}
                onRefresh={() => void refetch()}
              />
            )
          }
          unreadable={unreadable}
        >
          <SearchFilter label={searched} />
          {filters}
        </FilterBar>
        {needed}
        {!needed && error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
        {!needed && isPending && <TableSkeleton label={t`Cargando el catálogo`} />}
        {shown && shown.length > 0 && (
          <EntryList
            label={title}
            entries={shown}
            linkTo={linkTo}
            turning={isFetching && entries.isPlaceholderData}
          />
        )}
        {shown?.length === 0 && (
          <EmptyState
            actions={
              <Link className="button" to={pathname}>
                <Trans>Quitar los filtros</Trans>
              </Link>
            }
          >
            <Trans>Ninguna entrada del catálogo coincide con esta búsqueda.</Trans>
          </EmptyState>
        )}
      </div>
    </Page>
  );
}

/** The arrows walk from the text into the entries and from one to the next. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { target, currentTarget } = event;
  if (!step || !(target instanceof HTMLElement) || !target.matches('input[type=search], li *')) return;
  const links = [...currentTarget.querySelectorAll<HTMLElement>('li a')];
  const from = links.findIndex((link) => link === target || target.closest('li')?.contains(link));
  const next = links[from + step];
  if (!next && step > 0) return;
  event.preventDefault();
  (next ?? currentTarget.querySelector<HTMLElement>('input[type=search]'))?.focus();
}
