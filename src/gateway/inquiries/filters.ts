import { NARROWING, isBuiltInView } from '#contract/queue-names.ts';
import { isDay, resolveDay } from '#contract/relative-days.ts';
import { addDays, dayAt, isCalendarDay, startOfDay } from '#contract/window.ts';
import type { Filters, Present } from './conditions.ts';

/** Days of the service's time zone as instants; left out: no bound. */
export function dayBounds(
  { desde, hasta }: { desde?: string | undefined; hasta?: string | undefined },
  zone: string,
): Pick<Filters, 'from' | 'to'> {
  return {
    from: desde === undefined ? undefined : startOfDay(desde, zone),
    to: hasta === undefined ? undefined : startOfDay(addDays(hasta, 1), zone) - 1,
  };
}

/** What a saved view's address asks for; what cannot be read of it is left out. */
export function savedFilters(search: string, { now, zone }: Pick<Present, 'now' | 'zone'>): Filters {
  const parameters = new URLSearchParams(search);
  const given = (name: string) => parameters.get(name)?.trim() || undefined;
  const day = (name: string) => {
    const text = given(name);
    const resolved = text && isDay(text) ? resolveDay(text, () => dayAt(now, zone)) : undefined;
    return resolved && isCalendarDay(resolved) ? resolved : undefined;
  };
  const view = [given('vista') ?? '', given('cola') ?? ''].find(isBuiltInView);
  return {
    view,
    ...dayBounds({ desde: day('desde'), hasta: day('hasta') }, zone),
    operador: given('operador'),
    externalid: given('externalid'),
    narrowing: Object.fromEntries(NARROWING.map((name) => [name, given(name)])),
  };
}
