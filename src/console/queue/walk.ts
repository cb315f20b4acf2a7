import { LAST_PAGE } from '#contract/paging.ts';
import { sidOf } from '#contract/sid.ts';
import type { Inquiry, InquiryPage } from '#console/inquiries/inquiries-queries.ts';

/** What was gathered from page after page, and how that stands. */
export interface Walk {
  /** `paused`: nobody looks; it goes on by itself when somebody does. `stopped`: a person said so. */
  state: 'walking' | 'paused' | 'stopped' | 'failed' | 'ended';
  /** Pages read. */
  pages: number;
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
