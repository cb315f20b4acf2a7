import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { dayAt } from '#contract/window.ts';
import { forgetAgency, rememberAgency } from '#console/agency-select/last-agency.ts';
import { Failure } from '#console/api/failure.ts';
import { hasSeveralAgencies, listRequests, parseInboxAddress } from '#console/inquiries/inbox-address.ts';
import { type InquiryKey, removeInquiries } from '#console/inquiries/inquiry-queries.ts';
import { hasNext } from '#console/inquiries/inquiry-list-result.ts';
import { useInquiryList } from '#console/inquiries/use-inquiry-list.ts';
import { useMarkSeen } from '#console/inquiries/use-mark-seen.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { useAfterPaint } from '#console/ui/scheduling.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { useTitle } from '#console/ui/title.ts';
import { useNow } from '#console/ui/use-formats.ts';
import css from './Inbox.module.css';
import { InboxFilters } from './InboxFilters.tsx';
import { InboxShortcuts } from './InboxShortcuts.tsx';
import { InquiryList } from './InquiryList.tsx';
import { SelectionContext, type SelectionStore, createSelectionStore, useIsSelecting } from './selection.ts';
import { type RowEnd, useLastOpened, useListFocus, useRestoredFocus } from './use-list-position.ts';
import { useSelectedRow } from './use-selected-row.ts';
import { findNeighbours, useInquiryPrefetch, useRowNavigation } from './use-row-navigation.ts';

const BulkBar = lazyWithRetry(() => import('./BulkBar.tsx').then((module) => module.BulkBar), {
  fallback: () => null,
});
const LastChangeNotice = lazyWithRetry(
  () => import('#console/follow-up/LastChangeNotice.tsx').then((module) => module.LastChangeNotice),
  { floats: true, fallback: () => null },
);
const PendingChangesBanner = lazyWithRetry(
  () => import('#console/follow-up/PendingChangesBanner.tsx').then((module) => module.PendingChangesBanner),
  { fallback: () => null },
);
const InquiryPanels = lazyWithRetry(
  () => import('./InquiryPanels.tsx').then((module) => module.InquiryPanels),
  { fallback: ({ shown }) => shown && <SlowNotice /> },
);

const PRELOAD_DELAY_MS = 50;

interface Props {
  agencias: readonly string[];
  open: InquiryKey | undefined;
}

export function Inbox({ agencias, open }: Props) {
  const { t, i18n } = useLingui();
  const { may, timeZone } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const isPainted = useAfterPaint();
  const now = useNow();
  const address = { ...parseInboxAddress(search), agencias };
  const list = useInquiryList(
    listRequests(agencias, address, () => dayAt(now, timeZone)),
    isPainted,
  );
  const { paging } = list;
  const { pagina } = address;
  const [agencia = ''] = agencias;
  const lastSid = useLastOpened(open?.sid);
  const selection = useListSelection(list.id);
  const [first, clearSelected] = useSelectedRow(list, {
    isOpen: open !== undefined,
    isQueue: address.builtInView === 'esperando' && address.narrowing.buscar === undefined,
    lastSid,
  });
  // Keys act on several that are chosen, and not on the first.
  const selected = useIsSelecting(selection) ? undefined : first;
  const shown = open ?? selected;
  const navigation = useRowNavigation({ address, list, openSid: shown?.sid });
  const { neighbours, sids } = navigation;
  const hasRows = list.rows !== undefined;
  const listRef = useRef<HTMLElement>(null);

  useTitle(open ? undefined : t`Consultas`);
  useRememberedAgency(hasSeveralAgencies(agencias) ? undefined : agencia, hasRows, list.error);
  const openRow = open && navigation.findRow(open.sid);
  const isSeenKnown = openRow
    ? openRow.seen !== undefined || Boolean(list.followUpError)
    : hasRows || Boolean(list.error);
  useMarkSeen(open, isSeenKnown, openRow?.seen);
  useRestoredFocus(listRef, open?.sid, neighbours?.next ?? neighbours?.previous, hasRows);
  const focusNextList = useListFocus(
    listRef,
    `${agencias.join(' ')} ${pagina}`,
    navigation.isLoaded && !open,
  );
  useInquiryPrefetch(navigation.findRow(neighbours?.next));
  useEffect(() => {
    const timer = setTimeout(() => void InquiryPanels.preload(), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);

  const turnTo = (page: number, end: RowEnd) => {
    focusNextList(end);
    navigation.goToPage(page);
  };
  const close = () => {
    clearSelected();
    if (open) void navigate(paths.inquiries(navigation.listSearch));
  };
  const getPanelProps = (sid: string) => {
    const panelNeighbours = findNeighbours(navigation.queue, sid);
    const { place } = panelNeighbours;
    const row = navigation.findRow(sid);
    const lost = navigation.queue.length - sids.length;
    const count = i18n.number((list.total ?? sids.length) + lost);
    return {
      sid,
      adminMail: row?.adminMail ?? open?.adminMail ?? agencia,
      initialInquiry: row?.inquiry,
      // A row of the index is refetched from the service.
      initialInquiryAt: list.index ? 0 : list.readAt,
      ...navigation.stepHrefs(panelNeighbours),
      position:
        place === undefined
          ? undefined
          : paging
            ? t`${place} de ${count} · página ${pagina}`
            : t`${place} de ${count}`,
    };
  };
  const steps = neighbours && navigation.stepHrefs(neighbours);
  const showsChanges = isPainted && may.includes('changeFollowUp');
  return (
    <SelectionContext value={selection}>
      <div className={css.inbox} data-open={Boolean(open)}>
        <div className={css.filters}>
          {isPainted && (
            <InboxFilters
              address={address}
              indexRequest={list.indexRequest}
              failure={list.error}
              isReady={hasRows}
            />
          )}
        </div>
        {isPainted && (
          <InboxShortcuts
            listRef={listRef}
            openInquiry={open}
            selected={selected}
            reopenHref={navigation.rowHref(
              selected?.sid ?? (lastSid && sids.includes(lastSid) ? lastSid : sids.find(Boolean)),
            )}
            previousHref={steps?.previous}
            nextHref={steps?.next}
            onAwaitNext={navigation.awaitNext}
            onClose={close}
            onPreviousPage={paging && paging.number > 1 ? (end) => turnTo(paging.number - 1, end) : undefined}
            onNextPage={paging && hasNext(paging) ? (end) => turnTo(paging.number + 1, end) : undefined}
          />
        )}
        <section className={css.list} ref={listRef} aria-label={t`Lista de consultas`}>
          <InquiryList
            {...{ address, list, lastSid, isPainted }}
            openSid={shown?.sid}
            onFirstPage={() => turnTo(1, 'first')}
            onTurn={navigation.goToPage}
          />
          {isPainted && may.includes('changeFollowUps') && <BulkBar list={list} isOpen={Boolean(open)} />}
          {showsChanges && !shown && <PendingChangesBanner open={undefined} />}
        </section>
        <section className={css.panel} aria-label={t`Consulta abierta`} id="detail">
          {!shown && <p className={css.hint}>{t`Elegí una consulta de la lista para verla acá.`}</p>}
          {(open ?? isPainted) && (
            <InquiryPanels
              {...{ shown, listRef, getPanelProps }}
              isOpen={open !== undefined}
              likelySid={shown ? neighbours?.next : sids.find(Boolean)}
              onClose={close}
            />
          )}
        </section>
        {showsChanges && (lastSid ?? selected) !== undefined && <LastChangeNotice open={shown} />}
      </div>
    </SelectionContext>
  );
}

/** A selection belongs to its list. */
function useListSelection(listId: string): SelectionStore {
  const [current, setCurrent] = useState(() => ({ listId, store: createSelectionStore() }));
  if (current.listId !== listId) setCurrent({ listId, store: createSelectionStore() });
  return current.store;
}

/** The next inbox without an agency in its address shows the one that could be read last. */
function useRememberedAgency(agencia: string | undefined, hasRows: boolean, error: Error | null): void {
  const isNotAssociated = error instanceof Failure && error.isNotFound;
  useEffect(() => {
    if (!agencia) return;
    if (isNotAssociated) {
      forgetAgency(agencia);
      removeInquiries(agencia);
    } else if (hasRows) rememberAgency(agencia);
  }, [agencia, hasRows, isNotAssociated]);
}
