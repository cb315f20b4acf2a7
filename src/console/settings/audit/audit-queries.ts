import { queryOptions } from '@tanstack/react-query';
import { type AuditPage, type AuditQuery, auditRows } from '#contract/desk/audit.ts';
import { addressOf } from '#contract/endpoint.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS } from '#console/api/query-client.ts';
import { logRequest } from '#console/filters/log-address.ts';
import { readAuditAddress } from './address.ts';

/** Who did what, newest first: a part of the log. */
export const auditPage = (query: AuditQuery) =>
  queryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => call(auditRows.listAudit, { query: { ...query }, signal }) as Promise<AuditPage>,
    // Whoever looks wants to see what has just been done.
    staleTime: PREFETCH_STALE_MS,
  });

/** The part that an address asks for. */
export const auditPageAt = (search: URLSearchParams, today: string) =>
  auditPage(logRequest(readAuditAddress(search).asked, () => today));

/** Address of all that matches, as a file in the language of the page. */
export function auditExport(query: AuditQuery, locale: string): string {
  return addressOf(
    auditRows.exportAudit,
    {},
    { ...query, before: undefined, locale: locale === 'en' ? 'en' : 'es' },
  );
}
