import { AUDIT_OUTCOMES, type AuditQuery } from '#contract/desk/audit.ts';
import { type LogAddress, parseLogAddress } from '#console/filters/log-address.ts';

export const AUDIT_FILTER_LENGTHS = { person: 50, agency: 50, action: 50 };

export function parseAuditAddress(search: URLSearchParams): LogAddress<AuditQuery> {
  return parseLogAddress(search, AUDIT_FILTER_LENGTHS, AUDIT_OUTCOMES);
}
