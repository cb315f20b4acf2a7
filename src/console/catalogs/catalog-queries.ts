import { catalogEndpoints } from '#contract/catalogs.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { toEntry } from './entries.ts';

const HOUR = 3_600_000;

// Catalogs rarely change; a refetch is a 304, by their entity tag.
const CACHE_OPTIONS = { staleTime: HOUR, gcTime: HOUR };

const ENTRY_OPTIONS = { transform: toEntry, ...CACHE_OPTIONS };
const LIST_OPTIONS = {
  transform: ({ _entries }: { _entries: Parameters<typeof toEntry>[0][] }) => _entries.map(toEntry),
  ...CACHE_OPTIONS,
};

export const makeListQuery = (soloMercadoNuevos = false) =>
  endpointQuery(
    catalogEndpoints.listMakes,
    { query: soloMercadoNuevos ? { soloMercadoNuevos } : {} },
    LIST_OPTIONS,
  );
export const bodyStyleListQuery = () => endpointQuery(catalogEndpoints.listBodyStyles, {}, LIST_OPTIONS);
export const colorListQuery = () => endpointQuery(catalogEndpoints.listColors, {}, LIST_OPTIONS);

export type CityListRequest = { region: number } | { q: string };

export const cityListQuery = (request: CityListRequest) =>
  endpointQuery(catalogEndpoints.listCities, { query: { ...request } }, LIST_OPTIONS);

export const makeQuery = (id: string) =>
  endpointQuery(catalogEndpoints.viewMake, { params: { id } }, ENTRY_OPTIONS);
export const bodyStyleQuery = (id: string) =>
  endpointQuery(catalogEndpoints.viewBodyStyle, { params: { id } }, ENTRY_OPTIONS);
export const cityQuery = (id: string) =>
  endpointQuery(catalogEndpoints.viewCity, { params: { id } }, ENTRY_OPTIONS);
export const colorQuery = (id: string) =>
  endpointQuery(catalogEndpoints.viewColor, { params: { id } }, ENTRY_OPTIONS);
