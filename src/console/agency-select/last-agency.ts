import type { Session } from '#contract/desk/sessions.ts';
import { queryClient } from '#console/api/query-client.ts';

interface LastAgency {
  shown: string | undefined;
  removed: readonly string[];
}

// The query cache has it on this page; the gateway stores it for the next one.
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

export function getLastAgency({ lastAgency }: Pick<Session, 'lastAgency'>): string | undefined {
  const { shown, removed } = read();
  return (
    shown ?? (lastAgency !== null && !removed.includes(lastAgency.toLowerCase()) ? lastAgency : undefined)
  );
}

export function getDefaultAgency(session: Pick<Session, 'lastAgency' | 'agencies'>): string | undefined {
  const { removed } = read();
  return getLastAgency(session) ?? session.agencies?.find((mail) => !removed.includes(mail.toLowerCase()));
}
