import { ALL_AGENCIES, type NarrowingName } from '#contract/inbox-filter-names.ts';
import { paths } from '#console/paths.ts';

type ListParameter = NarrowingName | 'vista' | 'desde' | 'hasta';

export function inquiriesLink(
  agencias: readonly string[],
  filters: Partial<Record<ListParameter, string>>,
): string {
  const search = new URLSearchParams();
  for (const mail of agencias.length > 0 ? agencias : [ALL_AGENCIES]) search.append('agencia', mail);
  for (const [name, value] of Object.entries(filters)) search.set(name, value);
  const { desde, hasta, ...narrowing } = filters;
  // A list of one agency is otherwise the service's own, which is limited to 90 days.
  if ((desde || hasta) && Object.keys(narrowing).length === 0) search.set('copia', '1');
  return paths.inquiries(search.toString());
}
