import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Arranged } from '#contract/queue.ts';
import type { Walk } from '#console/queue/walk.ts';
import type * as Walks from '#console/queue/walks.ts';
import { useSession } from '#console/session/session.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { type InboxAddress, type InboxRequest, isNarrowed } from './address.ts';
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
  /** What the list lacks to be shown. */
  failure: Error | null;
}

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
  const narrowed = isNarrowed(address);
  const searches = narrowed || about.withFacets;
  const queue = useQuery({ ...queueCode(), enabled: searches });
  const folding = useQuery({ ...foldAheadCode(), enabled: searches });
  const { data: walks, error } = useQuery({ ...walkCode(), enabled: address.todas });
  const { todas } = address;
  const walk = useSyncExternalStore(walks?.subscribe ?? nothing, () =>
    todas ? walks?.walkOf(agencia, request) : undefined,
  );
  const asked = JSON.stringify(request);
  useEffect(() => {
    if (!walks || !todas) return undefined;
    walks.walkOn(agencia, JSON.parse(asked) as InboxRequest);
    return () => walks.halt('paused');
  }, [walks, todas, agencia, asked]);

  const loaded = walk && walk.shown.length > 0 ? walk.shown : page.data?._entries;
  const foldAhead = folding.data?.foldAhead;
  useEffect(() => loaded && foldAhead?.(loaded), [loaded, foldAhead]);
  const { beside, hours, awaited } = about.followUp;
  // Rows that follow-up may leave out are not shown for the moment that it takes to come.
  const tooEarly = awaited && Boolean(address.narrowing.seguimiento ?? address.narrowing.mias);
  const result =
    searches && loaded
      ? queue.data?.arrange(
          loaded,
          { narrowing: address.narrowing },
          { beside, me: person.id, now, hours, zone },
          { open: about.open, facets: true },
        )
      : undefined;
  return {
    rows: tooEarly ? undefined : narrowed ? result?.entries : loaded,
    loaded: loaded?.length ?? 0,
    facets: result?.facets,
    walk,
    walks,
    failure: (narrowed ? queue.error : null) ?? error,
  };
}
