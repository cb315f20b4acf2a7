import type { Reference } from '#contract/collection.ts';
import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import type { Candidate, Matcher } from '#matching/matcher.ts';
import { type EndpointRoute, defineRoute } from '#service/endpoint.ts';
import { NotFoundError, validationFailed } from '#service/problems.ts';
import {
  type BodyStyle,
  type City,
  type Color,
  type Make,
  bodyStyleMatcher,
  CATALOG,
  cityMatcher,
  findRegionName,
  makeMatcher,
  regionAddressMatcher,
  stripOwnOrigin,
} from './catalog.ts';
import { foldForMatching } from '#matching/normalize.ts';
import type * as contract from '#contract/catalogs.ts';

type Query = Record<string, string | number | boolean | undefined>;

/** Body styles, cities, colours and makes (brief 4.4; decisions, Catalogs). */
export function createCatalogRoutes({ publicUrl }: { publicUrl: string }): EndpointRoute[] {
  /** @throws ProblemError 400 for the parameter if there is no match */
  const findBestMatch = <C extends Candidate>(matcher: Matcher<C>, parameter: string, value: string): C => {
    const match = matcher.best(stripOwnOrigin(value, publicUrl));
    if (!match)
      throw validationFailed({ [parameter]: ['no se parece lo suficiente a ninguna entrada del catálogo'] });
    return match.candidate;
  };

  return [
    defineRoute(v3.listBodyStyles, {
      handle: async () => ({
        body: { _links: selfLinks(v3.listBodyStyles), _entries: CATALOG.bodyStyles.map(formatBodyStyle) },
      }),
    }),
    defineRoute(v3.matchBodyStyle, {
      handle: async ({ query }) => ({
        body: formatBodyStyle(findBestMatch(bodyStyleMatcher, 'bodystyle', query.bodystyle).row),
      }),
    }),
    defineRoute(v3.viewBodyStyle, {
      exists: async ({ params }) => hasId(CATALOG.bodyStyles, params),
      handle: async ({ params }) => ({ body: formatBodyStyle(findById(CATALOG.bodyStyles, params)) }),
    }),

    defineRoute(v3.listCities, {
      handle: async ({ query, form }) => {
        const { region, q } = query;
        const rows = CATALOG.cities.filter(
          (city) =>
            (region === undefined || city.region === region) &&
            (q === undefined || includesFolded(city.name, q)),
        );
        return { body: formatList(selfLinks(v3.listCities, query), cityFormatter, rows, form) };
      },
    }),
    defineRoute(v3.matchCity, {
      handle: async ({ query, form }) => {
        const region = findBestMatch(regionAddressMatcher, 'state', query.state).row;
        return { body: cityFormatter[form](findBestMatch(cityMatcher(region), 'city', query.city).row) };
      },
    }),
    defineRoute(v3.viewCity, {
      exists: async ({ params }) => hasId(CATALOG.cities, params),
      handle: async ({ params, form }) => ({ body: cityFormatter[form](findById(CATALOG.cities, params)) }),
    }),

    defineRoute(v3.listColors, {
      handle: async ({ query, form }) => {
        const { q, nombre } = query;
        const rows = CATALOG.colors.filter(
          ({ name }) =>
            (q === undefined || includesFolded(name, q)) &&
            (nombre === undefined || equalsFolded(name, nombre)),
        );
        return { body: formatList(selfLinks(v3.listColors, query), colorFormatter, rows, form) };
      },
    }),
    defineRoute(v3.viewColor, {
      exists: async ({ params }) => hasId(CATALOG.colors, params),
      handle: async ({ params, form }) => ({ body: colorFormatter[form](findById(CATALOG.colors, params)) }),
    }),

    defineRoute(v3.listMakes, {
      handle: async ({ query, form }) => {
        const { q, soloMercadoNuevos = false } = query;
        const rows = CATALOG.makes.filter(
          ({ name, codenames, onNewMarket }) =>
            (onNewMarket || !soloMercadoNuevos) &&
            (q === undefined || [name, ...codenames].some((text) => includesFolded(text, q))),
        );
        return { body: formatList(selfLinks(v3.listMakes, query), makeFormatter, rows, form) };
      },
    }),
    defineRoute(v3.matchMake, {
      handle: async ({ query, form }) => ({
        body: makeFormatter[form](findBestMatch(makeMatcher, 'make', query.make).row),
      }),
    }),
    defineRoute(v3.viewMake, {
      exists: async ({ params }) => hasId(CATALOG.makes, params),
      handle: async ({ params, form }) => ({ body: makeFormatter[form](findById(CATALOG.makes, params)) }),
    }),
  ];
}

const selfLinks = (row: Pick<Endpoint, 'path'>, query?: Query) => ({
  self: { href: addressOf(row, {}, query) },
});

function formatList<Row, Full, L>(
  _links: L,
  formatter: EntryFormatter<Row, Full>,
  rows: readonly Row[],
  form: 'full' | 'ref',
): { _links: L; _entries: Full[] } | { _links: L; _entries: Reference[] } {
  return form === 'ref'
    ? { _links, _entries: rows.map(formatter.ref) }
    : { _links, _entries: rows.map(formatter.full) };
}

function hasId(rows: readonly { id: number }[], { id }: { id: number }): boolean {
  return rows.some((row) => row.id === id);
}

/** @throws NotFoundError */
function findById<Row extends { id: number }>(rows: readonly Row[], { id }: { id: number }): Row {
  const row = rows.find((row) => row.id === id);
  if (!row) throw new NotFoundError();
  return row;
}

export function includesFolded(text: string, part: string): boolean {
  return foldForMatching(text).includes(foldForMatching(part.trim()));
}

export function equalsFolded(text: string, expected: string): boolean {
  return foldForMatching(text) === foldForMatching(expected.trim());
}

/** Formats an entry of a catalog in each representation (field notes 2.4). */
export interface EntryFormatter<Row, Full> {
  full: (row: Row) => Full;
  ref: (row: Row) => Reference;
}

const selfLink = (endpoint: Pick<Endpoint, 'path'>, { id }: { id: number }) => ({
  self: { href: addressOf(endpoint, { id }) },
});

const formatReference =
  <Row extends { id: number; name: string }>(
    endpoint: Pick<Endpoint, 'path'>,
    title = ({ name }: Row) => name,
  ) =>
  (row: Row): Reference => ({ href: addressOf(endpoint, { id: row.id }), title: title(row) });

export const formatBodyStyle = (row: BodyStyle): contract.Carroceria => ({
  Nombre: row.name,
  Codename: row.codename,
  _links: selfLink(v3.viewBodyStyle, row),
});

export const cityFormatter: EntryFormatter<City, contract.Ciudad> = {
  full: (row) => ({ Nombre: row.name, Region: findRegionName(row), _links: selfLink(v3.viewCity, row) }),
  ref: formatReference(v3.viewCity, (row) => `${row.name} (${findRegionName(row)})`),
};

export const colorFormatter: EntryFormatter<Color, contract.Color> = {
  full: (row) => ({ Nombre: row.name, HtmlColor: row.htmlColor, _links: selfLink(v3.viewColor, row) }),
  ref: formatReference(v3.viewColor),
};

export const makeFormatter: EntryFormatter<Make, contract.Marca> = {
  full: (row) => ({
    Nombre: row.name,
    Codenames: row.codenames,
    Modelos: { _links: {} },
    _links: selfLink(v3.viewMake, row),
  }),
  ref: formatReference(v3.viewMake),
};
