import { LAST_PAGE } from '#contract/paging.ts';
import { sidOf } from '#contract/sid.ts';
import type { Inquiry, InquiryPage } from '#console/inquiries/inquiries-queries.ts';

/** What was gathered from page after page, and how that stands. */
export interface Walk {
  /** `paused`: nobody looks; it goes on by itself when somebody does. `stopped`: a person said so. */
  state: 'walking' | 'paused' | 'stopped' | 'failed' | 'ended';
  /** Pages read; of inquiries that are read one by one, how many of them. */
  pages: number;
  /** Of inquiries that are read one by one: how many there are to read; undefined of pages. */
  of: number | undefined;
  /** Of those the ones that the service has no more. */
  gone: number;
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
  pages: 0,
  of: undefined,
  gone: 0,
  rows: [],
  shown: [],
  sids: new Set(),
  repeats: 0,
  cutAtLastPage: false,
  waitsUntil: undefined,
  failure: undefined,
};

/** The walk one page further. */
export function withPage(walk: Walk, page: Pick<InquiryPage, '_entries' | '_links' | 'PerPagina'>): Walk {
  const sids = new Set(walk.sids);
  const fresh = page._entries.filter((entry) => {
    const sid = sidOf(entry)?.toUpperCase();
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
    repeats: walk.repeats + page._entries.length - fresh.length,
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
    pages: walk.pages + read.length,
    gone: walk.gone + read.length - found.length,
    rows,
    shown: ended || rows.length >= walk.shown.length ? rows : walk.shown,
    sids: new Set([...walk.sids, ...read.map(({ sid }) => sid.toUpperCase())]),
    waitsUntil: undefined,
    failure: undefined,
  };
}

/** The walk with inquiries that were read elsewhere before its first; the same one when it has them all. */
export function withTaken(walk: Walk, entries: readonly Inquiry[]): Walk {
  const sids = new Set(walk.sids);
  const fresh = entries.filter((entry) => {
    const sid = sidOf(entry)?.toUpperCase();
    if (!sid || sids.has(sid)) return false;
    sids.add(sid);
    return true;
  });
  if (fresh.length === 0) return walk;
  return { ...walk, rows: [...fresh, ...walk.rows], shown: [...fresh, ...walk.shown], sids };
}
