import { AUDIT_OUTCOMES, type AuditQuery } from '#contract/desk/audit.ts';
import { type LogAddress, readLogAddress } from '#console/filters/log-address.ts';

/** The longest that each text of the address may be. */
export const LONGEST = { person: 50, agency: 50, action: 50 };

/** The audit as its address says it: the filters of the contract, with days that may be relative. */
export function readAuditAddress(search: URLSearchParams): LogAddress<AuditQuery> {
  return readLogAddress(search, LONGEST, AUDIT_OUTCOMES);
}
