import type { Reference } from '#contract/collection.ts';
import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import type { Candidate, Matcher } from '#matching/matcher.ts';
import { type Mounted, answering } from '#service/endpoint.ts';
import { NotFound, invalid } from '#service/problems.ts';
import {
  CATALOG,
  bodyStyleMatcher,
  cityMatcher,
  makeMatcher,
  plainAddress,
  regionMatcher,
} from './catalog.ts';
import { type Shown, bodyStyleEntry, cityEntry, colorEntry, makeEntry } from './entries.ts';
import { contains, equals } from './listing.ts';

type Query = Record<string, string | number | boolean | undefined>;

/** Body styles, cities, colours and makes (brief 4.4; decisions, Catalogs). */
export function catalogEndpoints({ publicUrl }: { publicUrl: string }): Mounted[] {
  /** @throws ProblemError 400 naming the parameter, when nothing is over the floor */
  const meant = <C extends Candidate>(matcher: Matcher<C>, parameter: string, value: string): C => {
    const match = matcher.best(plainAddress(value, publicUrl));
    if (!match) throw invalid({ [parameter]: ['no se parece lo suficiente a ninguna entrada del catálogo'] });
    return match.candidate;
  };

  return [
    answering(v3.listBodyStyles, {
      answer: async () => ({
        body: { _links: self(v3.listBodyStyles), _entries: CATALOG.bodyStyles.map(bodyStyleEntry) },
      }),
    }),
    answering(v3.matchBodyStyle, {
      answer: async ({ query }) => ({
        body: bodyStyleEntry(meant(bodyStyleMatcher, 'bodystyle', query.bodystyle).row),
      }),
    }),
    answering(v3.viewBodyStyle, {
      answer: async ({ params }) => ({ body: bodyStyleEntry(byId(CATALOG.bodyStyles, params)) }),
    }),

    answering(v3.listCities, {
      answer: async ({ query, form }) => {
        const { region, q } = query;
        const listed = CATALOG.cities.filter(
          (city) =>
            (region === undefined || city.region === region) && (q === undefined || contains(city.name, q)),
        );
        return { body: list(self(v3.listCities, query), cityEntry, listed, form) };
      },
    }),
    answering(v3.matchCity, {
      answer: async ({ query, form }) => {
        const region = meant(regionMatcher, 'state', query.state).row;
        return { body: cityEntry[form](meant(cityMatcher(region), 'city', query.city).row) };
      },
    }),
    answering(v3.viewCity, {
      answer: async ({ params, form }) => ({ body: cityEntry[form](byId(CATALOG.cities, params)) }),
    }),

    answering(v3.listColors, {
      answer: async ({ query, form }) => {
        const { q, nombre } = query;
        const listed = CATALOG.colors.filter(
          ({ name }) =>
            (q === undefined || contains(name, q)) && (nombre === undefined || equals(name, nombre)),
        );
        return { body: list(self(v3.listColors, query), colorEntry, listed, form) };
      },
    }),
    answering(v3.viewColor, {
      answer: async ({ params, form }) => ({ body: colorEntry[form](byId(CATALOG.colors, params)) }),
    }),

    answering(v3.listMakes, {
      answer: async ({ query, form }) => {
        const { q, soloMercadoNuevos = false } = query;
        const listed = CATALOG.makes.filter(
          ({ name, codenames, onNewMarket }) =>
            (onNewMarket || !soloMercadoNuevos) &&
            (q === undefined || [name, ...codenames].some((text) => contains(text, q))),
        );
        return { body: list(self(v3.listMakes, query), makeEntry, listed, form) };
      },
    }),
    answering(v3.matchMake, {
      answer: async ({ query, form }) => ({
        body: makeEntry[form](meant(makeMatcher, 'make', query.make).row),
      }),
    }),
    answering(v3.viewMake, {
      answer: async ({ params, form }) => ({ body: makeEntry[form](byId(CATALOG.makes, params)) }),
    }),
  ];
}

const self = (row: Pick<Endpoint, 'path'>, query?: Query) => ({ self: { href: addressOf(row, {}, query) } });

function list<Row, Full, L>(
  _links: L,
  shown: Shown<Row, Full>,
  rows: readonly Row[],
  form: 'full' | 'ref',
): { _links: L; _entries: Full[] } | { _links: L; _entries: Reference[] } {
  return form === 'ref'
    ? { _links, _entries: rows.map(shown.ref) }
    : { _links, _entries: rows.map(shown.full) };
}

/** @throws NotFound */
function byId<Row extends { id: number }>(rows: readonly Row[], { id }: { id: number }): Row {
  const row = rows.find((row) => row.id === id);
  if (!row) throw new NotFound();
  return row;
}
