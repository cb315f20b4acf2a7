import { dayAt, isoInZone, offsetAt } from '#contract/window.ts';
import { formatsFor } from '#console/ui/formats.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const weekdays = new Map<string, Intl.DateTimeFormat>();

/** A moment of these days, as short as it can be told: `10:40`, `lun 16, 10:40`, or with its whole date. */
export function shortTime(at: number, now: number, zone: string, language: string): string {
  const iso = isoInZone(at, zone);
  const clock = iso.slice(11, 16);
  const day = dayAt(at, zone);
  if (day === dayAt(now, zone)) return clock;
  if (Math.abs(Date.parse(day) - Date.parse(dayAt(now, zone))) < 7 * DAY_MS)
    return `${weekday(language).format(Date.parse(day))} ${Number(day.slice(8))}, ${clock}`;
  return formatsFor(language, zone).moment(new Date(at).toISOString());
}

/** Time spent, in whole minutes: `12 min`, `1 h 5 min`. */
export function spentTime(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ');
}

/** What an `<input type="datetime-local">` shows of an instant, by the clock of a zone. */
export function wallOf(at: number, zone: string): string {
  return isoInZone(at, zone).slice(0, 16);
}

/** The instant that such an input means; undefined while it is not filled in. */
export function instantOf(wall: string, zone: string): number | undefined {
  const utc = Date.parse(`${wall}Z`);
  if (Number.isNaN(utc)) return undefined;
  const near = utc - offsetAt(utc, zone) * MINUTE_MS;
  return utc - offsetAt(near, zone) * MINUTE_MS;
}

function weekday(language: string): Intl.DateTimeFormat {
  const locale = language === 'en' ? 'en-GB' : 'es-AR';
  const kept = weekdays.get(locale) ?? new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  weekdays.set(locale, kept);
  return kept;
}
