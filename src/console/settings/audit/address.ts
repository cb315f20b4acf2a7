import { AUDIT_OUTCOMES, type AuditQuery } from '#contract/desk/audit.ts';
import { type LogAddress, parseLogAddress } from '#console/filters/log-address.ts';

export const MAX_LENGTHS = { person: 50, agency: 50, action: 50 };

export function parseAuditAddress(search: URLSearchParams): LogAddress<AuditQuery> {
  return parseLogAddress(search, MAX_LENGTHS, AUDIT_OUTCOMES);
}
