import type { Session } from '#contract/desk/sessions.ts';
import { queryClient } from '#console/api/query-client.ts';

interface LastAgency {
  shown: string | undefined;
  /** Lower-case AdminMails of agencies that are no longer associated. */
  removed: readonly string[];
}

// In the query cache; the gateway stores the last agency for the next page.
const KEY = ['last-agency'];
queryClient.setQueryDefaults(KEY, { gcTime: Infinity });

const read = (): LastAgency => queryClient.getQueryData(KEY) ?? { shown: undefined, removed: [] };
const write = (next: LastAgency) => queryClient.setQueryData(KEY, next);

const isSame = (a: string, b: string | undefined) => a.toLowerCase() === b?.toLowerCase();

export function rememberAgency(agencia: string): void {
  write({ shown: agencia, removed: read().removed.filter((mail) => !isSame(mail, agencia)) });
}

export function forgetAgency(agencia: string): void {
  const { shown, removed } = read();
  write({
    shown: isSame(agencia, shown) ? undefined : shown,
    removed: [...removed, agencia.toLowerCase()],
  });
}

/** The agency whose inbox was on screen last, on this page or an earlier one. */
export function getLastAgency({ lastAgency }: Pick<Session, 'lastAgency'>): string | undefined {
  const { shown, removed } = read();
  return (
    shown ?? (lastAgency !== null && !removed.includes(lastAgency.toLowerCase()) ? lastAgency : undefined)
  );
}

/** The agency of an inbox whose address has none. */
export function getDefaultAgency(session: Pick<Session, 'lastAgency' | 'agencies'>): string | undefined {
  const { removed } = read();
  return getLastAgency(session) ?? session.agencies?.find((mail) => !removed.includes(mail.toLowerCase()));
}
