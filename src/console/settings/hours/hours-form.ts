import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Hours, OpenInterval } from '#contract/hours.ts';

/** What the inputs hold: an input for a time knows no 24:00, and here a day ends at 00:00. */
export interface HoursInput extends Omit<Hours, 'target' | 'warning'> {
  target: string;
  warning: string;
}

/** Reads the inputs; what is wrong is what the contract says. */
export const HoursInput = z.pipe(z.transform(hoursOf), Hours);

export type HoursForm = UseFormReturn<HoursInput, unknown, Hours>;

export function useHoursForm(values: HoursInput): HoursForm {
  return useForm<HoursInput, unknown, Hours>({ resolver: zodResolver(HoursInput), defaultValues: values });
}

export function inputsOf({ zone, week, holidays, target, warning }: Hours): HoursInput {
  return {
    zone,
    week: week.map((day) => day.map(({ from, to }) => ({ from, to: to === '24:00' ? '00:00' : to }))),
    holidays: holidays.toSorted(),
    target: String(target),
    warning: String(warning),
  };
}

/** The input of a member that the gateway names by its place in what was sent. */
export function inputOf(member: string): string {
  return member.replace(/^hours\./, '');
}

function hoursOf({ zone, week, holidays, target, warning }: HoursInput): Hours {
  return {
    zone,
    week: week.map((day) => day.map(ended)),
    holidays: holidays.toSorted(),
    target: minutes(target),
    warning: minutes(warning),
  };
}

function ended({ from, to }: OpenInterval): OpenInterval {
  return { from, to: to === '00:00' ? '24:00' : to };
}

function minutes(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** Whether they come to the same once they are saved, in whatever order days were closed. */
export function sameHours(a: HoursInput, b: HoursInput): boolean {
  return JSON.stringify(told(a)) === JSON.stringify(told(b));
}

function told(values: HoursInput) {
  const { zone, week, holidays, target, warning } = hoursOf({ ...values, week: values.week.map(inOrder) });
  return [zone, week.map((day) => day.map(({ from, to }) => [from, to])), holidays, target, warning];
}

/** The intervals of a day as they follow each other; one that is not filled in yet stays at the end. */
export function inOrder(day: readonly OpenInterval[]): OpenInterval[] {
  return day.toSorted((a, b) => (a.from || '99').localeCompare(b.from || '99'));
}

/** Which time of each interval of a day is missing or wrong, as the contract says. */
export function faultsOf(day: readonly OpenInterval[]): ('from' | 'to' | undefined)[] {
  return day.map((interval) => {
    const wrong = z.safeParse(OpenInterval, ended(interval)).error?.issues[0];
    return wrong && (wrong.path[0] === 'from' ? 'from' : 'to');
  });
}

/** What one more interval of a day begins as. */
export function oneMore(day: readonly OpenInterval[]): OpenInterval {
  const last = inOrder(day).at(-1);
  if (!last) return { from: '09:00', to: '13:00' };
  if (last.to && last.to !== '00:00' && last.to < '16:00') return { from: '16:00', to: '20:00' };
  const hour = Number(last.to.slice(0, 2));
  // Late in the day there is nothing to guess.
  if (!last.to || hour === 0 || hour >= 21) return { from: '', to: '' };
  const clock = (at: number) => `${String(at).padStart(2, '0')}:00`;
  return { from: clock(hour + 1), to: clock(hour + 3) };
}

/** A week in which every weekday is as Monday. */
export function mondayToFriday(week: readonly OpenInterval[][]): OpenInterval[][] {
  const [monday = []] = week;
  return week.map((day, weekday) => (weekday < 5 ? structuredClone(monday) : day));
}

/** Days from today on, and those that are over. */
export function fromToday(holidays: readonly string[], today: string): { coming: string[]; over: string[] } {
  const sorted = holidays.toSorted();
  return { coming: sorted.filter((day) => day >= today), over: sorted.filter((day) => day < today) };
}
