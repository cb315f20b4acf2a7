import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import type { UseQueryResult } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, memo, useDeferredValue } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { FilterBar, SearchFilter } from '#console/filters/FilterBar.tsx';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Page } from '#console/ui/Page.tsx';
import { readCatalogAddress } from './address.ts';
import css from './CatalogPage.module.css';
import { CatalogTabs } from './CatalogTabs.tsx';
import { ColorSwatch } from './ColorSwatch.tsx';
import { type Entry, filterEntries } from './entries.ts';

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
    <Page title={title} tab={[title, t`Catálogos`]} freshness={prompt ? undefined : query}>
      <CatalogTabs />
      <Stack spacing={2} onKeyDown={moveFocus}>
        <FilterBar
          label={t`Filtros del catálogo`}
          count={
            count === undefined ? undefined : t`${plural(count, { one: '# entrada', other: '# entradas' })}`
          }
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

const INITIAL_ENTRIES = 40;

interface EntryListProps {
  label: string;
  entries: readonly Entry[];
  linkTo: (id: string) => string;
  isPlaceholder: boolean;
}

function EntryList({ label, entries, linkTo, isPlaceholder }: EntryListProps) {
  const deferredEntries = useDeferredValue(entries, entries.slice(0, INITIAL_ENTRIES));
  return (
    <Paper variant="outlined">
      <ul className={css.entries} aria-label={label} aria-busy={isPlaceholder}>
        <EntryRows entries={deferredEntries} linkTo={linkTo} />
      </ul>
    </Paper>
  );
}

const EntryRows = memo(function EntryRows({ entries, linkTo }: Pick<EntryListProps, 'entries' | 'linkTo'>) {
  return entries.map((entry) => <EntryRow key={entry.path || entry.name} entry={entry} linkTo={linkTo} />);
});

function EntryRow({ entry, linkTo }: { entry: Entry; linkTo: EntryListProps['linkTo'] }) {
  const { t } = useLingui();
  const { id, name, path, codes, region, htmlColor } = entry;
  return (
    <li className={css.entry}>
      <span className={css.name}>
        {htmlColor !== null && <ColorSwatch htmlColor={htmlColor} />}
        {id ? <Link to={linkTo(id)}>{name}</Link> : <bdi>{name}</bdi>}
      </span>
      <span className={css.codes}>{[...codes, region, htmlColor].filter(Boolean).join(' · ')}</span>
      {path && (
        <>
          <code className={css.path}>{path}</code>
          <CopyButton text={path} label={t`Copiar la ruta de ${name}`} />
        </>
      )}
    </li>
  );
}
