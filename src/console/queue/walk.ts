import { LAST_PAGE } from '#contract/paging.ts';
import { sidOf } from '#contract/sid.ts';
import type { Inquiry, InquiryPage } from '#console/inquiries/inquiries-queries.ts';

/** What was gathered from page after page, and how that stands. */
export interface Walk {
  /** `paused`: nobody looks; it goes on by itself when somebody does. `stopped`: a person said so. */
  state: 'walking' | 'paused' | 'stopped' | 'failed' | 'ended';
  /** How old its rows are at most: when the first was read, ms since 1970. */
  readAt: number;
  /** It is done again, or goes on after it was interrupted: the rows of before are shown until all are here. */
  again: boolean;
  /** Of one that is done again: it as it was when everything had been read. That is what is shown. */
  before: Walk | undefined;
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
  /** What is to be shown of it: when it is done again, the rows of before stay until all are here. */
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
  before: undefined,
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

/** The walk that the rows shown are of: while everything is read again, the one of before. */
export function shownOf(walk: Walk): Walk {
  return walk.before ? { ...walk.before, of: walk.of } : walk;
}

/** What stays shown while it is done again: it as it was when everything had been read, if it ever was. */
export function wholeOf(walk: Walk): Walk | undefined {
  return walk.before ?? (walk.state === 'ended' ? walk : undefined);
}

/** Its rows are all there are, or all that the service gives. */
export function isWhole(walk: Walk): boolean {
  return wholeOf(walk) !== undefined;
}

/** Some of it is on its way, and nothing has gone wrong. */
export function isUnderWay({ state, failure }: Walk): boolean {
  return (state === 'walking' || state === 'paused') && !failure;
}

/** What of it is read stands, and a step that failed is told of until one succeeds. */
function withRows(walk: Walk, rows: readonly Inquiry[], ended: boolean) {
  return {
    state: ended ? 'ended' : walk.state,
    again: walk.again && !ended,
    before: ended ? undefined : walk.before,
    rows,
    shown: ended || !walk.again ? rows : walk.shown,
    waitsUntil: undefined,
    failure: undefined,
  } satisfies Partial<Walk>;
}

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
  return {
    ...walk,
    ...withRows(walk, [...walk.rows, ...fresh], last || !more),
    pages,
    sids,
    repeats: walk.repeats + entries.length - fresh.length,
    cutAtLastPage: last && page._entries.length > 0 && page._entries.length >= (page.PerPagina ?? 0),
  };
}

/** The walk further by some inquiries that were read one by one; without an entry: the service has it no more. */
export function withOnes(
  walk: Walk,
  read: readonly { sid: string; entry: Inquiry | undefined }[],
  ended: boolean,
): Walk {
  const found = read.flatMap(({ entry }) => (entry ? [entry] : []));
  return {
    ...walk,
    ...withRows(walk, [...walk.rows, ...found], ended),
    gone: new Set([...walk.gone, ...read.flatMap(({ sid, entry }) => (entry ? [] : [sid.toUpperCase()]))]),
    sids: new Set([...walk.sids, ...read.map(({ sid }) => sid.toUpperCase())]),
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
  const fresh = missingIn(walk.sids, entries);
  // Of one that is done again, what is shown may lack what was read already.
  const unseen = walk.again ? missingIn(new Set(walk.shown.map(keyOf)), entries) : fresh;
  if (fresh.length === 0 && unseen.length === 0) return walk;
  return {
    ...walk,
    before: walk.before && withTaken(walk.before, entries),
    rows: [...fresh, ...walk.rows],
    shown: [...unseen, ...walk.shown],
    sids: new Set([...walk.sids, ...fresh.map((entry) => keyOf(entry) ?? '')]),
  };
}

/** Those with an identifier that is not among the sids, each once. */
function missingIn(sids: ReadonlySet<string | undefined>, entries: readonly Inquiry[]): Inquiry[] {
  const seen = new Set(sids);
  return entries.filter((entry) => {
    const sid = keyOf(entry);
    if (!sid || seen.has(sid)) return false;
    seen.add(sid);
    return true;
  });
}
