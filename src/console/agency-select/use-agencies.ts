import { useQueries, useQuery } from '@tanstack/react-query';
import { agency, agencyList } from './agencies-queries.ts';
import { BACKGROUND } from '#console/api/query-client.ts';
import { useSession } from '#console/session/session.ts';
import { indexState } from '#console/inquiries/inquiries-queries.ts';

export interface NamedAgency {
  mail: string;
  /** Its mail until the name is here, or where it has none. */
  name: string;
}

/** The agencies that the person may see, as the service lists them, or did before it failed; read where `enabled`. */
export function useAgencies(enabled: boolean): NamedAgency[] {
  const { agencies: bound } = useSession();
  const all = useQuery({ ...agencyList(), meta: BACKGROUND, enabled: enabled && !bound });
  const own = useQueries({ queries: enabled ? (bound ?? []).map((mail) => agency(mail)) : [] });
  const isUnread = [all, ...own].some(({ error }) => error);
  const index = useQuery({ ...indexState(), enabled: enabled && isUnread });
  const indexed = index.data?.agencies ?? [];
  if (bound) {
    const names = new Map(indexed.map(({ adminMail, name }) => [adminMail.toLowerCase(), name]));
    return bound.map((mail, at) => ({
      mail,
      name: own[at]?.data?.Nombre || names.get(mail.toLowerCase()) || mail,
    }));
  }
  if (!all.data) return indexed.map(({ adminMail, name }) => ({ mail: adminMail, name: name ?? adminMail }));
  return all.data._entries.map(({ AdminMail, Nombre }) => ({ mail: AdminMail, name: Nombre || AdminMail }));
}
