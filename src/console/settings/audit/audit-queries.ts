import { type AuditQuery, auditEndpoints } from '#contract/desk/audit.ts';
import { addressOf } from '#contract/endpoint.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { PREFETCH_STALE_MS } from '#console/api/query-client.ts';

export const auditPageQuery = (query: AuditQuery) =>
  endpointQuery(auditEndpoints.listAudit, { query: { ...query } }, { staleTime: PREFETCH_STALE_MS });

export function auditExportUrl(query: AuditQuery, locale: string): string {
  return addressOf(
    auditEndpoints.exportAudit,
    {},
    { ...query, before: undefined, locale: locale === 'en' ? 'en' : 'es' },
  );
}
