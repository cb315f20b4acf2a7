import { useLingui } from '@lingui/react/macro';
import type { AuditEntry } from '#contract/desk/audit.ts';
import { useAgencies } from '#console/agency-select/use-agencies.ts';
import type { SubjectNames } from './audit-text.ts';

/** As far as the viewer may list them; else mails and ids. */
export function useSubjectNames({
  person,
  personName,
  target,
  targetName,
  agency,
  asked,
}: AuditEntry): SubjectNames & {
  person: string | undefined;
} {
  const { t } = useLingui();
  const agencies = useAgencies(true);
  const agencyName = (adminMail: string) =>
    agencies.find(({ mail }) => mail.toLowerCase() === adminMail.toLowerCase())?.name ?? adminMail;
  const exported = asked && (asked.agencies?.map(agencyName).join(', ') ?? t`todas sus agencias`);
  return {
    person: person ? (personName ?? person.mail) : undefined,
    target: target === null ? undefined : (targetName ?? target),
    agency: agency === null ? (exported ?? undefined) : agencyName(agency),
  };
}
