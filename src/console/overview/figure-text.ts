import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { formatDuration } from '#console/follow-up/times.ts';
import { localeOf } from '#console/ui/formats.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import { MINUTE_MS } from '#contract/durations.ts';

const figureFormats = new Map<string, ReturnType<typeof createFormats>>();

/** Formats are cached, since constructing `Intl` objects is slow. */
function getFormats(locale: string) {
  const formats = figureFormats.get(locale) ?? createFormats(locale);
  figureFormats.set(locale, formats);
  return formats;
}

function createFormats(locale: string) {
  const date = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  return {
    day: date({ day: 'numeric', month: 'short' }),
    weekdayAndDay: date({ weekday: 'short', day: 'numeric', month: 'short' }),
    dayAndYear: date({ day: 'numeric', month: 'short', year: 'numeric' }),
    weekday: date({ weekday: 'short' }),
  };
}

export type FigureText = ReturnType<typeof useFigureText>;

export function useFigureText() {
  const { t, i18n } = useLingui();
  const format = useFormats();
  const formats = getFormats(localeOf(i18n.locale));
  const none = t`sin dato`;

  const percent = (value: number | null) => (value === null ? none : format.percent(value));
  const minutes = (value: number | null) => (value === null ? none : formatDuration(value * MINUTE_MS));

  // Undefined where nothing differs, or nothing is there to compare with.
  const countChange = (value: number, before: number): string | undefined => {
    const change = before > 0 ? Math.round((Math.abs(value - before) / before) * 100) : 0;
    if (change === 0) return undefined;
    const size = format.percent(change / 100);
    return value > before ? t`${size} más que antes` : t`${size} menos que antes`;
  };
  const shareChange = (value: number | null, before: number | null): string | undefined => {
    if (value === null || before === null) return undefined;
    const points = Math.round(value * 100) - Math.round(before * 100);
    const size = Math.abs(points);
    if (points === 0) return undefined;
    return points > 0
      ? t`${plural(size, { one: '# punto más que antes', other: '# puntos más que antes' })}`
      : t`${plural(size, { one: '# punto menos que antes', other: '# puntos menos que antes' })}`;
  };
  const minutesChange = (value: number | null, before: number | null): string | undefined => {
    if (value === null || before === null) return undefined;
    const difference = Math.round(value) - Math.round(before);
    const size = formatDuration(Math.abs(difference) * MINUTE_MS);
    if (difference === 0) return undefined;
    return difference > 0 ? t`${size} más que antes` : t`${size} menos que antes`;
  };

  const day = (date: string) => formats.day.format(new Date(date));
  const dayAndYear = (date: string) => formats.dayAndYear.format(new Date(date));
  const weekdayAndDay = (date: string) => formats.weekdayAndDay.format(new Date(date));
  const days = (from: string, to: string) => (from === to ? day(from) : `${day(from)} – ${day(to)}`);
  const weekday = (at: number) => formats.weekday.format(Date.UTC(2024, 0, 1 + at));

  return {
    number: (value: number) => format.number(value),
    percent,
    minutes,
    countChange,
    shareChange,
    minutesChange,
    day,
    days,
    dayAndYear,
    weekdayAndDay,
    weekday,
    none,
  };
}
