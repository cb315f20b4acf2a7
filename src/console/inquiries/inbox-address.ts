import { LAST_PAGE } from '#contract/paging.ts';
import {
  ALL_AGENCIES,
  type BuiltInView,
  NARROWING,
  type Narrowing,
  type NarrowingName,
  isBuiltInView,
} from '#contract/queue-names.ts';
import { isDay, resolveDay } from '#contract/relative-days.ts';

// The address is the state of the inbox. Also part of the head script: nothing but types and pure functions here.

export type InboxParameter = 'desde' | 'hasta' | 'pagina';

/** The inbox as its address says it. Days may be relative (`hoy`, `ayer`, `-7d`), so a kept address ages well. */
export interface InboxAddress {
  /** Those that are named; empty: the one that was shown last. */
  agencias: readonly string[];
  operador: string | undefined;
  externalid: string | undefined;
  desde: string | undefined;
  hasta: string | undefined;
  pagina: number;
  /** The index is shown where the service's own list would be. */
  copia: boolean;
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

export function parseInboxAddress(search: URLSearchParams): InboxAddress {
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
  const cola = [vista ?? '', below].find(isBuiltInView);
  const agencias = [...new Set(search.getAll('agencia').map((mail) => mail.trim()))].filter(Boolean);
  return {
    agencias: agencias.includes(ALL_AGENCIES) ? [ALL_AGENCIES] : agencias,
    operador: search.get('operador')?.trim() || undefined,
    externalid: search.get('externalid')?.trim() || undefined,
    desde: day('desde'),
    hasta: day('hasta'),
    pagina: page && readable ? Number(page) : 1,
    copia: search.get('copia') === '1',
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

/** Whether the address searches, or narrows by facets. */
export function isNarrowed({ narrowing }: Pick<InboxAddress, 'narrowing'>): boolean {
  return Object.keys(narrowing).length > 0;
}

/** Whether a list may have inquiries of more than one agency. */
export function hasSeveralAgencies(agencias: readonly string[]): boolean {
  return agencias.length > 1 || agencias[0] === ALL_AGENCIES;
}

/**
 * Whether the address shows the service's own list of one agency, page after page; everything else is a list of the
 * gateway's index.
 */
export function isServiceList({ agencias, copia, vista, cola, narrowing }: InboxAddress): boolean {
  return (
    !hasSeveralAgencies(agencias) &&
    !copia &&
    (vista ?? cola) === undefined &&
    Object.keys(narrowing).length === 0
  );
}

/** The days of an address. `today` is only asked for when it is relative: the first use of a time zone is dear in a browser. */
function daysOf({ desde, hasta }: InboxAddress, today: () => string) {
  return { desde: desde && resolveDay(desde, today), hasta: hasta && resolveDay(hasta, today) };
}

/** What the service is asked for a page of its list: days resolved, nothing that the address leaves open. */
export function serviceRequest(address: InboxAddress, today: () => string) {
  const { operador, externalid, pagina } = address;
  return { operador, externalid, ...daysOf(address, today), pagina: pagina === 1 ? undefined : pagina };
}
export type ServiceRequest = ReturnType<typeof serviceRequest>;

/** What the index is asked: a list of some agencies, or of all that the person may see. */
export function indexRequest(agencias: readonly string[], address: InboxAddress, today: () => string) {
  const { cola, operador, externalid, narrowing } = address;
  return {
    agencia: agencias[0] === ALL_AGENCIES ? undefined : agencias,
    vista: cola,
    operador,
    externalid,
    ...daysOf(address, today),
    ...narrowing,
  };
}
export type IndexRequest = Partial<ReturnType<typeof indexRequest>>;

type Parameter = Exclude<keyof InboxAddress, 'unreadable' | 'narrowing' | 'agencias'> | NarrowingName;

/** The search with some parameters changed (undefined removes one), on its first page. */
export function updateSearch(
  search: URLSearchParams,
  change: Partial<Record<Parameter, string | undefined>>,
): string {
  const next = new URLSearchParams(search);
  next.delete('abrir');
  next.delete('pagina');
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next.toString();
}

/** The search with nothing narrowed. */
export function clearNarrowing(search: URLSearchParams): string {
  return updateSearch(search, Object.fromEntries(NARROWING.map((name) => [name, undefined])));
}

/** The search of other agencies. */
export function setAgencies(search: URLSearchParams, agencias: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('agencia');
  for (const agencia of agencias) next.append('agencia', agencia);
  return next;
}

/** The search with the agencies of its list in it, as the address of an inquiry carries it. */
export function ensureAgencies(search: URLSearchParams, agencias: readonly string[]): string {
  const next = search.has('agencia') ? new URLSearchParams(search) : setAgencies(search, agencias);
  next.delete('abrir');
  return next.toString();
}
