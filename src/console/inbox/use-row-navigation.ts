import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { LAST_PAGE } from '#contract/paging.ts';
import { isSameSid } from '#contract/sid.ts';
import {
  type InboxAddress,
  ensureAgencies,
  isServiceList,
  updateSearch,
} from '#console/inquiries/inbox-address.ts';
import type { InquiryListResult } from '#console/inquiries/inquiry-list-result.ts';
import { paths } from '#console/paths.ts';
import { type Neighbours, findNeighbours } from './find-neighbours.ts';

const PLACE_STORAGE_KEY = 'vitrina-queue-place';

interface QueuePlace {
  list: string;
  sid: string;
  place: number;
}

function saveQueuePlace(open: QueuePlace): void {
  sessionStorage.setItem(PLACE_STORAGE_KEY, JSON.stringify(open));
}

function readQueuePlace({ list, sid }: Omit<QueuePlace, 'place'>): number | undefined {
  const saved = JSON.parse(sessionStorage.getItem(PLACE_STORAGE_KEY) ?? 'null') as QueuePlace | null;
  return saved?.list === list && saved.sid === sid ? saved.place : undefined;
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
  const { pagina, abrir } = address;
  const rows = list.rows ?? [];
  const sids = rows.map(({ sid }) => sid);
  const isLoaded = list.rows !== undefined && !list.isPlaceholder;
  const hasNextPage = isServiceList(address) && pagina < LAST_PAGE && Boolean(list.page?._links?.next);

  const findRow = (sid: string | undefined) => rows.find((row) => sid && isSameSid(row.sid, sid));
  const rowHref = (sid: string | undefined) => {
    const row = findRow(sid);
    return row?.sid ? paths.inquiry(row.adminMail, row.sid, listSearch) : undefined;
  };
  const pageSearch = (page: number, open?: 'primera' | 'ultima') =>
    updateSearch(search, { pagina: page > 1 ? String(page) : undefined, abrir: open });
  const stepHrefs = ({ previous, next, isFirst, isLast }: Neighbours) => ({
    previous:
      rowHref(previous) ??
      (isFirst && pagina > 1 ? `${pathname}?${pageSearch(pagina - 1, 'ultima')}` : undefined),
    next:
      rowHref(next) ??
      (isLast && hasNextPage ? `${pathname}?${pageSearch(pagina + 1, 'primera')}` : undefined),
  });
  const formerPlace = openSid === undefined ? undefined : readQueuePlace({ list: listSearch, sid: openSid });
  const neighbours = openSid === undefined ? undefined : findNeighbours(sids, openSid, formerPlace);
  const place = neighbours?.place;
  useEffect(() => {
    if (openSid !== undefined && place !== undefined)
      saveQueuePlace({ list: listSearch, sid: openSid, place });
  }, [listSearch, openSid, place]);

  const sidToOpen = abrir === 'primera' ? sids.find(Boolean) : sids.findLast(Boolean);
  const isStepping = Boolean(abrir) && isLoaded;
  const target = rowHref(sidToOpen) ?? paths.inquiries(listSearch);
  useEffect(() => {
    if (isStepping) void navigate(target, { replace: true });
  }, [isStepping, target, navigate]);

  const { loadMore } = list;
  // The list is loaded up to the place of the open inquiry after a reload.
  const placeInList = place ?? formerPlace;
  const isNearEnd = placeInList !== undefined && placeInList > sids.length - LOAD_MORE_ROWS;
  useEffect(() => {
    if (isNearEnd) loadMore?.();
  });

  return {
    listSearch,
    sids,
    isLoaded,
    hasNextPage,
    neighbours,
    findRow,
    rowHref,
    stepHrefs,
    goToPage: (page: number) => void navigate({ pathname, search: pageSearch(page) }),
  };
}
