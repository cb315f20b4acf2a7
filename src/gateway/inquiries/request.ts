import type { FacetsQuery } from '#contract/desk/inquiries.ts';
import { NARROWING } from '#contract/queue-names.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Person } from '#gateway/people/store.ts';
import type { Present } from './conditions.ts';
import { dayBounds } from './filters.ts';
import type { ListRequest } from './lists.ts';
import { resolveScope } from './scope.ts';

export function presentFor({ now, config }: Pick<Gateway, 'now' | 'config'>, person: Person): Present {
  return { me: person.id, now: now(), zone: config.timeZone };
}

/**
 * The list that a query asks for, as this person may see it.
 * @throws ProblemError `foreign-agency`
 */
export function listRequest(
  gateway: Pick<Gateway, 'now' | 'config'>,
  person: Person,
  query: FacetsQuery,
): ListRequest {
  return {
    scope: resolveScope(person, query.agencia),
    filters: {
      view: query.vista,
      ...dayBounds(query, gateway.config.timeZone),
      operador: query.operador,
      externalid: query.externalid,
      narrowing: Object.fromEntries(NARROWING.map((name) => [name, query[name]])),
    },
    present: presentFor(gateway, person),
  };
}
