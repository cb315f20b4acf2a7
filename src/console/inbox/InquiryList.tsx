import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { LAST_PAGE } from '#contract/paging.ts';
import { isSameSid } from '#contract/sid.ts';
import { isRetryable } from '#console/api/failure.ts';
import {
  type InboxAddress,
  type IndexRequest,
  ensureAgencies,
  isNarrowed,
  isServiceList,
} from '#console/inquiries/inbox-address.ts';
import { type InquiryListResult, isFilterRefusal } from '#console/inquiries/inquiry-list-result.ts';
import { useSession } from '#console/session/session.ts';
import { useDensity } from '#console/ui/density.ts';
import { ROW_HEIGHT } from '#console/ui/stored-density.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { runAfterPaint } from '#console/ui/run-after-paint.ts';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { EmptyInbox } from './EmptyInbox.tsx';
import css from './InquiryList.module.css';
import { InquiryRows, VirtualRows } from './InquiryRows.tsx';
import { ListFailure } from './ListFailure.tsx';
import { ListHeader, SearchPanel } from './ListHeader.tsx';
import { Pager, RowCount } from './Pager.tsx';
import type { SearchPanelState } from './SearchPanel.tsx';
import { useListScroll } from './use-list-scroll.ts';

const ViewTabs = lazyWithRetry(() => import('#console/views/ViewTabs.tsx').then((module) => module.ViewTabs));
const ViewChangesBar = lazyWithRetry(() =>
  import('#console/views/ViewChangesBar.tsx').then((module) => module.ViewChangesBar),
);
const EmptyView = lazyWithRetry(() =>
  import('#console/views/EmptyView.tsx').then((module) => module.EmptyView),
);

const LOAD_MORE_DISTANCE_PX = 600;

interface Props {
  agencias: readonly string[];
  address: InboxAddress;
  indexRequest: IndexRequest;
  list: InquiryListResult;
  openSid: string | undefined;
  lastSid: string | undefined;
  searchPanelState: SearchPanelState;
  isPainted: boolean;
  onFirstPage: () => void;
  onToggleSearch: (isOpen: boolean) => void;
  onRefresh: () => void;
  onTurn: (page: number) => void;
}

export function InquiryList({ list, isPainted, openSid, lastSid, searchPanelState, ...props }: Props) {
  const { agencias, address, indexRequest, onRefresh, onToggleSearch } = props;
  const [search] = useSearchParams();
  const [density] = useDensity(useSession().person.id);
  const rowHeight = ROW_HEIGHT[density];
  const { rows, page, isPlaceholder, loadMore } = list;
  const isOfService = isServiceList(address);
  const [scroller, scrollerRef, handleScroll] = useListScroll(
    isPlaceholder || !rows ? undefined : ensureAgencies(search, agencias),
    rows?.findIndex(({ sid }) => isSameSid(sid, openSid)) ?? -1,
    rowHeight,
  );
  const isSearchOpen = searchPanelState.isOpen || isNarrowed(address);
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
    if (!isOfService) void VirtualRows.preload();
  }, [isOfService]);

  return (
    <>
      <div className={css.views}>
        {isPainted && (
          <ViewTabs
            {...{ agencias, address }}
            isSettled={Boolean(rows) || (error !== null && isRetryable(error))}
          />
        )}
      </div>
      <ListHeader
        {...{ agencias, address, indexRequest, list, isPainted, isSearchOpen, onRefresh }}
        onToggleSearch={() => onToggleSearch(!isSearchOpen)}
        onFirstPage={props.onFirstPage}
        onShowRow={showRow}
      />
      {isSearchOpen && (
        <SearchPanel
          {...{ address, indexRequest }}
          matchCount={isOfService || isPlaceholder ? undefined : list.total}
          focus={searchPanelState.focus}
          opening={searchPanelState.opening}
          onClose={() => onToggleSearch(false)}
        />
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
        {error && (isOfService || !rows) && (
          <ListFailure error={error} isOfService={isOfService} onRetry={onRefresh} />
        )}
        {page?._entries.length === 0 && <EmptyInbox address={address} page={page} />}
        {!isOfService && rows?.length === 0 && !isPlaceholder && (
          <EmptyView address={address} isComplete={list.index?.isComplete ?? true} />
        )}
        {rows && (
          <InquiryRows
            {...{ agencias, rows, isPlaceholder, openSid, lastSid, isPainted, scroller }}
            hours={list.hours}
            total={list.total ?? rows.length}
          />
        )}
        {page && address.pagina === LAST_PAGE && page._entries.length > 0 && (
          <p className={css.note}>
            <Trans>
              La página 99 es la última que el servicio entrega. Para ver consultas anteriores, acotá las
              fechas.
            </Trans>
          </p>
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
      {isOfService ? (
        <Pager number={address.pagina} page={isPlaceholder ? undefined : page} onTurn={props.onTurn} />
      ) : (
        rows && <RowCount loaded={rows.length} total={list.total} />
      )}
    </>
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
