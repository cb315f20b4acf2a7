import { queryOptions } from '@tanstack/react-query';
import { type AuditPage, type AuditQuery, auditEndpoints } from '#contract/desk/audit.ts';
import { type People, peopleEndpoints } from '#contract/desk/people.ts';
import { addressOf } from '#contract/endpoint.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS } from '#console/api/query-client.ts';

export const auditPageQuery = (query: AuditQuery) =>
  queryOptions({
    queryKey: ['audit', 'page', query],
    queryFn: ({ signal }) =>
      call(auditEndpoints.listAudit, { query: { ...query }, signal }) as Promise<AuditPage>,
    // People open the page to see what has just been done.
    staleTime: PREFETCH_STALE_MS,
  });

export const personNamesQuery = () =>
  queryOptions({
    queryKey: ['audit', 'person-names'],
    queryFn: async ({ signal }) => {
      const { people } = (await call(peopleEndpoints.listPeople, { signal })) as People;
      return new Map(people.map(({ id, name }) => [id, name]));
    },
  });

export function auditExportUrl(query: AuditQuery, locale: string): string {
  return addressOf(
    auditEndpoints.exportAudit,
    {},
    { ...query, before: undefined, locale: locale === 'en' ? 'en' : 'es' },
  );
}
