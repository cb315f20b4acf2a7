import { DAY_MS, QUARTER_HOUR_MS } from './durations.ts';

// Calendar days in time zones. A day is `AAAA-MM-DD`, an instant ms since 1970, a zone an IANA name.

/** Maximum age of `desde` in days (brief 8). */
export const WINDOW_DAYS = 90;

/**
 * First and last day of plausible dates. Services send `0001-01-01T00:00:00` for "no date", among others.
 * decided: before any inquiry, and long after it.
 */
export const FIRST_DAY = '2000-01-01';
export const LAST_DAY = '2099-12-31';

/** Limits of plausible instants; the last is exclusive. */
export const FIRST_INSTANT = Date.parse(`${FIRST_DAY}T00:00:00Z`);
export const END_OF_INSTANTS = Date.parse(`${LAST_DAY}T00:00:00Z`) + DAY_MS;
/** Instants that `Intl` formats with four digits of the year, which `Date.UTC` takes as they are. */
const OFFSET_RANGE = [Date.UTC(1900, 0), Date.UTC(2200, 0)] as const;
/** Instants with days of four digits of the year. */
const DAY_RANGE = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')] as const;
const MAX_DATE = 8.64e15;
/** More than the quarters of an hour of a year. */
const MAX_CACHED_OFFSETS = 50_000;
/** Limits the cache, as names come from outside: each can be written in many spellings. */
const MAX_CACHED_SPELLINGS = 1000;
/** Canonical names by spelling. */
const canonicalNames = new Map<string, string>();
/** Keyed by canonical name, of which there are some hundreds. */
const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, Map<number, number>>();

/** Returns true if an instant from outside may become a key or a figure. */
export function isPlausibleInstant(at: number): boolean {
  return at >= FIRST_INSTANT && at < END_OF_INSTANTS;
}

/** Returns true if the text is a day that may become a key. */
export function isPlausibleDay(text: string): boolean {
  return isCalendarDay(text) && text >= FIRST_DAY && text <= LAST_DAY;
}

const clamp = (value: number, [min, max]: readonly [number, number]) => Math.min(Math.max(value, min), max);

/** Formats the day of a UTC instant; instants before year 0 and after 9999 have the nearest day. */
const formatDay = (at: number) => new Date(clamp(at, DAY_RANGE)).toISOString().slice(0, 10);

/** Returns true if the text is an existing day, `AAAA-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/**
 * UTC offset of a zone at an instant, minutes; before 1900 and after 2200 that of the nearest year. Cached per quarter of
 * an hour, as offsets only change there.
 */
export function offsetAt(instant: number, spelling: string): number {
  const zone = canonicalNames.get(spelling) ?? findCanonicalName(spelling);
  const quarter = Math.floor(clamp(instant, OFFSET_RANGE) / QUARTER_HOUR_MS);
  let cachedOffsets = offsets.get(zone);
  if (!cachedOffsets || cachedOffsets.size >= MAX_CACHED_OFFSETS)
    offsets.set(zone, (cachedOffsets = new Map()));
  const offset = cachedOffsets.get(quarter) ?? calculateOffset(clamp(instant, OFFSET_RANGE), zone);
  cachedOffsets.set(quarter, offset);
  return offset;
}

function findCanonicalName(spelling: string): string {
  const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: spelling }).resolvedOptions();
  if (canonicalNames.size >= MAX_CACHED_SPELLINGS) canonicalNames.clear();
  canonicalNames.set(spelling, timeZone);
  return timeZone;
}

function calculateOffset(instant: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  const part = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const wall = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second);
  return Math.round((wall - Math.floor(instant / 1000) * 1000) / 60_000);
}

/** Calendar day in a zone at an instant. */
export function dayAt(instant: number, zone: string): string {
  return formatDay(instant + offsetAt(instant, zone) * 60_000);
}

/** Adds days (may be negative) to a day; the result is at most 9999-12-31. */
export function addDays(day: string, days: number): string {
  return formatDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/** Days from the first to the last. */
export function listDays(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** First instant of a day in a zone, also if a DST change skips midnight. */
export function startOfDay(day: string, zone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // One candidate per possible UTC offset around midnight; the earliest that starts the day wins.
  const candidates = [offsetAt(midnight - DAY_MS, zone), offsetAt(midnight + DAY_MS, zone)]
    .map((offset) => midnight - offset * 60_000)
    .toSorted((a, b) => a - b);
  const first = candidates.find((at) => dayAt(at, zone) === day && dayAt(at - 1, zone) !== day);
  return first ?? findTransition(day, zone, midnight);
}

/** Bisects for the start of a day without midnight: it begins at the DST change. */
function findTransition(day: string, zone: string, midnight: number): number {
  let before = midnight - DAY_MS;
  let after = midnight + DAY_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayAt(middle, zone) < day) before = middle;
    else after = middle;
  }
  return after;
}

/** Formats ISO 8601 with the zone's offset; milliseconds only if not zero. */
export function isoInZone(instant: number, zone: string): string {
  const offset = offsetAt(instant, zone);
  const shifted = clamp(instant + offset * 60_000, [-MAX_DATE, MAX_DATE]);
  const wall = new Date(shifted).toISOString().slice(0, -1).replace('.000', '');
  const minutes = Math.abs(offset);
  const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return `${wall}${offset < 0 ? '-' : '+'}${clock}`;
}

export interface InquiryWindow {
  /** First and last day. */
  desde: string;
  hasta: string;
  /** First and last instant, inclusive: the last is 23:59:59.999, also today. */
  from: number;
  to: number;
}

/**
 * Validates the date window of a list of inquiries (brief 4.5, decisions: Inquiries). Default: the last 90 days.
 * @returns the window, or error texts (in Spanish, as the interface's) by parameter name
 */
export function inquiryWindow(
  requested: { desde?: string | undefined; hasta?: string | undefined },
  now: number,
  zone: string,
): { window: InquiryWindow } | { errors: Partial<Record<'desde' | 'hasta', string[]>> } {
  const today = dayAt(now, zone);
  const oldest = addDays(today, -WINDOW_DAYS);
  const desde = requested.desde ?? oldest;
  const hasta = requested.hasta ?? today;
  const errors: Partial<Record<'desde' | 'hasta', string[]>> = {};
  if (desde < oldest) errors.desde = [`no puede ser anterior a ${oldest} (${WINDOW_DAYS} días)`];
  else if (desde > hasta && hasta >= oldest && hasta <= today)
    errors.desde = ['no puede ser posterior a hasta'];
  else if (desde > today) errors.desde = [`no puede ser posterior a hoy (${today})`];
  if (hasta > today) errors.hasta = [`no puede ser posterior a hoy (${today})`];
  else if (hasta < oldest) errors.hasta = [`no puede ser anterior a ${oldest} (${WINDOW_DAYS} días)`];
  if (errors.desde || errors.hasta) return { errors };
  return {
    window: { desde, hasta, from: startOfDay(desde, zone), to: startOfDay(addDays(hasta, 1), zone) - 1 },
  };
}
