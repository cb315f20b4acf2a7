import { queryOptions } from '@tanstack/react-query';
import { catalogEndpoints } from '#contract/catalogs.ts';
import { type CallOptions, call } from '#console/api/call.ts';
import { toEntry } from './entries.ts';

const HOUR = 3_600_000;

// Catalogs rarely change; a refetch is a 304, by their entity tag.
const CACHE_OPTIONS = { staleTime: HOUR, gcTime: HOUR };

export type ListName = 'listMakes' | 'listBodyStyles' | 'listCities' | 'listColors';
type ViewName = 'viewMake' | 'viewBodyStyle' | 'viewCity' | 'viewColor';

const listQuery = (name: ListName, query: CallOptions<never>['query'] = {}) =>
  queryOptions({
    queryKey: ['catalogs', name, query],
    queryFn: async ({ signal }) => {
      const { _entries } = await call(catalogEndpoints[name], { query, signal });
      return _entries.map(toEntry);
    },
    ...CACHE_OPTIONS,
  });

const entryQuery = (name: ViewName) => (id: string) =>
  queryOptions({
    queryKey: ['catalogs', name, id],
    queryFn: async ({ signal }) => toEntry(await call(catalogEndpoints[name], { params: { id }, signal })),
    ...CACHE_OPTIONS,
  });

export const makeListQuery = (soloMercadoNuevos = false) =>
  listQuery('listMakes', soloMercadoNuevos ? { soloMercadoNuevos } : {});
export const bodyStyleListQuery = () => listQuery('listBodyStyles');
export const colorListQuery = () => listQuery('listColors');

/** The service requires one of them. */
export type CityListRequest = { region: number } | { q: string };

export const cityListQuery = (request: CityListRequest) => listQuery('listCities', { ...request });

export const makeQuery = entryQuery('viewMake');
export const bodyStyleQuery = entryQuery('viewBodyStyle');
export const cityQuery = entryQuery('viewCity');
export const colorQuery = entryQuery('viewColor');
