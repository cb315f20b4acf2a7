import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Carroceria, Ciudad, Color, Marca } from '#contract/catalogs.ts';
import type { MatchKind } from '#contract/desk/matching.ts';
import type { unknownMembers } from '#contract/reading.ts';
import type { V3Name } from '#contract/v3.ts';
import { paths } from '#console/paths.ts';
import { bodyStyleQuery, cityQuery, colorQuery, makeQuery } from './catalog-queries.ts';

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
