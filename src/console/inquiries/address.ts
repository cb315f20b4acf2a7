import { LAST_PAGE } from '#contract/paging.ts';
import {
  type BuiltInView,
  NARROWING,
  type Narrowing,
  type NarrowingName,
  isBuiltIn,
} from '#contract/queue-names.ts';
import { isDay, resolveDay } from '#contract/relative-days.ts';

// The address is the state of the inbox. Also part of the head script: nothing but types and pure functions here.

/** How far back a view goes when its address does not say; that of today has today. */
export const VIEW_WINDOW = '-7d';

export type InboxParameter = 'desde' | 'hasta' | 'pagina';

/** The inbox as its address says it. Days may be relative (`hoy`, `ayer`, `-7d`), so a kept address ages well. */
export interface InboxAddress {
  agencia: string | undefined;
  operador: string | undefined;
  externalid: string | undefined;
  desde: string | undefined;
  hasta: string | undefined;
  pagina: number;
  /** All pages as one list, instead of one of them; so it is in every view. */
  todas: boolean;
  /** The view that is shown: a built-in one, or the id of a saved one. */
  vista: string | undefined;
  /** Which inquiries, and in which order: a built-in view by itself, or below a saved one. */
  cola: BuiltInView | undefined;
  /** On the way over the end of a page: which of its rows is to be opened once it is here. */
  abrir: 'primera' | 'ultima' | undefined;
  narrowing: Narrowing;
  /** Parameters that could not be read, with what they said: the page shows the fallback and says so. */
  unreadable: { parameter: InboxParameter; value: string }[];
}

export function readInboxAddress(search: URLSearchParams): InboxAddress {
  const unreadable: InboxAddress['unreadable'] = [];
  const day = (parameter: 'desde' | 'hasta') => {
    const value = search.get(parameter)?.trim();
    if (!value) return undefined;
    if (isDay(value)) return value;
    unreadable.push({ parameter, value });
    return undefined;
  };
  const page = search.get('pagina')?.trim();
  const readable = !page || (/^\d{1,2}$/.test(page) && Number(page) >= 1 && Number(page) <= LAST_PAGE);
  if (page && !readable) unreadable.push({ parameter: 'pagina', value: page });
  const abrir = search.get('abrir');
  const vista = search.get('vista')?.trim() || undefined;
  const below = search.get('cola')?.trim() ?? '';
  const cola = [vista ?? '', below].find(isBuiltIn);
  const todas = search.get('todas') === '1' || vista !== undefined || cola !== undefined;
  return {
    agencia: search.get('agencia')?.trim() || undefined,
    operador: search.get('operador')?.trim() || undefined,
    externalid: search.get('externalid')?.trim() || undefined,
    desde: day('desde'),
    hasta: day('hasta'),
    pagina: page && readable && !todas ? Number(page) : 1,
    todas,
    vista,
    cola,
    abrir: abrir === 'primera' || abrir === 'ultima' ? abrir : undefined,
    narrowing: readNarrowing(search),
    unreadable,
  };
}

function readNarrowing(search: URLSearchParams): Narrowing {
  return Object.fromEntries(
    NARROWING.map((name) => [name, search.get(name)?.trim()]).filter(([, value]) => value),
  ) as Narrowing;
}

/** Whether the address leaves out rows that are loaded. */
export function isNarrowed({ narrowing }: Pick<InboxAddress, 'narrowing'>): boolean {
  return Object.keys(narrowing).length > 0;
}

/**
 * What the service is asked: days resolved, nothing that the address leaves open. `today` is only asked for when the
 * address is relative: the first use of a time zone is dear in a browser.
 */
export function inboxRequest(address: InboxAddress, today: () => string) {
  const isOpen = (address.vista ?? address.cola) !== undefined && !address.desde && !address.hasta;
  const desde = isOpen ? (address.cola === 'hoy' ? 'hoy' : VIEW_WINDOW) : address.desde;
  return {
    operador: address.operador,
    externalid: address.externalid,
    desde: desde && resolveDay(desde, today),
    hasta: address.hasta && resolveDay(address.hasta, today),
    pagina: address.pagina === 1 ? undefined : address.pagina,
  };
}
export type InboxRequest = ReturnType<typeof inboxRequest>;

type Parameter = keyof Omit<InboxAddress, 'unreadable' | 'narrowing'> | NarrowingName;

/**
 * The search with some parameters changed (undefined removes one). A change of filter goes back to the first page; one
 * of what narrows it stays on the page that is narrowed.
 */
export function changeSearch(
  search: URLSearchParams,
  change: Partial<Record<Parameter, string | undefined>>,
): string {
  const next = new URLSearchParams(search);
  next.delete('abrir');
  const names = Object.keys(change);
  if (names.length === 0 || names.some((name) => !NARROWING.some((narrowing) => narrowing === name)))
    next.delete('pagina');
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next.toString();
}

/** The search with nothing narrowed. */
export function widen(search: URLSearchParams): string {
  return changeSearch(search, Object.fromEntries(NARROWING.map((name) => [name, undefined])));
}

/** The search with the agency in it, as the address of an inquiry carries it. */
export function withAgency(search: URLSearchParams, agencia: string): string {
  const next = new URLSearchParams(search);
  next.delete('abrir');
  if (!next.has('agencia')) next.set('agencia', agencia);
  return next.toString();
}
