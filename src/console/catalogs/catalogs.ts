import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Carroceria, CatalogRef, Ciudad, Color, Marca, catalogEndpoints } from '#contract/catalogs.ts';
import type { MatchKind } from '#contract/desk/matching.ts';
import type { unknownMembers } from '#contract/reading.ts';
import type { V3Name } from '#contract/v3.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { paths } from '#console/paths.ts';
import { toCityName, toEntry } from './entries.ts';

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

const CITY_REFERENCES = { ...catalogEndpoints.listCities, reply: CatalogRef };

/** Reads cities in the reference form, whose media type the session has: less than half of the full form. */
export const cityNamesQuery = (request: CityListRequest, referenceType: string) =>
  endpointQuery(
    CITY_REFERENCES,
    { query: { ...request }, accept: referenceType },
    { variant: 'names', transform: ({ _entries }) => _entries.map(toCityName), ...CACHE_OPTIONS },
  );

export const WHOLE_LISTS = {
  make: () => makeListQuery(),
  bodystyle: bodyStyleListQuery,
  color: colorListQuery,
} satisfies Partial<Record<MatchKind, unknown>>;

export const makeQuery = (id: string) =>
  endpointQuery(catalogEndpoints.viewMake, { params: { id } }, ENTRY_OPTIONS);
export const bodyStyleQuery = (id: string) =>
  endpointQuery(catalogEndpoints.viewBodyStyle, { params: { id } }, ENTRY_OPTIONS);
export const cityQuery = (id: string) =>
  endpointQuery(catalogEndpoints.viewCity, { params: { id } }, ENTRY_OPTIONS);
export const colorQuery = (id: string) =>
  endpointQuery(catalogEndpoints.viewColor, { params: { id } }, ENTRY_OPTIONS);

interface Catalog {
  title: MessageDescriptor;
  entryTitle: MessageDescriptor;
  schema: Parameters<typeof unknownMembers>[0];
  listEndpoint: V3Name;
  listPath: () => string;
  entryPath: (id: string) => string;
  entryQuery: (id: string) => ReturnType<typeof makeQuery>;
}

export const CATALOGS: Record<MatchKind, Catalog> = {
  make: {
    title: msg`Marcas`,
    entryTitle: msg`Marca`,
    schema: Marca,
    listEndpoint: 'listMakes',
    listPath: () => paths.makes(),
    entryPath: paths.make,
    entryQuery: makeQuery,
  },
  bodystyle: {
    title: msg`Carrocerías`,
    entryTitle: msg`Carrocería`,
    schema: Carroceria,
    listEndpoint: 'listBodyStyles',
    listPath: () => paths.bodyStyles(),
    entryPath: paths.bodyStyle,
    entryQuery: bodyStyleQuery,
  },
  city: {
    title: msg`Ciudades`,
    entryTitle: msg`Ciudad`,
    schema: Ciudad,
    listEndpoint: 'listCities',
    listPath: () => paths.cities(),
    entryPath: paths.city,
    entryQuery: cityQuery,
  },
  color: {
    title: msg`Colores`,
    entryTitle: msg`Color`,
    schema: Color,
    listEndpoint: 'listColors',
    listPath: () => paths.colors(),
    entryPath: paths.color,
    entryQuery: colorQuery,
  },
};
