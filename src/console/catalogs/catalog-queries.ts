import { queryOptions } from '@tanstack/react-query';
import { catalogEndpoints } from '#contract/catalogs.ts';
import { call } from '#console/api/call.ts';
import { toBodyStyleEntry, toCityEntry, toColorEntry, toMakeEntry } from './entries.ts';

const HOUR = 3_600_000;

// Catalogs rarely change; a refetch is a 304, by their entity tag.
const CACHE_OPTIONS = { staleTime: HOUR, gcTime: HOUR };

export const makeListQuery = (soloMercadoNuevos = false) =>
  queryOptions({
    queryKey: ['catalogs', 'makes', { soloMercadoNuevos }],
    queryFn: async ({ signal }) => {
      const query = soloMercadoNuevos ? { soloMercadoNuevos } : {};
      return (await call(catalogEndpoints.listMakes, { query, signal }))._entries.map(toMakeEntry);
    },
    ...CACHE_OPTIONS,
  });

export const bodyStyleListQuery = () =>
  queryOptions({
    queryKey: ['catalogs', 'body-styles'],
    queryFn: async ({ signal }) =>
      (await call(catalogEndpoints.listBodyStyles, { signal }))._entries.map(toBodyStyleEntry),
    ...CACHE_OPTIONS,
  });

/** The service requires one of them. */
export type CityListRequest = { region: number } | { q: string };

export const cityListQuery = (request: CityListRequest) =>
  queryOptions({
    queryKey: ['catalogs', 'cities', request],
    queryFn: async ({ signal }) =>
      (await call(catalogEndpoints.listCities, { query: { ...request }, signal }))._entries.map(toCityEntry),
    ...CACHE_OPTIONS,
  });

export const colorListQuery = () =>
  queryOptions({
    queryKey: ['catalogs', 'colors'],
    queryFn: async ({ signal }) =>
      (await call(catalogEndpoints.listColors, { signal }))._entries.map(toColorEntry),
    ...CACHE_OPTIONS,
  });

export const makeQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalogs', 'make', id],
    queryFn: async ({ signal }) =>
      toMakeEntry(await call(catalogEndpoints.viewMake, { params: { id }, signal })),
    ...CACHE_OPTIONS,
  });

export const bodyStyleQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalogs', 'body-style', id],
    queryFn: async ({ signal }) =>
      toBodyStyleEntry(await call(catalogEndpoints.viewBodyStyle, { params: { id }, signal })),
    ...CACHE_OPTIONS,
  });

export const cityQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalogs', 'city', id],
    queryFn: async ({ signal }) =>
      toCityEntry(await call(catalogEndpoints.viewCity, { params: { id }, signal })),
    ...CACHE_OPTIONS,
  });

export const colorQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalogs', 'color', id],
    queryFn: async ({ signal }) =>
      toColorEntry(await call(catalogEndpoints.viewColor, { params: { id }, signal })),
    ...CACHE_OPTIONS,
  });
