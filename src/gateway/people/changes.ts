import type { AuditChange } from '#contract/desk/audit.ts';
import type { Person } from '#contract/desk/people.ts';
import { findChanges } from '#gateway/audit/changes.ts';

/** Returns what the audit records of a change of a person. */
export function findPersonChanges(before: Person, after: Person): AuditChange[] {
  return findChanges(toPersonValues(before), toPersonValues(after));
}

function toPersonValues({ name, role, state, agencies, openIdIssuer }: Person) {
  const join = (list: Person['agencies']) =>
    list
      .map(({ adminMail }) => adminMail)
      .toSorted()
      .join(', ') || null;
  const ownInquiriesIn = join(agencies.filter(({ ownInquiriesOnly }) => ownInquiriesOnly));
  return { name, role, state, agencies: join(agencies), ownInquiriesIn, openIdIssuer };
}
