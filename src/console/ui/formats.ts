export interface Formats {
  moment(time: string | number): string;
  exact(time: string | number): string;
  age(time: string | number, now: number): string;
  weekday(time: string | number): string;
  days(from: string, to: string): string;
  number(value: number): string;
  percent(share: number): string;
  money(value: { Moneda?: string | null; Importe?: number | null }): string;
}

const formatsByKey = new Map<string, Formats>();

export function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : 'es-AR';
}

export function formatsFor(language: string, timeZone: string): Formats {
  const key = `${language} ${timeZone}`;
  const cached = formatsByKey.get(key);
  if (cached) return cached;
  const locale = localeOf(language);
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const dates = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(locale, { timeZone, ...options }));
  const sameYear = dates({ day: 'numeric', month: 'short', ...time });
  const otherYear = dates({ day: 'numeric', month: 'short', year: 'numeric', ...time });
  const exact = dates({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...time,
    timeZoneName: 'short',
  });
  const day = dates({ day: 'numeric', month: 'short', year: 'numeric' });
  const weekday = dates({ weekday: 'short' });
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' }));
  const justNow = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const number = once(() => new Intl.NumberFormat(locale));
  const percent = once(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
  const at = (time: string | number, show: (instant: number) => string) => {
    const instant = typeof time === 'number' ? time : Date.parse(time);
    return Number.isNaN(instant) ? String(time) : show(instant);
  };
  const moment = (instant: number) =>
    (new Date(instant).getFullYear() === new Date().getFullYear() ? sameYear : otherYear)().format(instant);
  const formats: Formats = {
    moment: (time) => at(time, moment),
    exact: (time) => at(time, (instant) => exact().format(instant)),
    age: (time, now) =>
      at(time, (instant) => {
        const minutes = Math.floor((now - instant) / 60_000);
        // `useNow` moves in steps, so a new inquiry may lie ahead of it.
        if (minutes < -1 || minutes >= 24 * 60) return moment(instant);
        if (minutes <= 0) return justNow().format(0, 'second');
        return minutes < 60
          ? relative().format(-minutes, 'minute')
          : relative().format(-Math.floor(minutes / 60), 'hour');
      }),
    weekday: (time) => at(time, (instant) => weekday().format(instant)),
    days: (from, to) =>
      at(from, (start) =>
        at(to, (end) => {
          const [first, last] = [start, end].map((instant) => formatWithoutLiterals(day(), instant)) as [
            string,
            string,
          ];
          const year = /\s\d+$/;
          if (first === last) return last;
          return `${year.exec(first)?.[0] === year.exec(last)?.[0] ? first.replace(year, '') : first} – ${last}`;
        }),
      ),
    number: (value) => number().format(value),
    percent: (share) => percent().format(share),
    money: ({ Moneda, Importe }) => {
      if (typeof Importe !== 'number') return Moneda ?? '';
      try {
        return new Intl.NumberFormat(locale, {
          style: 'currency',
          currency: Moneda ?? '',
          currencyDisplay: 'code',
          maximumFractionDigits: 0,
        }).format(Importe);
      } catch {
        return `${Moneda ?? ''} ${number().format(Importe)}`.trim();
      }
    },
  };
  formatsByKey.set(key, formats);
  return formats;
}

function formatWithoutLiterals(format: Intl.DateTimeFormat, instant: number): string {
  return format
    .formatToParts(instant)
    .map(({ type, value }) => (type === 'literal' ? ' ' : value))
    .join('');
}

function once<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
