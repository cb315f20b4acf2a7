import type { CityListRequest } from './catalog-queries.ts';
import { type UnreadableParameter, searchReader } from '#console/filters/search.ts';

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
