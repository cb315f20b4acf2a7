import { AUDIT_OUTCOMES, type AuditQuery } from '#contract/desk/audit.ts';
import { isDay, resolveDay } from '#console/ui/days.ts';

/** The audit as its address says it: the filters of the contract, with days that may be relative. */
export interface AuditAddress {
  asked: AuditQuery;
  /** Parameters that could not be read, with what they said: they are left out, and the page says so. */
  unreadable: { parameter: string; value: string }[];
}
export type AuditParameter = keyof AuditQuery;

const TEXTS = ['person', 'agency', 'action'] as const;
const DAYS = ['from', 'to'] as const;
const LONGEST_TEXT = 50;

export function readAuditAddress(search: URLSearchParams): AuditAddress {
  const asked: AuditQuery = {};
  const unreadable: AuditAddress['unreadable'] = [];
  const read = (parameter: AuditParameter, readable: (value: string) => boolean) => {
    const value = search.get(parameter)?.trim();
    if (!value) return undefined;
    if (readable(value)) return value;
    unreadable.push({ parameter, value });
    return undefined;
  };
  for (const day of DAYS) {
    const value = read(day, isDay);
    if (value) asked[day] = value;
  }
  for (const text of TEXTS) {
    const value = read(text, ({ length }) => length <= LONGEST_TEXT);
    if (value) asked[text] = value;
  }
  const given = read('outcome', (value) => outcomeOf(value) !== undefined);
  const outcome = given && outcomeOf(given);
  if (outcome) asked.outcome = outcome;
  const before = read('before', (value) => /^[\dA-Z]{26}$/.test(value));
  if (before) asked.before = before;
  return { asked, unreadable };
}

function outcomeOf(text: string): AuditQuery['outcome'] {
  return AUDIT_OUTCOMES.find((known) => known === text);
}

/** What the gateway is asked, days resolved. */
export function auditRequest({ asked }: AuditAddress, today: string): AuditQuery {
  const request = { ...asked };
  for (const day of DAYS) if (asked[day]) request[day] = resolveDay(asked[day], () => today);
  return request;
}

/** The search with some parameters changed; a change of filter goes back to the newest. */
export function changeAuditSearch(
  search: URLSearchParams,
  change: Partial<Record<AuditParameter, string | undefined>>,
): string {
  const next = new URLSearchParams(search);
  next.delete('before');
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next.toString();
}
