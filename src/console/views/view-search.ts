import type { View } from '#contract/desk/views.ts';
import { isBuiltInView } from '#contract/queue-names.ts';
import { setAgencies } from '#console/inquiries/inbox-address.ts';

// What a saved view stands for: the search of an inbox's address, without what is of one visit.

/** Of one visit, or said by the view itself. */
const NOT_KEPT = new Set(['pagina', 'abrir', 'vista', 'copia']);

/**
 * The search as a view keeps it. A built-in view stays below it as `cola`; without the agency it is for any.
 */
export function toViewSearch(search: URLSearchParams, { withAgency }: { withAgency: boolean }): string {
  const vista = search.get('vista') ?? '';
  const kept = [...search].filter(
    ([name, value]) => value.trim() && !NOT_KEPT.has(name) && (withAgency || name !== 'agencia'),
  );
  if (isBuiltInView(vista) && !kept.some(([name]) => name === 'cola')) kept.push(['cola', vista]);
  const text = new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString();
  return text && `?${text}`;
}

export function hasOwnAgency({ search }: Pick<View, 'search'>): boolean {
  return new URLSearchParams(search).has('agencia');
}

/** The search of the address that shows a saved view; `agencias` are those of the inbox, where the view is for any. */
export function savedViewSearch(
  { id, search }: Pick<View, 'id' | 'search'>,
  agencias: readonly string[],
): string {
  const kept = new URLSearchParams(toViewSearch(new URLSearchParams(search), { withAgency: true }));
  const next = kept.has('agencia') ? kept : setAgencies(kept, agencias);
  next.set('vista', id);
  return next.toString();
}

/** The search of the address that shows a built-in view. */
export function builtInViewSearch(vista: string | undefined, agencias: readonly string[]): string {
  return setAgencies(new URLSearchParams(vista && { vista }), agencias).toString();
}

/** Whether the address says something else than the view that it names. */
export function isViewChanged(search: URLSearchParams, view: Pick<View, 'search'>): boolean {
  const kept = toViewSearch(new URLSearchParams(view.search), { withAgency: true });
  return toViewSearch(search, { withAgency: hasOwnAgency(view) }) !== kept;
}
