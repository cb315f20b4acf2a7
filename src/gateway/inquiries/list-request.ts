import type { FacetsQuery } from '#contract/desk/inquiries.ts';
import { VIEW_CONTACTS } from '#contract/desk/rights.ts';
import { isBuiltInView, NARROWING } from '#contract/inbox-filter-names.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Person } from '#gateway/people/store.ts';
import { isAllowed } from '#gateway/permissions/permissions.ts';
import type { Filters, ListContext, ListRequest } from './conditions.ts';
import { resolveScope } from './scope.ts';
import { isDay, resolveDay } from '#contract/relative-days.ts';
import { addDays, dayAt, isCalendarDay, startOfDay } from '#contract/window.ts';

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

/** Person, time and time zone of a list, and how it is searched. */
export function buildListContext(
  { now, config }: Pick<Gateway, 'now' | 'config'>,
  person: Person,
): ListContext {
  return {
    me: person.id,
    now: now(),
    zone: config.timeZone,
    hidesContacts: !isAllowed(person, VIEW_CONTACTS, undefined),
  };
}

/**
 * Builds the list request of a query within the person's scope.
 * @throws ProblemError `foreign-agency`
 */
export function buildListRequest(
  gateway: Pick<Gateway, 'now' | 'config'>,
  person: Person,
  query: FacetsQuery,
): ListRequest {
  return {
    scope: resolveScope(person, query.agencia),
    filters: {
      view: query.vista,
      ...toDayBounds(query, gateway.config.timeZone),
      operador: query.operador,
      externalid: query.externalid,
      narrowing: Object.fromEntries(NARROWING.map((name) => [name, query[name]])),
    },
    context: buildListContext(gateway, person),
  };
}
