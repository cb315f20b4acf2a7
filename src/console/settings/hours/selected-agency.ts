import type { Session } from '#contract/desk/sessions.ts';

export function getSelectedAgency(
  search: URLSearchParams,
  { agencies }: Pick<Session, 'agencies'>,
): string | undefined {
  return search.get('agencia')?.trim() || (agencies?.length === 1 ? agencies[0] : undefined);
}
