import { useQueries, useQuery } from '@tanstack/react-query';
import { BACKGROUND } from '#console/api/query-client.ts';
import { useSession } from '#console/session/session.ts';
import { agencyListQuery, agencyQuery, indexStateQuery } from './agency-queries.ts';

export interface NamedAgency {
  mail: string;
  name: string;
  region: string | null;
}

/** The gateway's index replaces the service while that does not answer. */
export function useAgencies(enabled: boolean): NamedAgency[] {
  const { agencies: bound } = useSession();
  const all = useQuery({ ...agencyListQuery(), meta: BACKGROUND, enabled: enabled && !bound });
  const own = useQueries({ queries: enabled ? (bound ?? []).map((mail) => agencyQuery(mail)) : [] });
  const isUnread = [all, ...own].some(({ error }) => error);
  const index = useQuery({ ...indexStateQuery(), enabled: enabled && isUnread });
  const indexed = index.data?.agencies ?? [];
  if (bound) {
    const names = new Map(indexed.map(({ adminMail, name }) => [adminMail.toLowerCase(), name]));
    return bound.map((mail, at) => ({
      mail,
      name: own[at]?.data?.Nombre || names.get(mail.toLowerCase()) || mail,
      region: own[at]?.data?.Region ?? null,
    }));
  }
  if (!all.data)
    return indexed.map(({ adminMail, name }) => ({ mail: adminMail, name: name ?? adminMail, region: null }));
  return all.data._entries.map(({ AdminMail, Nombre, Region }) => ({
    mail: AdminMail,
    name: Nombre || AdminMail,
    region: Region ?? null,
  }));
}

export function useAgencyName(): (adminMail: string) => string {
  const agencies = useAgencies(true);
  const names = new Map(agencies.map(({ mail, name }) => [mail.toLowerCase(), name]));
  return (adminMail) => names.get(adminMail.toLowerCase()) ?? adminMail;
}
