import { sidOf } from '#contract/sid.ts';
import type { Inquiry, InquiryPage } from '#console/inquiries/inquiries-queries.ts';

/** What of a list is known: an inquiry that is not in it has arrived since. */
export interface Known {
  /** Upper-case. */
  sids: ReadonlySet<string>;
  /** Momento of the oldest, ms: older ones may be on a later page, and are no arrivals. -Infinity: there is no later page. */
  oldest: number;
}

export interface Arrivals {
  entries: readonly Inquiry[];
  /** There may be more than what was read. */
  more: boolean;
}

const NONE: Arrivals = { entries: [], more: false };

const keyOf = (entry: Inquiry) => sidOf(entry)?.toUpperCase();

/** @param whole no page follows what was read */
export function knownOf(entries: readonly Inquiry[], whole: boolean): Known {
  const sids = new Set(entries.map(keyOf).filter((sid) => sid !== undefined));
  const moments = entries.map(({ Momento }) => Date.parse(Momento)).filter((at) => !Number.isNaN(at));
  return { sids, oldest: whole || moments.length === 0 ? -Infinity : Math.min(...moments) };
}

/** What of the newest page is not known yet, in its order. What has no identifier cannot be told from what is. */
export function arrivalsIn(newest: InquiryPage | undefined, known: Known | undefined): Arrivals {
  if (!newest || !known) return NONE;
  const entries = newest._entries.filter((entry) => {
    const sid = keyOf(entry);
    // What moved up because another was taken away is older than all that is known.
    return sid !== undefined && !known.sids.has(sid) && !(Date.parse(entry.Momento) < known.oldest);
  });
  if (entries.length === 0) return NONE;
  const reached = newest._entries.some((entry) => known.sids.has(keyOf(entry) ?? ''));
  return { entries, more: !reached && Boolean(newest._links?.next) };
}

/** Rows with what was read of the same inquiries since; the same array when nothing changed. */
export function broughtUpToDate(rows: readonly Inquiry[], read: readonly Inquiry[]): readonly Inquiry[] {
  const bySid = new Map(read.map((entry) => [keyOf(entry), entry]));
  let changed = false;
  const next = rows.map((row) => {
    const sid = keyOf(row);
    const now = sid && bySid.get(sid);
    if (!now || JSON.stringify(now) === JSON.stringify(row)) return row;
    changed = true;
    return now;
  });
  return changed ? next : rows;
}
