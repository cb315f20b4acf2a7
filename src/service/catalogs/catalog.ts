import { REGION_ADDRESS } from '#contract/catalogs.ts';
import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import { lookUp } from '#contract/look-up.ts';
import { v3 } from '#contract/v3.ts';
import { isLoopback } from '#http/loopback.ts';
import { type Candidate, type Matcher, createMatcher } from '#matching/matcher.ts';
import bodyStyles from './data/body-styles.json' with { type: 'json' };
import cities from './data/cities.json' with { type: 'json' };
import colors from './data/colors.json' with { type: 'json' };
import makes from './data/makes.json' with { type: 'json' };
import regions from './data/regions.json' with { type: 'json' };

const { compare } = new Intl.Collator('es');
const byName = <T extends { name: string }>(rows: readonly T[]): readonly T[] =>
  rows.toSorted((a, b) => compare(a.name, b.name));

export type BodyStyle = (typeof bodyStyles)[number];
export type City = (typeof cities)[number];
export type Color = (typeof colors)[number];
export type Make = (typeof makes)[number];
export type Region = (typeof regions)[number];

/** Every entry, by name in Spanish collation (decisions, Catalogs). */
export const CATALOG = {
  bodyStyles: byName(bodyStyles),
  cities: byName(cities),
  colors: byName(colors),
  makes: byName(makes),
};

// decided: what people call these beside their names.
const OTHER_NAMES = {
  'Ciudad Autónoma de Buenos Aires': ['CABA', 'Capital Federal', 'Ciudad de Buenos Aires'],
  Convertible: ['Cabriolet', 'Descapotable'],
  Familiar: ['Rural', 'Station wagon'],
  Monovolumen: ['Minivan'],
  Utilitario: ['Furgón'],
};

const regionNames = new Map(regions.map(({ id, name }) => [id, name]));
const citiesByRegion = Map.groupBy(cities, ({ region }) => region);

export const regionOf = ({ region }: City): string => regionNames.get(region) ?? '';

interface Known<Row> extends Candidate {
  row: Row;
}

/** Matchers that take names and codes as they are, and addresses in the plain form of `plainAddress`. */
function matcherOf<Row extends { id: number; name: string }>(
  rows: readonly Row[],
  view: Pick<Endpoint, 'path'>,
  codes: (row: Row) => readonly string[] = () => [],
): Matcher<Known<Row>> {
  return createMatcher(
    rows.map((row) => ({
      row,
      id: row.id,
      codes: [String(row.id), addressOf(view, { id: row.id }), ...codes(row)],
      names: [row.name, ...codes(row), ...(lookUp(OTHER_NAMES, row.name) ?? [])],
    })),
  );
}

export const bodyStyleMatcher = matcherOf(bodyStyles, v3.viewBodyStyle, ({ codename }) => [codename]);
export const makeMatcher = matcherOf(makes, v3.viewMake, ({ codenames }) => codenames);
export const colorMatcher = matcherOf(colors, v3.viewColor);
export const regionMatcher = matcherOf(regions, REGION_ADDRESS, ({ iso }) => [iso]);

const cityMatchers = new Map<number, Matcher<Known<City>>>();

/** Cities of one region. */
export function cityMatcher(region: Region): Matcher<Known<City>> {
  const matcher = cityMatchers.get(region.id) ?? matcherOf(citiesByRegion.get(region.id) ?? [], v3.viewCity);
  cityMatchers.set(region.id, matcher);
  return matcher;
}

/**
 * An api-url of this service as the path it names; everything else as it came.
 * decided: another origin's address is nobody's, but one loopback name is as good as another.
 */
export function plainAddress(value: string, publicUrl: string): string {
  if (!/^https?:\/\//i.test(value.trim()) || !URL.canParse(value)) return value;
  const [given, own] = [new URL(value), new URL(publicUrl)];
  const ours = given.origin === own.origin || (isLoopback(given.hostname) && isLoopback(own.hostname));
  return ours ? given.pathname : value;
}
