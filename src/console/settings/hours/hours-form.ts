import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Hours, OpenInterval, SettableHours } from '#contract/hours.ts';

/** A time input has no 24:00; here a day ends at 00:00. */
export interface HoursInput extends Omit<Hours, 'target' | 'warning'> {
  target: string;
  warning: string;
}

export const HoursInput = z.pipe(z.transform(toHours), SettableHours);

export type HoursForm = UseFormReturn<HoursInput, unknown, Hours>;

export function useHoursForm(values: HoursInput): HoursForm {
  return useForm<HoursInput, unknown, Hours>({ resolver: zodResolver(HoursInput), defaultValues: values });
}

export function toHoursInput({ zone, week, holidays, target, warning }: Hours): HoursInput {
  return {
    zone,
    week: week.map((day) => day.map(({ from, to }) => ({ from, to: to === '24:00' ? '00:00' : to }))),
    holidays: holidays.toSorted(),
    target: String(target),
    warning: String(warning),
  };
}

function toHours({ zone, week, holidays, target, warning }: HoursInput): Hours {
  return {
    zone,
    week: week.map((day) => sortIntervals(day).map(toInterval)),
    holidays: holidays.toSorted(),
    target: parseMinutes(target),
    warning: parseMinutes(warning),
  };
}

function toInterval({ from, to }: OpenInterval): OpenInterval {
  return { from, to: to === '00:00' ? '24:00' : to };
}

export function parseMinutes(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

export function isSameHours(a: HoursInput, b: HoursInput): boolean {
  const serialize = (values: HoursInput) => {
    const { zone, week, holidays, target, warning } = toHours(values);
    const days = week.map((day) => day.map(({ from, to }) => [from, to]));
    return JSON.stringify([zone, days, holidays, target, warning]);
  };
  return serialize(a) === serialize(b);
}

/** An interval without a start stays at the end. */
export function sortIntervals(day: readonly OpenInterval[]): OpenInterval[] {
  return day.toSorted((a, b) => (a.from || '99').localeCompare(b.from || '99'));
}

export type IntervalTime = 'from' | 'to';

/** The form's errors do not tell invalid times: an overlap of the day replaces those of its intervals. */
export function findInvalidTimes(day: readonly OpenInterval[]): (IntervalTime | undefined)[] {
  return day.map((interval) => {
    const issue = z.safeParse(OpenInterval, toInterval(interval)).error?.issues[0];
    return issue && (issue.path[0] === 'from' ? 'from' : 'to');
  });
}

export function suggestInterval(day: readonly OpenInterval[]): OpenInterval {
  const last = sortIntervals(day).at(-1);
  if (!last) return { from: '09:00', to: '13:00' };
  if (last.to && last.to !== '00:00' && last.to < '16:00') return { from: '16:00', to: '20:00' };
  const hour = Number(last.to.slice(0, 2));
  if (!last.to || hour === 0 || hour >= 21) return { from: '', to: '' };
  const format = (start: number) => `${String(start).padStart(2, '0')}:00`;
  return { from: format(hour + 1), to: format(hour + 3) };
}

export function copyMondayToWeekdays(week: readonly OpenInterval[][]): OpenInterval[][] {
  const [monday = []] = week;
  return week.map((day, weekday) => (weekday < 5 ? structuredClone(monday) : day));
}

export function splitHolidays(
  holidays: readonly string[],
  today: string,
): { upcoming: string[]; past: string[] } {
  const sorted = holidays.toSorted();
  return { upcoming: sorted.filter((day) => day >= today), past: sorted.filter((day) => day < today) };
}
