import { REGION_ADDRESS } from '#contract/catalogs.ts';
import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { isLoopback } from '#http/is-loopback.ts';
import { createCatalogMatcher } from '#matching/catalog-matcher.ts';
import type { Candidate, Matcher } from '#matching/matcher.ts';
import type { CatalogKind } from '#matching/synonyms.ts';
import bodyStyles from './data/body-styles.json' with { type: 'json' };
import cities from './data/cities.json' with { type: 'json' };
import colors from './data/colors.json' with { type: 'json' };
import makes from './data/makes.json' with { type: 'json' };
import regions from './data/regions.json' with { type: 'json' };

const { compare } = new Intl.Collator('es');
const sortByName = <T extends { name: string }>(rows: readonly T[]): readonly T[] =>
  rows.toSorted((a, b) => compare(a.name, b.name));

export type BodyStyle = (typeof bodyStyles)[number];
export type City = (typeof cities)[number];
export type Color = (typeof colors)[number];
export type Make = (typeof makes)[number];
export type Region = (typeof regions)[number];

/** Every entry, by name in Spanish collation (decisions, Catalogs). */
export const CATALOG = {
  bodyStyles: sortByName(bodyStyles),
  cities: sortByName(cities),
  colors: sortByName(colors),
  makes: sortByName(makes),
};

const regionNames = new Map(regions.map(({ id, name }) => [id, name]));
const citiesByRegion = Map.groupBy(cities, ({ region }) => region);

export const findRegionName = ({ region }: City): string => regionNames.get(region) ?? '';

interface CatalogCandidate<Row> extends Candidate {
  row: Row;
}

/** URLs must have gone through `stripOwnOrigin`. */
function createRowMatcher<Row extends { id: number; name: string }>(
  kind: CatalogKind,
  rows: readonly Row[],
  {
    endpoint,
    getCodes = () => [],
  }: { endpoint: Pick<Endpoint, 'path'>; getCodes?: (row: Row) => readonly string[] },
): Matcher<CatalogCandidate<Row>> {
  return createCatalogMatcher(
    kind,
    rows.map((row) => ({
      row,
      id: row.id,
      codes: [String(row.id), addressOf(endpoint, { id: row.id }), ...getCodes(row)],
      names: [row.name, ...getCodes(row)],
    })),
  );
}

export const bodyStyleMatcher = createRowMatcher('bodystyle', bodyStyles, {
  endpoint: v3.viewBodyStyle,
  getCodes: ({ codename }) => [codename],
});
export const makeMatcher = createRowMatcher('make', makes, {
  endpoint: v3.viewMake,
  getCodes: ({ codenames }) => codenames,
});
export const colorMatcher = createRowMatcher('color', colors, { endpoint: v3.viewColor });
export const regionAddressMatcher = createRowMatcher('region', regions, {
  endpoint: REGION_ADDRESS,
  getCodes: ({ iso }) => [iso],
});

const cityMatchers = new Map<number, Matcher<CatalogCandidate<City>>>();

/** Matcher of the cities of one region, created on first use. */
export function cityMatcher(region: Region): Matcher<CatalogCandidate<City>> {
  const matcher =
    cityMatchers.get(region.id) ??
    createRowMatcher('city', citiesByRegion.get(region.id) ?? [], { endpoint: v3.viewCity });
  cityMatchers.set(region.id, matcher);
  return matcher;
}

/**
 * Reduces a URL of this service to its path; returns anything else unchanged.
 * decided: URLs of other origins match nothing, but loopback host names are equivalent.
 */
export function stripOwnOrigin(value: string, publicUrl: string): string {
  if (!/^https?:\/\//i.test(value.trim()) || !URL.canParse(value)) return value;
  const [url, ownUrl] = [new URL(value), new URL(publicUrl)];
  const isOwn = url.origin === ownUrl.origin || (isLoopback(url.hostname) && isLoopback(ownUrl.hostname));
  return isOwn ? url.pathname : value;
}
