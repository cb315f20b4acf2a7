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

// The head script contains this file, so it has only types and pure functions.

type InboxParameter = 'desde' | 'hasta' | 'pagina';

/** Days may be relative (`hoy`, `ayer`, `-7d`), so that a saved address stays current. */
export interface InboxAddress {
  agencias: readonly string[];
  operador: string | undefined;
  externalid: string | undefined;
  desde: string | undefined;
  hasta: string | undefined;
  pagina: number;
  copia: boolean;
  viewId: string | undefined;
  /** The built-in view selects and sorts; `cola` says it under a saved view. */
  builtInView: BuiltInView | undefined;
  /** Somebody stepped over the end of the page before, so this row opens once the page is loaded. */
  abrir: 'primera' | 'ultima' | undefined;
  narrowing: Narrowing;
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
  const viewId = search.get('vista')?.trim() || undefined;
  const builtInView = [viewId ?? '', search.get('cola')?.trim() ?? ''].find(isBuiltInView);
  const agencias = [...new Set(search.getAll('agencia').map((mail) => mail.trim()))].filter(Boolean);
  return {
    agencias: agencias.includes(ALL_AGENCIES) ? [ALL_AGENCIES] : agencias,
    operador: search.get('operador')?.trim() || undefined,
    externalid: search.get('externalid')?.trim() || undefined,
    desde: day('desde'),
    hasta: day('hasta'),
    pagina: page && isPageValid ? Number(page) : 1,
    copia: search.get('copia') === '1',
    viewId,
    builtInView,
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

function isNarrowed({ narrowing }: Pick<InboxAddress, 'narrowing'>): boolean {
  return Object.keys(narrowing).length > 0;
}

const SERVICE_FILTERS = ['operador', 'externalid', 'desde', 'hasta'] as const;

export function hasFilters(address: InboxAddress): boolean {
  return isNarrowed(address) || SERVICE_FILTERS.some((name) => address[name]);
}

export function hasSeveralAgencies(agencias: readonly string[]): boolean {
  return agencias.length > 1 || agencias[0] === ALL_AGENCIES;
}

/** `today` is a function because the first use of a time zone is slow in browsers. */
function resolveInboxDays({ desde, hasta }: InboxAddress, today: () => string) {
  return { desde: desde && resolveDay(desde, today), hasta: hasta && resolveDay(hasta, today) };
}

function serviceQuery(address: InboxAddress, today: () => string) {
  const { operador, externalid, pagina } = address;
  return {
    operador,
    externalid,
    ...resolveInboxDays(address, today),
    pagina: pagina === 1 ? undefined : pagina,
  };
}
export type ServiceQuery = Partial<ReturnType<typeof serviceQuery>>;

export interface ServiceRequest {
  adminMail: string;
  query: ServiceQuery;
}

export function indexRequest(agencias: readonly string[], address: InboxAddress, today: () => string) {
  const { builtInView, operador, externalid, narrowing } = address;
  return {
    agencia: agencias[0] === ALL_AGENCIES ? undefined : agencias,
    vista: builtInView,
    operador,
    externalid,
    ...resolveInboxDays(address, today),
    ...narrowing,
  };
}
export type IndexRequest = Partial<ReturnType<typeof indexRequest>>;

/**
 * The service itself lists one agency by days, operator and publication; views, searches and several agencies are
 * lists of the index. Nothing else decides which of the two a list comes from.
 */
export function listRequests(
  agencias: readonly string[],
  address: InboxAddress,
  today: () => string,
): { service: ServiceRequest | undefined; index: IndexRequest } {
  const { copia, viewId, builtInView } = address;
  const [adminMail] = agencias;
  const isOfIndex = hasSeveralAgencies(agencias) || copia || (viewId ?? builtInView) !== undefined;
  return {
    service:
      adminMail === undefined || isOfIndex || isNarrowed(address)
        ? undefined
        : { adminMail, query: serviceQuery(address, today) },
    index: indexRequest(agencias, address, today),
  };
}

type Parameter =
  | InboxParameter
  | 'operador'
  | 'externalid'
  | 'copia'
  | 'vista'
  | 'cola'
  | 'abrir'
  | NarrowingName;

/** An undefined value removes a parameter; every change returns to the first page. */
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

export const clearFilters = (search: URLSearchParams): string =>
  updateSearch(
    search,
    Object.fromEntries([...NARROWING, ...SERVICE_FILTERS].map((name) => [name, undefined])),
  );

export function setAgencies(search: URLSearchParams, agencias: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('agencia');
  for (const agencia of agencias) next.append('agencia', agencia);
  return next;
}

export function ensureAgencies(search: URLSearchParams, agencias: readonly string[]): string {
  const next = search.has('agencia') ? new URLSearchParams(search) : setAgencies(search, agencias);
  next.delete('abrir');
  return next.toString();
}
