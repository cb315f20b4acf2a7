import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { View } from '#contract/desk/views.ts';
import { type About, arrange, besideOf, countsOf, isBack, isMine, isPutOff } from '#contract/queue.ts';
import { type BySid, VIEWS, bySidOf } from '#contract/queue-names.ts';
import { dayAt } from '#contract/window.ts';
import { BY_ITSELF } from '#console/api/query-client.ts';
import { agencyHours, followUpsBeside } from '#console/follow-up/follow-up-queries.ts';
import { type InboxRequest, inboxRequest, readInboxAddress } from '#console/inquiries/address.ts';
import { type Inquiry, inquiryPage } from '#console/inquiries/inquiries-queries.ts';
import { arrivalsIn, knownOf } from '#console/live/arrivals.ts';
import { hasNewest, newestOf } from '#console/live/newest.ts';
import { watchList } from '#console/live/watch.ts';
import { type Walk, shownOf, wholeOf } from '#console/queue/walk.ts';
import { catchUp, halt, subscribe, walkOf, walkOn } from '#console/queue/walks.ts';
import { useSession } from '#console/session/session.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { searchOfBuiltIn, searchOfView } from './saved.ts';
import { besideBySid } from './by-sid-queries.ts';

/** So long the page is left alone after its rows are there, before everything is counted, ms. */
const QUIET_MS = 1000;
/** So often counts change while pages arrive, ms. */
const COUNTED_MS = 400;

export interface Count {
  count: number;
  /** Not everything was read yet. */
  partial: boolean;
  /** Of those put off, how many are back. */
  back?: number;
}

interface Given {
  /** What the list asks for now. */
  request: InboxRequest;
  /** Whether that is walked as a list of its own. */
  isWalked: boolean;
  /** The first page of the agency's plain list, where that is shown. */
  newest: readonly Inquiry[] | undefined;
  pinned: readonly View[];
  /** The list's rows are there. */
  isRead: boolean;
}

/**
 * How many each view has, by the name of a built-in one and the id of a saved one: counted in one walk of the window that
 * views have when nothing else is said. Not there: not known.
 */
export function useCounts(
  agencia: string,
  { request, isWalked, newest, pinned, isRead }: Given,
): ReadonlyMap<string, Count> {
  const { timeZone: zone, person, may } = useSession();
  const now = useNow();
  const isQuiet = useQuiet(agencia, isRead);
  const window = requestOf(searchOfBuiltIn('esperando', agencia), dayAt(now, zone));
  const asked = JSON.stringify(window);
  const isShown = isWalked && JSON.stringify(request) === asked;
  const walk = useWalk(agencia, asked, isQuiet && !isShown);
  const told = useNewest(agencia, asked, isQuiet && !hasNewest(request));
  const isAside = isQuiet && !isShown;
  useEffect(() => {
    if (newest) catchUp(agencia, JSON.parse(asked) as InboxRequest, newest);
  }, [agencia, asked, newest]);
  useEffect(() => {
    if (isAside && told.entries) catchUp(agencia, JSON.parse(asked) as InboxRequest, told.entries);
  }, [agencia, asked, isAside, told]);

  const options = { enabled: isQuiet && may.includes('listFollowUps'), meta: BY_ITSELF };
  const { data: followUps } = useQuery({ ...followUpsBeside(agencia, { desde: window.desde }), ...options });
  const { data: snoozed } = useQuery({ ...besideBySid(agencia, 'snoozed'), ...options });
  const { data: mine } = useQuery({ ...besideBySid(agencia, 'mine'), ...options });
  const { data: hours } = useQuery({
    ...agencyHours(agencia),
    ...options,
    enabled: options.enabled && may.includes('viewHours'),
  });
  const snoozedWalk = useWalk(agencia, 'snoozed', false);
  const mineWalk = useWalk(agencia, 'mine', false);

  const about: About = {
    beside: followUps && besideOf(followUps),
    me: person.id,
    now,
    hours: hours?.hours,
    zone,
  };
  const partial = !walk || !wholeOf(walk) || shownOf(walk).cutAtLastPage;
  const counts = new Map<string, Count>();
  if (walk && (walk.shown.length > 0 || !partial)) {
    // Of the list that is shown, those that wait behind its button are counted too.
    const waiting = isShown
      ? arrivalsIn(told.page, knownOf(walk.shown, false)).entries.filter(
          ({ Momento }) => Momento.slice(0, 10) >= (window.desde ?? ''),
        )
      : [];
    const entries = waiting.length > 0 ? [...waiting, ...walk.shown] : walk.shown;
    const counted = countsOf(entries, about);
    for (const view of VIEWS) {
      const count = counted[view];
      // Some may be older than the window, and without hours nothing is known to be late.
      const isKnown = !bySidOf(view) && (view !== 'tarde' || hours !== undefined);
      if (count !== undefined && isKnown) counts.set(view, { count, partial });
    }
    if (about.beside)
      for (const view of pinned) {
        const search = searchOfView(view, agencia);
        const { agencia: of, cola, narrowing, desde, hasta } = readInboxAddress(new URLSearchParams(search));
        if (of !== agencia || bySidOf(cola)) continue;
        // Today is within the window.
        const isToday = cola === 'hoy' && !desde && !hasta;
        const request = requestOf(search, dayAt(now, zone));
        if (JSON.stringify(isToday ? { ...request, desde: window.desde } : request) !== asked) continue;
        counts.set(view.id, {
          count: arrange(entries, { narrowing, view: cola }, about).entries.length,
          partial,
        });
      }
  }
  if (snoozed) {
    const putOff = snoozed.followUps.filter((followUp) => isPutOff(followUp, now));
    const held = putOff.filter(isThere(snoozedWalk));
    const back = held.filter((followUp) => isBack(followUp, now)).length;
    counts.set('pospuestas', { count: held.length, partial: false, back });
  }
  if (mine) {
    const own = mine.followUps.filter((followUp) => isMine(followUp, person.id));
    counts.set('mias', { count: own.filter(isThere(mineWalk)).length, partial: false });
  }
  return counts;
}

/** Of inquiries that were read by their sids, whether the service has one still. */
const isThere =
  (walk: Walk | undefined) =>
  ({ sid }: { sid: string }) =>
    !walk?.gone.has(sid.toUpperCase());

function requestOf(search: string, today: string): InboxRequest {
  return inboxRequest(readInboxAddress(new URLSearchParams(search)), () => today);
}

const isBySid = (asked: string): asked is BySid => asked === 'snoozed' || asked === 'mine';

/**
 * The agency's newest, as they were read for the list that is shown; `asks`: that does not begin with them, and the first
 * page of `asked` is read beside it.
 */
function useNewest(agencia: string, asked: string, asks: boolean) {
  const client = useQueryClient();
  const { data: page, dataUpdatedAt: at } = useQuery(newestOf(agencia));
  useEffect(() => {
    if (!asks) return undefined;
    const query = JSON.parse(asked) as InboxRequest;
    const read = async () => ({
      newest: await client.fetchQuery({ ...inquiryPage(agencia, query), meta: BY_ITSELF, staleTime: 0 }),
      same: undefined,
    });
    const readAt = walkOf(agencia, query)?.readAt ?? Date.now();
    return watchList(agencia, { read, readAt }, ({ last, misses }) => {
      if (last && misses === 0) client.setQueryData(newestOf(agencia).queryKey, last.newest);
    }).stop;
  }, [client, agencia, asked, asks]);
  return useMemo(() => ({ page, entries: page?._entries, at }), [page, at]);
}

/** False until the page was left alone for a moment after its rows were there. */
function useQuiet(agencia: string, isRead: boolean): boolean {
  const [quiet, setQuiet] = useState<string>();
  useEffect(() => {
    if (!isRead) return undefined;
    const timer = setTimeout(() => setQuiet(agencia), QUIET_MS);
    return () => clearTimeout(timer);
  }, [agencia, isRead]);
  return quiet === agencia;
}

/** A walk as it was a moment ago: what is counted is not counted anew at each page. `goesOn`: it goes on aside. */
function useWalk(agencia: string, asked: string, goesOn: boolean): Walk | undefined {
  const [walk, setWalk] = useState<Walk>();
  useEffect(() => {
    const of = isBySid(asked) ? asked : (JSON.parse(asked) as InboxRequest);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      setWalk(walkOf(agencia, of));
    };
    const changed = () => {
      timer ??= setTimeout(read, COUNTED_MS);
    };
    timer = setTimeout(read);
    const end = subscribe(changed);
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [agencia, asked]);
  useEffect(() => {
    if (!goesOn || isBySid(asked)) return undefined;
    const of = JSON.parse(asked) as InboxRequest;
    walkOn(agencia, of, { aside: true });
    return () => halt(agencia, of, 'paused');
  }, [agencia, asked, goesOn]);
  return walk;
}
