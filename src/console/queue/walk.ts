import { LAST_PAGE } from '#contract/paging.ts';
import { sidOf } from '#contract/sid.ts';
import type { Inquiry, InquiryPage } from '#console/inquiries/inquiries-queries.ts';

/** What was gathered from page after page, and how that stands. */
export interface Walk {
  /** `paused`: nobody looks; it goes on by itself when somebody does. `stopped`: a person said so. */
  state: 'walking' | 'paused' | 'stopped' | 'failed' | 'ended';
  /** How old its rows are at most: when the first was read, ms since 1970. */
  readAt: number;
  /** It is done again: the rows of before are shown meanwhile. */
  again: boolean;
  /**
   * Of one that the page does again by itself: the sids, upper-case, that it had. What is newer than all of them has
   * arrived since, and waits for a person.
   */
  known: ReadonlySet<string> | undefined;
  /** Pages read. */
  pages: number;
  /** Of inquiries that are read one by one: the sids, upper-case, of all there are to read; undefined of pages. */
  of: readonly string[] | undefined;
  /** The ones of those that the service has no more. */
  gone: ReadonlySet<string>;
  rows: readonly Inquiry[];
  /** What is to be shown of it: when it is done again, the rows of before stay until as many are here. */
  shown: readonly Inquiry[];
  sids: ReadonlySet<string>;
  /** Rows left out because an earlier page had them: pages shift when inquiries arrive meanwhile. */
  repeats: number;
  /** There may be more, but the last page that can be asked for was read. */
  cutAtLastPage: boolean;
  /** The service asked to wait until then, ms since 1970. */
  waitsUntil: number | undefined;
  failure: Error | undefined;
}

export const BEGINNING: Walk = {
  state: 'walking',
  readAt: 0,
  again: false,
  known: undefined,
  pages: 0,
  of: undefined,
  gone: new Set(),
  rows: [],
  shown: [],
  sids: new Set(),
  repeats: 0,
  cutAtLastPage: false,
  waitsUntil: undefined,
  failure: undefined,
};

const keyOf = (entry: Inquiry) => sidOf(entry)?.toUpperCase();

/** The walk one page further. */
export function withPage(walk: Walk, page: Pick<InquiryPage, '_entries' | '_links' | 'PerPagina'>): Walk {
  const sids = new Set(walk.sids);
  const { known } = walk;
  const isKnown = (entry: Inquiry) => known?.has(keyOf(entry) ?? '') !== false;
  const first = walk.rows.some(isKnown) ? 0 : page._entries.findIndex(isKnown);
  const entries = first < 0 ? [] : page._entries.slice(first);
  const fresh = entries.filter((entry) => {
    const sid = keyOf(entry);
    // Without an identifier nothing says that it is a repeat.
    if (!sid) return true;
    if (sids.has(sid)) return false;
    sids.add(sid);
    return true;
  });
  const pages = walk.pages + 1;
  const more = Boolean(page._links?.next) && page._entries.length > 0;
  const last = pages >= LAST_PAGE;
  const rows = [...walk.rows, ...fresh];
  const ended = last || !more;
  return {
    ...walk,
    state: ended ? 'ended' : walk.state,
    pages,
    rows,
    shown: ended || rows.length >= walk.shown.length ? rows : walk.shown,
    sids,
    repeats: walk.repeats + entries.length - fresh.length,
    cutAtLastPage: last && page._entries.length > 0 && page._entries.length >= (page.PerPagina ?? 0),
    waitsUntil: undefined,
    failure: undefined,
  };
}

/** The walk further by some inquiries that were read one by one; without an entry: the service has it no more. */
export function withOnes(
  walk: Walk,
  read: readonly { sid: string; entry: Inquiry | undefined }[],
  ended: boolean,
): Walk {
  const found = read.flatMap(({ entry }) => (entry ? [entry] : []));
  const rows = [...walk.rows, ...found];
  return {
    ...walk,
    state: ended ? 'ended' : walk.state,
    gone: new Set([...walk.gone, ...read.flatMap(({ sid, entry }) => (entry ? [] : [sid.toUpperCase()]))]),
    rows,
    shown: ended || rows.length >= walk.shown.length ? rows : walk.shown,
    sids: new Set([...walk.sids, ...read.map(({ sid }) => sid.toUpperCase())]),
    waitsUntil: undefined,
    failure: undefined,
  };
}

/** Of inquiries that are read one by one, how many of those there are now were read, and are gone. */
export function onesRead({ of = [], sids, gone }: Walk): { read: number; gone: number } {
  return {
    read: of.filter((sid) => sids.has(sid)).length,
    gone: of.filter((sid) => gone.has(sid)).length,
  };
}

/** The walk with inquiries that were read elsewhere before its first; the same one when it has them all. */
export function withTaken(walk: Walk, entries: readonly Inquiry[]): Walk {
  const sids = new Set(walk.sids);
  const fresh = entries.filter((entry) => {
    const sid = keyOf(entry);
    if (!sid || sids.has(sid)) return false;
    sids.add(sid);
    return true;
  });
  if (fresh.length === 0) return walk;
  return { ...walk, rows: [...fresh, ...walk.rows], shown: [...fresh, ...walk.shown], sids };
}
