import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isAskedFor } from '#contract/asked-for.ts';
import type { Arranged } from '#contract/queue.ts';
import { bySidOf } from '#contract/queue-names.ts';
import type { Walk } from '#console/queue/walk.ts';
import type * as Walks from '#console/queue/walks.ts';
import { useSession } from '#console/session/session.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { type InboxAddress, type InboxRequest, inboxRequest, isNarrowed } from './address.ts';
import type { Inquiry, InquiryPage } from './inquiries-queries.ts';
import { foldAheadCode, queueCode, walkCode } from './later-code.ts';
import type { FollowUpBeside } from './use-beside.ts';

export interface Shown {
  /** Undefined until they are known. */
  rows: readonly Inquiry[] | undefined;
  /** How many they were taken from. */
  loaded: number;
  /** Values to narrow them by; undefined where nobody asked for that. */
  facets: Arranged['facets'];
  /** Where the rows are all pages and not one: how far that is. */
  walk: Walk | undefined;
  walks: typeof Walks | undefined;
  stop: () => void;
  goOn: () => void;
  again: () => void;
  /** What the list lacks to be shown. */
  failure: Error | null;
  /** Loads again what of that could not be loaded. */
  retry: () => void;
}

const ANY_DAY = '2000-01-01';
const nothing = () => () => {};

/** Which rows the list shows: those of a page or of all of them, without those that the address leaves out. */
export function useShown(
  agencia: string,
  address: InboxAddress,
  request: InboxRequest,
  page: UseQueryResult<InquiryPage>,
  about: { followUp: FollowUpBeside; open: string | undefined; withFacets: boolean },
): Shown {
  const { timeZone: zone, person } = useSession();
  const now = useNow();
  const { todas, cola: view, narrowing } = address;
  const { beside, hours, sids: bySids, awaited } = about.followUp;
  const narrowed = isNarrowed(address);
  const searches = narrowed || about.withFacets;
  const queue = useQuery({ ...queueCode(), enabled: searches || view !== undefined });
  const folding = useQuery({ ...foldAheadCode(), enabled: searches });
  const walking = useQuery({ ...walkCode(), enabled: todas });
  const walks = walking.data;

  const bySid = bySidOf(view);
  const asked = JSON.stringify(request);
  const walked = bySid ?? request;
  const begunWalk = useSyncExternalStore(walks?.subscribe ?? nothing, () =>
    todas ? walks?.walkOf(agencia, walked) : undefined,
  );
  // The same on any day: over midnight what is asked for changes, and what is shown stays until that is here.
  const list = JSON.stringify([agencia, todas, bySid, inboxRequest(address, () => ANY_DAY)]);
  const [before, setBefore] = useState({ list, walk: begunWalk });
  if (before.list !== list || (begunWalk && before.walk !== begunWalk)) setBefore({ list, walk: begunWalk });
  const walk = begunWalk ?? (before.list === list ? before.walk : undefined);
  const onScreen = useRef(walk);
  useEffect(() => {
    onScreen.current = walk;
  });
  /** The list that a person asked for: what happens to it afterwards the page does. */
  const askedFor = useRef<string>(undefined);
  const sids = bySids?.join(' ');
  useEffect(() => {
    if (!todas) askedFor.current = undefined;
    if (!walks || !todas || (bySid && sids === undefined)) return undefined;
    const byItself = askedFor.current === list;
    askedFor.current = list;
    const of = bySid ?? (JSON.parse(asked) as InboxRequest);
    if (typeof of === 'string')
      walks.walkSids(agencia, of, sids?.split(' ').filter(Boolean) ?? [], { byItself });
    else walks.walkOn(agencia, of, { byItself, before: byItself ? onScreen.current : undefined });
    return () => walks.halt(agencia, of, 'paused');
  }, [walks, todas, agencia, asked, bySid, sids, list]);

  const begun = walk && (bySid || walk.shown.length > 0) ? walk.shown : undefined;
  const loaded = begun ?? (bySid ? undefined : page.data?._entries);
  const foldAhead = folding.data?.foldAhead;
  useEffect(() => loaded && foldAhead?.(loaded), [loaded, foldAhead]);
  // Rows that follow-up may leave out are not shown for the moment that it takes to come.
  const ofFollowUp =
    Boolean(narrowing.seguimiento ?? narrowing.mias) || (view !== undefined && view !== 'hoy');
  // Nor those of which others may come first: nothing moves under the pointer.
  const isGrowing =
    (view === 'esperando' || view === 'tarde') &&
    (!walk || ((walk.state === 'walking' || walk.state === 'paused') && !walk.again));
  const tooEarly = (awaited && ofFollowUp) || isGrowing;
  const result =
    (searches || view) && loaded && !tooEarly
      ? queue.data?.arrange(
          bySid
            ? loaded.filter((entry) =>
                isAskedFor(entry, { ...request, desde: address.desde && request.desde }, zone),
              )
            : loaded,
          { narrowing, view },
          { beside, me: person.id, now, hours, zone },
          { open: about.open, facets: searches },
        )
      : undefined;
  return {
    rows: tooEarly ? undefined : narrowed || view ? result?.entries : loaded,
    loaded: loaded?.length ?? 0,
    facets: result?.facets,
    walk,
    walks,
    stop: () => walks?.halt(agencia, walked, 'stopped'),
    goOn: () => walks?.goOn(agencia, walked),
    again: () => walks?.walkAgain(agencia, walked),
    failure: (narrowed || view ? queue.error : null) ?? walking.error,
    retry: () => {
      for (const { error, refetch } of [queue, folding, walking]) if (error) void refetch();
    },
  };
}
