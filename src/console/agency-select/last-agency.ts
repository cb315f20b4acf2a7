import type { Session } from '#contract/desk/sessions.ts';
import { queryClient } from '#console/api/query-client.ts';
import { isSameMail } from '#contract/is-same-mail.ts';

interface LastAgency {
  shown: string | undefined;
  removed: readonly string[];
}

// The query cache has it on this page; the gateway stores it for the next one.
const LAST_AGENCY_KEY = ['last-agency'];
queryClient.setQueryDefaults(LAST_AGENCY_KEY, { gcTime: Infinity });

const readLastAgency = (): LastAgency =>
  queryClient.getQueryData(LAST_AGENCY_KEY) ?? { shown: undefined, removed: [] };
const writeLastAgency = (next: LastAgency) => queryClient.setQueryData(LAST_AGENCY_KEY, next);

export function rememberAgency(agencia: string): void {
  writeLastAgency({
    shown: agencia,
    removed: readLastAgency().removed.filter((mail) => !isSameMail(mail, agencia)),
  });
}

export function forgetAgency(agencia: string): void {
  const { shown, removed } = readLastAgency();
  writeLastAgency({
    shown: shown !== undefined && isSameMail(agencia, shown) ? undefined : shown,
    removed: [...removed, agencia.toLowerCase()],
  });
}

export function getLastAgency({ lastAgency }: Pick<Session, 'lastAgency'>): string | undefined {
  const { shown, removed } = readLastAgency();
  return (
    shown ?? (lastAgency !== null && !removed.includes(lastAgency.toLowerCase()) ? lastAgency : undefined)
  );
}

export function getDefaultAgency(session: Pick<Session, 'lastAgency' | 'agencies'>): string | undefined {
  const { removed } = readLastAgency();
  return getLastAgency(session) ?? session.agencies?.find((mail) => !removed.includes(mail.toLowerCase()));
}
