import { catalogEndpoints } from '#contract/catalogs.ts';
import { MATCH_KINDS, type MatchKind } from '#contract/desk/matching.ts';
import { addressOf } from '#contract/endpoint.ts';
import { type UnreadableParameter, searchReader } from '#console/filters/search.ts';
import type { CityListRequest } from './catalogs.ts';

export interface CatalogAddress {
  q: string;
  region: number | undefined;
  soloMercadoNuevos: boolean;
  unreadable: UnreadableParameter[];
}

const MAX_REGION = 2_147_483_647;
const MAX_CATALOG_SEARCH_LENGTH = 200;

export function readCatalogAddress(search: URLSearchParams): CatalogAddress {
  const { read, unreadable } = searchReader(search);
  return {
    q: search.get('q') ?? '',
    region: read('region', (text) =>
      /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_REGION ? Number(text) : undefined,
    ),
    soloMercadoNuevos:
      read('soloMercadoNuevos', (text) => (/^(true|false)$/i.test(text) ? /^t/i.test(text) : undefined)) ??
      false,
    unreadable,
  };
}

export function cityListRequest({
  region,
  q,
}: Pick<CatalogAddress, 'region' | 'q'>): CityListRequest | undefined {
  if (region !== undefined) return { region };
  return q.trim() ? { q: q.trim().slice(0, MAX_CATALOG_SEARCH_LENGTH) } : undefined;
}

export interface MatchRequest {
  kind: MatchKind;
  value: string;
  state: string;
}

export function readMatchRequest(search: URLSearchParams): MatchRequest {
  const kind = MATCH_KINDS.find((known) => search.has(known)) ?? 'make';
  return {
    kind,
    value: search.get(kind)?.trim() ?? '',
    state: kind === 'city' ? (search.get('state')?.trim() ?? '') : '',
  };
}

export function toMatchSearch({ kind, value, state }: MatchRequest): string {
  return new URLSearchParams(kind === 'city' ? { state, city: value } : { [kind]: value }).toString();
}

export function isComplete({ kind, value, state }: MatchRequest): boolean {
  return value !== '' && (kind !== 'city' || state !== '');
}

export function requestPath({ kind, value, state }: MatchRequest): string | undefined {
  if (kind === 'make') return addressOf(catalogEndpoints.matchMake, {}, { make: value });
  if (kind === 'bodystyle') return addressOf(catalogEndpoints.matchBodyStyle, {}, { bodystyle: value });
  if (kind === 'city') return addressOf(catalogEndpoints.matchCity, {}, { state, city: value });
  return undefined;
}
