import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { isSameSid } from '#contract/sid.ts';
import { BACKGROUND, queryClient } from '#console/api/query-client.ts';
import { followUpQuery } from '#console/follow-up/follow-up-queries.ts';
import { type InboxAddress, ensureAgencies, updateSearch } from '#console/inquiries/inbox-address.ts';
import { type InquiryListResult, hasNext } from '#console/inquiries/inquiry-list-result.ts';
import { inquiryQuery } from '#console/inquiries/inquiry-queries.ts';
import type { Row } from '#console/inquiries/row.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';

export interface Neighbours {
  place: number | undefined;
  previous: string | undefined;
  next: string | undefined;
  isFirst: boolean;
  isLast: boolean;
}

export function findNeighbours(sids: readonly (string | undefined)[], openSid: string): Neighbours {
  const at = sids.findIndex((sid) => sid?.toUpperCase() === openSid.toUpperCase());
  const previous = sids.slice(0, Math.max(0, at)).findLast((sid) => sid !== undefined);
  const next = sids.slice(at + 1).find((sid) => sid !== undefined);
  return {
    place: at === -1 ? undefined : at + 1,
    previous,
    next,
    isFirst: at !== -1 && previous === undefined,
    isLast: at !== -1 && next === undefined,
  };
}

const SNAPSHOT_STORAGE_KEY = 'vitrina-queue';
const MAX_SNAPSHOT_ROWS = 500;

type QueueEntry = Pick<Row, 'adminMail' | 'sid'>;

interface QueueSnapshot {
  list: string;
  entries: readonly QueueEntry[];
}

function readSnapshot(list: string): readonly QueueEntry[] {
  const saved = JSON.parse(sessionStorage.getItem(SNAPSHOT_STORAGE_KEY) ?? 'null') as QueueSnapshot | null;
  return saved?.list === list ? saved.entries : [];
}

/** Restores entries that left the list at their former places, if the open inquiry is among them or the next one. */
function restoreQueue(rows: readonly Row[], list: string, openSid: string): QueueEntry[] {
  const queue: QueueEntry[] = [...rows];
  const places = new Set(rows.map(({ sid }) => sid));
  let place = 0;
  for (const entry of readSnapshot(list)) {
    if (!places.has(entry.sid)) queue.splice(place, 0, entry);
    place = queue.findIndex(({ sid }) => sid === entry.sid) + 1;
  }
  return queue.slice(0, place + 1).some(({ sid }) => isSameSid(sid, openSid)) ? queue : [...rows];
}

const LOAD_MORE_ROWS = 10;

interface Options {
  address: InboxAddress;
  list: InquiryListResult;
  openSid: string | undefined;
}

export function useRowNavigation({ address, list, openSid }: Options) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const listSearch = ensureAgencies(search, address.agencias);
  const { abrir } = address;
  const rows = list.rows ?? [];
  const sids = rows.map(({ sid }) => sid);
  const { paging } = list;
  const isRestored = openSid !== undefined && !paging && list.rows !== undefined;
  const queue: readonly QueueEntry[] = isRestored ? restoreQueue(rows, listSearch, openSid) : rows;
  const queueSids = queue.map(({ sid }) => sid);
  const isLoaded = list.rows !== undefined && !list.isPlaceholder;

  const findRow = (sid: string | undefined) => rows.find((row) => sid && isSameSid(row.sid, sid));
  const rowHref = (sid: string | undefined) => {
    const row = queue.find((entry) => sid && isSameSid(entry.sid, sid));
    return row?.sid ? paths.inquiry(row.adminMail, row.sid, listSearch) : undefined;
  };
  const pageSearch = (page: number, open?: 'primera' | 'ultima') =>
    paging?.rest && !paging.hasNextPage && page > paging.number
      ? updateSearch(search, { ...paging.rest, abrir: open })
      : updateSearch(search, { pagina: page > 1 ? String(page) : undefined, abrir: open });
  const stepHrefs = ({ previous, next, isFirst, isLast }: Neighbours) => ({
    previous:
      rowHref(previous) ??
      (isFirst && paging && paging.number > 1
        ? `${pathname}?${pageSearch(paging.number - 1, 'ultima')}`
        : undefined),
    next:
      rowHref(next) ??
      (isLast && paging && hasNext(paging)
        ? `${pathname}?${pageSearch(paging.number + 1, 'primera')}`
        : undefined),
  });
  const neighbours = openSid === undefined ? undefined : findNeighbours(queueSids, openSid);
  const place = neighbours?.place;
  const saveSnapshot = useEffectEvent((last: number, listOfOpen: string) => {
    const entries = queue
      .slice(Math.max(0, last - MAX_SNAPSHOT_ROWS), last)
      .filter(({ sid }) => sid !== undefined);
    const snapshot: QueueSnapshot = {
      list: listOfOpen,
      entries: entries.map(({ adminMail, sid }) => ({ adminMail, sid })),
    };
    sessionStorage.setItem(SNAPSHOT_STORAGE_KEY, JSON.stringify(snapshot));
  });
  useEffect(() => {
    if (openSid !== undefined && place !== undefined) saveSnapshot(place, listSearch);
  }, [listSearch, openSid, place]);

  const sidToOpen = abrir === 'primera' ? sids.find(Boolean) : sids.findLast(Boolean);
  const isStepping = Boolean(abrir) && isLoaded;
  const target = rowHref(sidToOpen) ?? paths.inquiries(listSearch);
  useEffect(() => {
    if (isStepping) void navigate(target, { replace: true });
  }, [isStepping, target, navigate]);

  const { loadMore } = list;
  // The list is loaded up to the place of the open inquiry after a reload.
  const isNearEnd = place !== undefined && place > queue.length - LOAD_MORE_ROWS;
  useEffect(() => {
    if (isNearEnd) loadMore?.();
  });

  const awaitsNextFrom = useRef<string>(undefined);
  const mayGrow = !list.error && (list.isFetching || loadMore !== undefined);
  const nextHref = neighbours && stepHrefs(neighbours).next;
  useEffect(() => {
    const isAwaited = awaitsNextFrom.current !== undefined && awaitsNextFrom.current === openSid;
    if (isAwaited && nextHref) void navigate(nextHref);
    if (!isAwaited || nextHref || !mayGrow) awaitsNextFrom.current = undefined;
  });

  return {
    listSearch,
    sids,
    queue: queueSids,
    isLoaded,
    neighbours,
    findRow,
    rowHref,
    stepHrefs,
    /** Opens the next inquiry when its page arrives, unless another one was opened meanwhile. @returns true if the list may still grow */
    awaitNext: () => {
      if (mayGrow) awaitsNextFrom.current = openSid;
      return mayGrow;
    },
    goToPage: (page: number) => void navigate({ pathname, search: pageSearch(page) }),
  };
}

/** Stepping quickly through inquiries prefetches none of those that are skipped. */
const PREFETCH_DELAY_MS = 250;

/** Shortcuts of the inquiry need its follow-up. */
export function useInquiryPrefetch(row: Row | undefined): void {
  const mayViewFollowUp = useSession().may.includes('viewFollowUp');
  const { adminMail, sid } = row ?? {};
  useEffect(() => {
    if (!adminMail || !sid) return undefined;
    const timer = setTimeout(() => {
      void queryClient.prefetchQuery({ ...inquiryQuery(adminMail, sid), meta: BACKGROUND });
      if (mayViewFollowUp)
        void queryClient.prefetchQuery({ ...followUpQuery({ adminMail, sid }), meta: BACKGROUND });
    }, PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [adminMail, sid, mayViewFollowUp]);
}
