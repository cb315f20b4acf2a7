import { useQueries, useQuery } from '@tanstack/react-query';
import { agency, agencyList } from '#console/agencies/agencies-queries.ts';
import { useSession } from '#console/session/session.ts';

export interface NamedAgency {
  mail: string;
  /** Its mail until the name is here, or where it has none. */
  name: string;
}

/** The agencies that the person may see. Those of a partner are read from the service, where `enabled`. */
export function useAgencies(enabled: boolean): NamedAgency[] {
  const { agencies: bound } = useSession();
  const all = useQuery({ ...agencyList(), enabled: enabled && !bound });
  const own = useQueries({ queries: enabled ? (bound ?? []).map((mail) => agency(mail)) : [] });
  if (bound) return bound.map((mail, at) => ({ mail, name: own[at]?.data?.Nombre || mail }));
  return (
    all.data?._entries.map(({ AdminMail, Nombre }) => ({ mail: AdminMail, name: Nombre || AdminMail })) ?? []
  );
}
