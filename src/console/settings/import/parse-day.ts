import { toInstant } from '#contract/wall-time.ts';
import { addDays, startOfDay } from '#contract/window.ts';
import { foldForMatching } from '#matching/normalize.ts';

export type DayOrder = 'day-first' | 'month-first';

const MONTHS = [
  /^(?:ene|jan)/,
  /^feb/,
  /^mar/,
  /^a[bp]r/,
  /^may/,
  /^jun/,
  /^jul/,
  /^a(?:go|ug)/,
  /^se[pt]/,
  /^oct/,
  /^nov/,
  /^d[ie]c/,
];

const TIME = String.raw`(?:[T,]?\s*\d{1,2}:\d{2}.*)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`, 'i');
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})${TIME}$`, 'i');
const NAMED_MONTH = new RegExp(
  String.raw`^(\d{1,2})[\s/.-]+(?:de )?(\p{L}{3,})\.?[\s/.-]+(?:de |del )?(\d{4}|\d{2})${TIME}$`,
  'iu',
);
const NAMED_MONTH_FIRST = new RegExp(String.raw`^(\p{L}{3,})\.? (\d{1,2}),? (\d{4})${TIME}$`, 'iu');

const TIME_OF_DAY = /[t,\s](\d{1,2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?(?: ?([ap])\.? ?m\.?)?$/;
const EXACT_MOMENT = /^\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:z|[+-]\d{2}:\d{2})$/;

/** The day comes first where all dates of a column can be read in both orders. */
export function findDayOrder(cells: readonly string[]): DayOrder {
  const numbers = cells.flatMap((cell) => {
    const [, first, second] = YEAR_LAST.exec(cell.trim()) ?? [];
    return first && second ? [[Number(first), Number(second)] as const] : [];
  });
  const isMonthFirst = numbers.some(([, second]) => second > 12) && numbers.every(([first]) => first <= 12);
  return isMonthFirst ? 'month-first' : 'day-first';
}

export interface Span {
  from: number;
  to: number;
  dayEnd: number;
}

export function parseSpan(text: string, day: string, zone: string): Span {
  const folded = foldForMatching(text).trim();
  const exact = EXACT_MOMENT.test(folded) ? Date.parse(folded.replace(' ', 't')) : NaN;
  const minutes = findTimeOfDay(folded);
  const at = Number.isNaN(exact) && minutes !== undefined ? toInstant(day, minutes, zone) : exact;
  const dayEnd = startOfDay(addDays(day, 1), zone) - 1;
  return Number.isNaN(at)
    ? { from: startOfDay(day, zone), to: dayEnd, dayEnd }
    : { from: at, to: at, dayEnd };
}

function findTimeOfDay(folded: string): number | undefined {
  const [, hour = '', minute = '', half = ''] = TIME_OF_DAY.exec(folded) ?? [];
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0);
  return hour === '' || hours > 23 || Number(minute) > 59 ? undefined : hours * 60 + Number(minute);
}

export function parseDay(text: string, order: DayOrder): string | undefined {
  const trimmed = foldForMatching(text).trim();
  const [, year, month, day] = YEAR_FIRST.exec(trimmed) ?? [];
  if (year && month && day) return toDay(year, Number(month), day);
  const [, first = '', second = '', lastYear] = YEAR_LAST.exec(trimmed) ?? [];
  if (lastYear)
    return order === 'day-first'
      ? toDay(lastYear, Number(second), first)
      : toDay(lastYear, Number(first), second);
  const [, namedDay = '', name, namedYear = ''] = NAMED_MONTH.exec(trimmed) ?? [];
  if (name) return toDay(namedYear, findMonth(name), namedDay);
  const [, firstName, dayAfter = '', yearAfter = ''] = NAMED_MONTH_FIRST.exec(trimmed) ?? [];
  return firstName ? toDay(yearAfter, findMonth(firstName), dayAfter) : undefined;
}

function findMonth(name: string): number {
  return MONTHS.findIndex((month) => month.test(name)) + 1;
}

function toDay(year: string, month: number, day: string): string | undefined {
  const fullYear = year.length === 2 ? `20${year}` : year;
  const text = [fullYear, String(month).padStart(2, '0'), day.padStart(2, '0')].join('-');
  const date = new Date(`${text}T00:00:00Z`);
  // `Date` accepts 31 February as a day of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}
