import type { Session } from '#contract/desk/sessions.ts';
import { createPageStore } from '#console/api/store.ts';
import { isSameMail } from '#contract/is-same-mail.ts';

interface LastAgency {
  shown: string | undefined;
  removed: readonly string[];
}

/** The choice on this page; the gateway stores it for the next one. */
const lastAgency = createPageStore<LastAgency>({ shown: undefined, removed: [] });

export function rememberAgency(agencia: string): void {
  lastAgency.set({
    shown: agencia,
    removed: lastAgency.get().removed.filter((mail) => !isSameMail(mail, agencia)),
  });
}

export function forgetAgency(agencia: string): void {
  const { shown, removed } = lastAgency.get();
  lastAgency.set({
    shown: shown !== undefined && isSameMail(agencia, shown) ? undefined : shown,
    removed: [...removed, agencia.toLowerCase()],
  });
}

export function getLastAgency(session: Pick<Session, 'lastAgency'>): string | undefined {
  const { shown, removed } = lastAgency.get();
  return (
    shown ??
    (session.lastAgency !== null && !removed.includes(session.lastAgency.toLowerCase())
      ? session.lastAgency
      : undefined)
  );
}

export function getDefaultAgency(session: Pick<Session, 'lastAgency' | 'agencies'>): string | undefined {
  const { removed } = lastAgency.get();
  return getLastAgency(session) ?? session.agencies?.find((mail) => !removed.includes(mail.toLowerCase()));
}
