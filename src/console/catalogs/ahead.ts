import { queryClient } from '#console/api/query-client.ts';
import { citiesAsked, readCatalogAddress } from './address.ts';
import {
  bodyStyle,
  bodyStyleList,
  city,
  cityList,
  color,
  colorList,
  make,
  makeList,
} from './catalogs-queries.ts';

// What the pages of catalogs want at their first render.

export const askMakes = (search: URLSearchParams) =>
  queryClient.prefetchQuery(makeList(readCatalogAddress(search).soloMercadoNuevos));
export const askBodyStyles = () => queryClient.prefetchQuery(bodyStyleList());
export const askColors = () => queryClient.prefetchQuery(colorList());

export async function askCities(search: URLSearchParams): Promise<void> {
  const asked = citiesAsked(readCatalogAddress(search));
  if (asked) await queryClient.prefetchQuery(cityList(asked));
}

export const askMake = (id: string) => queryClient.prefetchQuery(make(id));
export const askBodyStyle = (id: string) => queryClient.prefetchQuery(bodyStyle(id));
export const askCity = (id: string) => queryClient.prefetchQuery(city(id));
export const askColor = (id: string) => queryClient.prefetchQuery(color(id));
