import { useLingui } from '@lingui/react/macro';
import { type OpenInterval, countWeekMinutes } from '#contract/hours.ts';
import { offsetAt } from '#contract/window.ts';
import { capitalize, localeOf } from '#console/ui/formats.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { zoneName } from '#console/ui/zone-name.ts';
import { DAY_MS } from '#contract/durations.ts';

const ANY_MONDAY = Date.UTC(2026, 0, 5);

export function useHoursText() {
  const { t, i18n } = useLingui();
  const now = useNow();
  const format = useFormats();
  const locale = localeOf(i18n.locale);
  const weekday = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' });
  const date = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'full' });
  const weekdayNames = Array.from({ length: 7 }, (_, day) => weekday.format(ANY_MONDAY + day * DAY_MS));
  const weekdays = weekdayNames.map(capitalize);
  const formatDay = (intervals: readonly OpenInterval[]) =>
    intervals.length === 0
      ? t`Cerrado`
      : intervals.map(({ from, to }) => `${from || '…'} – ${to || '…'}`).join(' · ');
  return {
    weekdays,
    week: (week: readonly (readonly OpenInterval[])[]) => {
      const texts = week.map(formatDay);
      return texts.flatMap((line, day) => {
        if (day > 0 && texts[day - 1] === line) return [];
        const after = texts.findIndex((other, at) => at > day && other !== line);
        const last = (after === -1 ? texts.length : after) - 1;
        const names = last > day ? `${weekdays[day]} – ${weekdayNames[last]}` : weekdays[day];
        return [`${names}: ${line}`];
      });
    },
    date: (day: string) => date.format(Date.parse(`${day}T00:00:00Z`)),
    day: formatDay,
    weekTotal: (week: readonly (readonly OpenInterval[])[]) =>
      `${format.number(countWeekMinutes(week) / 60)} h`,
    zone: (zone: string) => `${zoneName(zone)} (${formatOffset(zone, now)})`,
    time: (instant: number, zone: string) =>
      new Intl.DateTimeFormat(locale, {
        timeZone: zone,
        weekday: 'long',
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }).format(instant),
  };
}

function formatOffset(zone: string, now: number): string {
  const minutes = offsetAt(now, zone);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const text = rest ? `${hours}:${String(rest).padStart(2, '0')}` : String(hours);
  return minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '−' : '+'}${text}`;
}
