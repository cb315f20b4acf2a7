import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { LAST_PAGE } from '#contract/paging.ts';
import { isSameSid } from '#contract/sid.ts';
import { Failure, isRetryable } from '#console/api/failure.ts';
import {
  type InboxAddress,
  ensureAgencies,
  hasFilters,
  updateSearch,
} from '#console/inquiries/inbox-address.ts';
import { type InquiryListResult, hasNext, isFilterRefusal } from '#console/inquiries/inquiry-list-result.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { useDensity } from '#console/ui/density.ts';
import { FailurePanel } from '#console/ui/FailurePanel.tsx';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { runAfterPaint } from '#console/ui/scheduling.ts';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import css from './InquiryList.module.css';
import { InquiryRows, ROW_HEIGHT, VirtualRows } from './InquiryRows.tsx';
import { ListHeader } from './ListHeader.tsx';
import { Pager, RowCount } from './Pager.tsx';
import { useListScroll } from './use-list-position.ts';

const LastPageNote = lazyWithRetry(() => import('./LastPageNote.tsx').then((module) => module.LastPageNote), {
  fallback: () => null,
});
const ViewTabs = lazyWithRetry(() => import('#console/views/ViewTabs.tsx').then((module) => module.ViewTabs));
const ViewChangesBar = lazyWithRetry(() =>
  import('#console/views/ViewChangesBar.tsx').then((module) => module.ViewChangesBar),
);
const FilterChips = lazyWithRetry(() => import('./FilterChips.tsx').then((module) => module.FilterChips), {
  fallback: () => null,
});
const EmptyList = lazyWithRetry(() => import('./EmptyList.tsx').then((module) => module.EmptyList));

const LOAD_MORE_DISTANCE_PX = 600;

interface Props {
  address: InboxAddress;
  list: InquiryListResult;
  openSid: string | undefined;
  lastSid: string | undefined;
  isPainted: boolean;
  onFirstPage: () => void;
  onTurn: (page: number) => void;
}

export function InquiryList({ list, isPainted, openSid, lastSid, ...props }: Props) {
  const { address } = props;
  const { agencias } = address;
  const [search] = useSearchParams();
  const [density] = useDensity(useSession().person.id);
  const rowHeight = ROW_HEIGHT[density];
  const { rows, paging, isPlaceholder, loadMore } = list;
  const isPaged = paging !== undefined;
  const [scroller, scrollerRef, handleScroll] = useListScroll(
    isPlaceholder || !rows ? undefined : ensureAgencies(search, agencias),
    rows?.findIndex(({ sid }) => isSameSid(sid, openSid)) ?? -1,
    rowHeight,
  );
  const error = rows && isFilterRefusal(list.error) ? null : list.error;
  const showRow = (sid: string) => {
    const at = rows?.findIndex((row) => row.sid === sid) ?? -1;
    if (at > -1) scroller?.scrollTo(0, Math.max(0, at - 2) * rowHeight);
    runAfterPaint(() => scroller?.querySelector<HTMLElement>(`[data-sid="${CSS.escape(sid)}"] a`)?.focus());
  };
  const loadMoreNearEnd = () => {
    if (!loadMore || !scroller) return;
    const { scrollTop, clientHeight } = scroller;
    const end = (rows?.length ?? 0) * rowHeight;
    if (end - scrollTop - clientHeight < LOAD_MORE_DISTANCE_PX) loadMore();
  };
  useEffect(() => runAfterPaint(loadMoreNearEnd));
  useEffect(() => {
    if (!isPaged) void VirtualRows.preload();
  }, [isPaged]);

  return (
    <>
      <div className={css.views}>
        {isPainted && (
          <ViewTabs address={address} isSettled={Boolean(rows) || (error !== null && isRetryable(error))} />
        )}
      </div>
      <ListHeader {...{ address, list, isPainted }} onFirstPage={props.onFirstPage} onShowRow={showRow} />
      {hasFilters(address) && (
        <div className={css.filters}>
          {isPainted && <FilterChips address={address} matchCount={isPlaceholder ? undefined : list.total} />}
        </div>
      )}
      <div
        className={css.scroller}
        ref={scrollerRef}
        aria-busy={list.isFetching}
        onScroll={() => {
          handleScroll();
          loadMoreNearEnd();
        }}
      >
        {list.isFetching && rows && <div className={css.progress} role="presentation" />}
        {!rows && !error && <InboxSkeleton />}
        {error && (list.hasCopy || !rows) && <ListFailure error={error} list={list} />}
        {rows?.length === 0 && (isPaged || !isPlaceholder) && <EmptyList {...{ address, list }} />}
        {rows && (
          <InquiryRows
            {...{ agencias, rows, isPlaceholder, openSid, lastSid, isPainted, scroller }}
            hours={list.hours}
            total={list.total ?? rows.length}
          />
        )}
        {rows && rows.length > 0 && (paging?.rest || paging?.number === LAST_PAGE) && (
          <LastPageNote rest={paging.rest} />
        )}
      </div>
      {address.viewId && isPainted && <ViewChangesBar agencias={agencias} viewId={address.viewId} />}
      {list.followUpError && (
        <output className={css.missing}>
          <Trans>No se pudo cargar el seguimiento.</Trans>
          <button type="button" className="button quiet" onClick={list.refresh}>
            <Trans>Reintentar</Trans>
          </button>
        </output>
      )}
      {paging ? (
        <Pager
          number={paging.number}
          hasNext={hasNext(paging) && !isPlaceholder}
          rowCount={isPlaceholder ? undefined : rows?.length}
          onTurn={props.onTurn}
        />
      ) : (
        rows && !hasFilters(address) && <RowCount loaded={rows.length} total={list.total} />
      )}
    </>
  );
}

function ListFailure({ error, list }: { error: Error; list: InquiryListResult }) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const isNotAssociated = error instanceof Failure && error.isNotFound;
  const isForbidden = error instanceof Failure && error.status === 403;
  return (
    <FailurePanel
      error={error}
      onRetry={list.refresh}
      meanings={{ 404: { what: t`Esta agencia ya no está asociada a esta aplicación` } }}
    >
      {list.hasCopy && isRetryable(error) && (
        <Link className="button" to={{ search: updateSearch(search, { copia: '1' }) }}>
          <Trans>Ver las que Vitrina tiene</Trans>
        </Link>
      )}
      {(isNotAssociated || isForbidden) && (
        <Link className="button" to={paths.inquiries()}>
          {isNotAssociated ? <Trans>Ver otra agencia</Trans> : <Trans>Ir a mis consultas</Trans>}
        </Link>
      )}
    </FailurePanel>
  );
}

function InboxSkeleton() {
  return (
    <div className={css.skeleton}>
      <output className="visually-hidden">
        <Trans>Cargando consultas</Trans>
      </output>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className={css.ghost} />
      ))}
      <div className={css.slow}>
        <SlowNotice />
      </div>
    </div>
  );
}
