import type { Session } from '#contract/desk/sessions.ts';

/** Whose hours are asked for: the address says it, or there is only one agency to ask about. */
export function agencyAt(
  search: URLSearchParams,
  { agencies }: Pick<Session, 'agencies'>,
): string | undefined {
  const asked = search.get('agencia')?.trim();
  if (asked) return asked;
  return agencies?.length === 1 ? agencies[0] : undefined;
}
