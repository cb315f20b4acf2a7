import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '#contract/desk/audit.ts';
import { useAgencies } from '#console/agency-select/use-agencies.ts';
import { useSession } from '#console/session/session.ts';
import { personNamesQuery } from './audit-queries.ts';
import type { SubjectNames } from './audit-text.ts';

/** As far as the viewer may list them; else mails and ids. */
export function useSubjectNames({ person, target, agency, asked }: AuditEntry): SubjectNames & {
  person: string | undefined;
} {
  const { t } = useLingui();
  const { may } = useSession();
  const personNames = useQuery({ ...personNamesQuery(), enabled: may.includes('listPeople') }).data;
  const agencies = useAgencies(true);
  const agencyName = (adminMail: string) =>
    agencies.find(({ mail }) => mail.toLowerCase() === adminMail.toLowerCase())?.name ?? adminMail;
  const exported = asked && (asked.agencies?.map(agencyName).join(', ') ?? t`todas sus agencias`);
  return {
    person: person ? (personNames?.get(person.id) ?? person.mail) : undefined,
    target: target === null ? undefined : (personNames?.get(target) ?? target),
    agency: agency === null ? (exported ?? undefined) : agencyName(agency),
  };
}
