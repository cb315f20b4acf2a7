import { useLingui } from '@lingui/react/macro';
import type { OpenInterval } from '#contract/hours.ts';
import { offsetAt } from '#contract/window.ts';
import { zoneName } from '#console/ui/zone-name.ts';

/** Some Monday. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** Days, times and zones in words. */
export function useHoursText() {
  const { t, i18n } = useLingui();
  const locale = i18n.locale === 'en' ? 'en-GB' : 'es-AR';
  const weekday = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' });
  const date = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return {
    /** From Monday, which is 0. */
    weekdays: Array.from({ length: 7 }, (_, day) => capital(weekday.format(MONDAY + day * DAY_MS))),
    date: (day: string) => date.format(Date.parse(`${day}T00:00:00Z`)),
    day: (intervals: readonly OpenInterval[]) =>
      intervals.length === 0
        ? t`Cerrado`
        : intervals.map(({ from, to }) => `${from || '…'} – ${to || '…'}`).join(' · '),
    zone: (zone: string, now: number) => `${zoneName(zone)} (${offset(zone, now)})`,
    /** The hour and, on another day than that of `since`, the weekday, by the clock of a zone. */
    clock: (at: number, zone: string) =>
      new Intl.DateTimeFormat(locale, {
        timeZone: zone,
        weekday: 'long',
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }).format(at),
  };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function offset(zone: string, now: number): string {
  const minutes = offsetAt(now, zone);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const told = rest ? `${hours}:${String(rest).padStart(2, '0')}` : String(hours);
  return minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '−' : '+'}${told}`;
}
