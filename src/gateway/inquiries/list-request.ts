import type { FacetsQuery } from '#contract/desk/inquiries.ts';
import { NARROWING } from '#contract/inbox-filter-names.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Person } from '#gateway/people/store.ts';
import type { ListContext, ListRequest } from './conditions.ts';
import { toDayBounds } from './filters.ts';
import { resolveScope } from './scope.ts';

/** Person, time and time zone of a list. */
export function buildListContext(
  { now, config }: Pick<Gateway, 'now' | 'config'>,
  person: Person,
): ListContext {
  return { me: person.id, now: now(), zone: config.timeZone };
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
