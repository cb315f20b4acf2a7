import { NARROWING, isBuiltInView } from '#contract/inbox-filter-names.ts';
import { isDay, resolveDay } from '#contract/relative-days.ts';
import { addDays, dayAt, isCalendarDay, startOfDay } from '#contract/window.ts';
import type { Filters, ListContext } from './conditions.ts';

/** First and last instant of calendar days in the service's time zone, ms since 1970; undefined: open. */
export function toDayBounds(
  { desde, hasta }: { desde?: string | undefined; hasta?: string | undefined },
  zone: string,
): Pick<Filters, 'from' | 'to'> {
  return {
    from: desde === undefined ? undefined : startOfDay(desde, zone),
    to: hasta === undefined ? undefined : startOfDay(addDays(hasta, 1), zone) - 1,
  };
}

/** Parses the query string of a saved view; invalid values are ignored. */
export function parseSavedFilters(search: string, { now, zone }: Pick<ListContext, 'now' | 'zone'>): Filters {
  const parameters = new URLSearchParams(search);
  const getValue = (name: string) => parameters.get(name)?.trim() || undefined;
  const parseDay = (name: string) => {
    const text = getValue(name);
    const resolved = text && isDay(text) ? resolveDay(text, () => dayAt(now, zone)) : undefined;
    return resolved && isCalendarDay(resolved) ? resolved : undefined;
  };
  const view = [getValue('vista') ?? '', getValue('cola') ?? ''].find(isBuiltInView);
  return {
    view,
    ...toDayBounds({ desde: parseDay('desde'), hasta: parseDay('hasta') }, zone),
    operador: getValue('operador'),
    externalid: getValue('externalid'),
    narrowing: Object.fromEntries(NARROWING.map((name) => [name, getValue(name)])),
  };
}
