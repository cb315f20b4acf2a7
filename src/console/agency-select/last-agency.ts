import type { Session } from '#contract/desk/sessions.ts';

let shown: string | undefined;
/** Lower-case. */
const ended = new Set<string>();

/** The agency whose inbox was shown last on this page; the gateway stores the same for the next one. */
export function rememberAgency(agencia: string): void {
  shown = agencia;
  ended.delete(agencia.toLowerCase());
}

/** An agency that is not associated any more is not gone back to. */
export function forgetAgency(agencia: string): void {
  ended.add(agencia.toLowerCase());
  if (shown && ended.has(shown.toLowerCase())) shown = undefined;
}

/** The agency whose inbox was shown last, on this page or an earlier one. */
export function getLastAgency({ lastAgency: before }: Pick<Session, 'lastAgency'>): string | undefined {
  return shown ?? (before !== null && !ended.has(before.toLowerCase()) ? before : undefined);
}

/** The agency whose inbox is shown where the address names none. */
export function getDefaultAgency(session: Pick<Session, 'lastAgency' | 'agencies'>): string | undefined {
  return getLastAgency(session) ?? session.agencies?.find((agency) => !ended.has(agency.toLowerCase()));
}
