import { LAST_PAGE } from '#contract/paging.ts';
import {
  ALL_AGENCIES,
  type BuiltInView,
  NARROWING,
  type Narrowing,
  type NarrowingName,
  isBuiltInView,
} from '#contract/inbox-filter-names.ts';
import { isDay, resolveDay } from '#contract/relative-days.ts';

// The address is the state of the inbox. Also part of the head script: only types and pure functions.

type InboxParameter = 'desde' | 'hasta' | 'pagina';

/** The state of the inbox. Days may be relative (`hoy`, `ayer`, `-7d`), so that a saved address stays current. */
export interface InboxAddress {
  /** Empty: the default agency. */
  agencias: readonly string[];
  operador: string | undefined;
  externalid: string | undefined;
  desde: string | undefined;
  hasta: string | undefined;
  pagina: number;
  /** Shows the index instead of the service's own list. */
  copia: boolean;
  /** A built-in view, or the id of a saved one. */
  vista: string | undefined;
  /** The built-in view that selects and sorts, also under a saved view. */
  cola: BuiltInView | undefined;
  /** The row of the page to open once it is loaded: somebody stepped over the end of the page before. */
  abrir: 'primera' | 'ultima' | undefined;
  narrowing: Narrowing;
  /** Invalid parameters: the page uses the fallback and reports them. */
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
  const isPageValid = !page || (/^\d{1,2}$/.test(page) && Number(page) >= 1 && Number(page) <= LAST_PAGE);
  if (page && !isPageValid) unreadable.push({ parameter: 'pagina', value: page });
  const abrir = search.get('abrir');
  const vista = search.get('vista')?.trim() || undefined;
  const cola = [vista ?? '', search.get('cola')?.trim() ?? ''].find(isBuiltInView);
  const agencias = [...new Set(search.getAll('agencia').map((mail) => mail.trim()))].filter(Boolean);
  return {
    agencias: agencias.includes(ALL_AGENCIES) ? [ALL_AGENCIES] : agencias,
    operador: search.get('operador')?.trim() || undefined,
    externalid: search.get('externalid')?.trim() || undefined,
    desde: day('desde'),
    hasta: day('hasta'),
    pagina: page && isPageValid ? Number(page) : 1,
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

/** Whether the address has a search or facets. */
export function isNarrowed({ narrowing }: Pick<InboxAddress, 'narrowing'>): boolean {
  return Object.keys(narrowing).length > 0;
}

/** Whether the address selects inquiries within its view: by search, facets, days, operator or publication. */
export function hasFilters(address: InboxAddress): boolean {
  const { operador, externalid, desde, hasta } = address;
  return isNarrowed(address) || [operador, externalid, desde, hasta].some(Boolean);
}

export function hasSeveralAgencies(agencias: readonly string[]): boolean {
  return agencias.length > 1 || agencias[0] === ALL_AGENCIES;
}

/** Whether the address shows the service's own list of one agency; all others are lists of the gateway's index. */
export function isServiceList({ agencias, copia, vista, cola, narrowing }: InboxAddress): boolean {
  return (
    !hasSeveralAgencies(agencias) &&
    !copia &&
    (vista ?? cola) === undefined &&
    Object.keys(narrowing).length === 0
  );
}

/** `today` is a function because the first use of a time zone is slow in browsers. */
function resolveDays({ desde, hasta }: InboxAddress, today: () => string) {
  return { desde: desde && resolveDay(desde, today), hasta: hasta && resolveDay(hasta, today) };
}

/** Query of a page of the service's list. */
export function serviceRequest(address: InboxAddress, today: () => string) {
  const { operador, externalid, pagina } = address;
  return { operador, externalid, ...resolveDays(address, today), pagina: pagina === 1 ? undefined : pagina };
}
export type ServiceRequest = ReturnType<typeof serviceRequest>;

/** Query of a list of the index; without `agencia` of all agencies that the person may see. */
export function indexRequest(agencias: readonly string[], address: InboxAddress, today: () => string) {
  const { cola, operador, externalid, narrowing } = address;
  return {
    agencia: agencias[0] === ALL_AGENCIES ? undefined : agencias,
    vista: cola,
    operador,
    externalid,
    ...resolveDays(address, today),
    ...narrowing,
  };
}
export type IndexRequest = Partial<ReturnType<typeof indexRequest>>;

type Parameter = Exclude<keyof InboxAddress, 'unreadable' | 'narrowing' | 'agencias'> | NarrowingName;

/** The search with these parameters changed (undefined removes one), on the first page. */
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

/** Removes the search and the facets. */
export function clearNarrowing(search: URLSearchParams): string {
  return updateSearch(search, Object.fromEntries(NARROWING.map((name) => [name, undefined])));
}

export function setAgencies(search: URLSearchParams, agencias: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('agencia');
  for (const agencia of agencias) next.append('agencia', agencia);
  return next;
}

/** Adds the agencies where the search has none: the address of an inquiry keeps those of its list. */
export function ensureAgencies(search: URLSearchParams, agencias: readonly string[]): string {
  const next = search.has('agencia') ? new URLSearchParams(search) : setAgencies(search, agencias);
  next.delete('abrir');
  return next.toString();
}
