import type { View } from '#contract/desk/views.ts';
import { type BuiltInView, isBuiltInView } from '#contract/inbox-filter-names.ts';
import { setAgencies } from '#console/inquiries/inbox-address.ts';

const TRANSIENT = new Set(['pagina', 'abrir', 'vista', 'copia']);

/** A built-in view becomes its `cola`; without an agency the view is for any. */
export function toViewSearch(search: URLSearchParams, { withAgency }: { withAgency: boolean }): string {
  const viewId = search.get('vista') ?? '';
  const entries = [...search].filter(
    ([name, value]) => value.trim() && !TRANSIENT.has(name) && (withAgency || name !== 'agencia'),
  );
  if (isBuiltInView(viewId) && !entries.some(([name]) => name === 'cola')) entries.push(['cola', viewId]);
  const text = new URLSearchParams(entries.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString();
  return text && `?${text}`;
}

export function hasOwnAgency({ search }: Pick<View, 'search'>): boolean {
  return new URLSearchParams(search).has('agencia');
}

export function savedViewSearch(
  { id, search }: Pick<View, 'id' | 'search'>,
  agencias: readonly string[],
): string {
  const entries = new URLSearchParams(toViewSearch(new URLSearchParams(search), { withAgency: true }));
  const next = entries.has('agencia') ? entries : setAgencies(entries, agencias);
  next.set('vista', id);
  return next.toString();
}

export function builtInViewSearch(view: BuiltInView | undefined, agencias: readonly string[]): string {
  return setAgencies(new URLSearchParams(view && { vista: view }), agencias).toString();
}

export function isViewChanged(search: URLSearchParams, view: Pick<View, 'search'>): boolean {
  const entries = toViewSearch(new URLSearchParams(view.search), { withAgency: true });
  return toViewSearch(search, { withAgency: hasOwnAgency(view) }) !== entries;
}
