import { queryOptions } from '@tanstack/react-query';
import { catalogRows } from '#contract/catalogs.ts';
import { call } from '#console/api/call.ts';
import { bodyStyleEntry, cityEntry, colorEntry, makeEntry } from './entries.ts';

const HOUR = 3_600_000;

// Catalogs hardly ever change. The browser keeps them with their entity tag, so that reading one again costs a 304.
const KEPT = { staleTime: HOUR, gcTime: HOUR };

export const makeList = (soloMercadoNuevos = false) =>
  queryOptions({
    queryKey: ['catalogs', 'makes', { soloMercadoNuevos }],
    queryFn: async ({ signal }) => {
      const query = soloMercadoNuevos ? { soloMercadoNuevos } : {};
      return (await call(catalogRows.listMakes, { query, signal }))._entries.map(makeEntry);
    },
    ...KEPT,
  });

export const bodyStyleList = () =>
  queryOptions({
    queryKey: ['catalogs', 'body-styles'],
    queryFn: async ({ signal }) =>
      (await call(catalogRows.listBodyStyles, { signal }))._entries.map(bodyStyleEntry),
    ...KEPT,
  });

/** One of the two is needed. */
export type CitiesAsked = { region: number } | { q: string };

export const cityList = (asked: CitiesAsked) =>
  queryOptions({
    queryKey: ['catalogs', 'cities', asked],
    queryFn: async ({ signal }) =>
      (await call(catalogRows.listCities, { query: { ...asked }, signal }))._entries.map(cityEntry),
    ...KEPT,
  });

export const colorList = () =>
  queryOptions({
    queryKey: ['catalogs', 'colors'],
    queryFn: async ({ signal }) => (await call(catalogRows.listColors, { signal }))._entries.map(colorEntry),
    ...KEPT,
  });

export const make = (id: string) =>
  queryOptions({
    queryKey: ['catalogs', 'make', id],
    queryFn: async ({ signal }) => makeEntry(await call(catalogRows.viewMake, { params: { id }, signal })),
    ...KEPT,
  });

export const bodyStyle = (id: string) =>
  queryOptions({
    queryKey: ['catalogs', 'body-style', id],
    queryFn: async ({ signal }) =>
      bodyStyleEntry(await call(catalogRows.viewBodyStyle, { params: { id }, signal })),
    ...KEPT,
  });

export const city = (id: string) =>
  queryOptions({
    queryKey: ['catalogs', 'city', id],
    queryFn: async ({ signal }) => cityEntry(await call(catalogRows.viewCity, { params: { id }, signal })),
    ...KEPT,
  });

export const color = (id: string) =>
  queryOptions({
    queryKey: ['catalogs', 'color', id],
    queryFn: async ({ signal }) => colorEntry(await call(catalogRows.viewColor, { params: { id }, signal })),
    ...KEPT,
  });
