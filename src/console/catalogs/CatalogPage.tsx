import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { FailurePanel } from '#console/shell/FailurePanel.tsx';
import { GhostRows } from '#console/ui/DataList.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { Nothing, Page } from '#console/ui/Page.tsx';
import { changeCatalogSearch, readCatalogAddress } from './address.ts';
import { CatalogTabs } from './CatalogTabs.tsx';
import css from './catalogs.module.css';
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
        <search className={css.filters} aria-label={t`Filtros del catálogo`}>
          <TextInput label={searched} value={q} />
          {filters}
          <output className={css.found}>
            {count !== undefined && t`${plural(count, { one: '# entrada', other: '# entradas' })}`}
          </output>
          {!needed && (
            <Freshness
              at={dataUpdatedAt}
              busy={isFetching}
              error={data ? error : null}
              onRefresh={() => void refetch()}
            />
          )}
          {unreadable.map(({ parameter, value }) => (
            <output key={parameter} className={css.unreadable}>
              <Trans>
                No se entiende «{parameter}={value}» en la dirección; se muestra sin eso.
              </Trans>
            </output>
          ))}
        </search>
        {needed}
        {!needed && error && !data && <FailurePanel error={error} onRetry={() => void refetch()} />}
        {!needed && isPending && <GhostRows label={t`Cargando el catálogo`} />}
        {shown && shown.length > 0 && (
          <EntryList
            label={title}
            entries={shown}
            linkTo={linkTo}
            turning={isFetching && entries.isPlaceholderData}
          />
        )}
        {shown?.length === 0 && (
          <Nothing
            actions={
              <Link className="button" to={pathname}>
                <Trans>Quitar los filtros</Trans>
              </Link>
            }
          >
            <Trans>Ninguna entrada del catálogo coincide con esta búsqueda.</Trans>
          </Nothing>
        )}
      </div>
    </Page>
  );
}

function TextInput({ label, value }: { label: string; value: string }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (
    <label className={`field ${css.text}`}>
      {label}
      <input
        type="search"
        value={value}
        onChange={({ target }) =>
          void navigate({ search: changeCatalogSearch(search, { q: target.value }) }, { replace: true })
        }
      />
    </label>
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
