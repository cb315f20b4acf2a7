import type { Session } from '#contract/desk/sessions.ts';

/** The agency of the address, else the person's only one. */
export function getSelectedAgency(
  search: URLSearchParams,
  { agencies }: Pick<Session, 'agencies'>,
): string | undefined {
  return search.get('agencia')?.trim() || (agencies?.length === 1 ? agencies[0] : undefined);
}
