import { createCatalogMatcher } from './catalog-matcher.ts';
import { type Candidate, type Match, type Matcher, SURE_SCORE } from './matcher.ts';
import { normalizeWords } from './normalize.ts';

export interface CityCandidate extends Candidate {
  region: string;
}

interface RegionCandidate extends Candidate {
  name: string;
}

export interface PlaceMatches<C extends CityCandidate> {
  /** Region as read from its own value or from the city's; undefined: none was given or it matches none. */
  region: Match<RegionCandidate> | undefined;
  /** Highest score first. */
  matches: Match<C>[];
}

/** Factor for a city in another region than the given one. */
const OTHER_REGION_FACTOR = 0.7;
/** Factor for a city whose given region is unknown: never sure. */
const UNKNOWN_REGION_FACTOR = 0.9;

const SEPARATOR = /[,;:/|()[\]–—]|\s-+\s?|\s?-+\s/;

/**
 * Scores cities by their name and, if it is given, the name of their region, which may also stand beside the city's:
 * `Rosario (Santa Fe)`.
 * @param regionCodes of a region, besides its name
 */
export function createPlaceMatcher<C extends CityCandidate>(
  cities: readonly C[],
  regionCodes: (region: string) => readonly string[] = () => [],
) {
  const everywhere = createCatalogMatcher('city', cities);
  const names = [...new Set(cities.map(({ region }) => region))].filter(Boolean);
  const regionMatcher = createCatalogMatcher(
    'region',
    names.map((name, id): RegionCandidate => ({ id, name, codes: regionCodes(name), names: [name] })),
  );
  const matchers = new Map<string, Matcher<C>>();
  const cityMatcher = (region: string): Matcher<C> => {
    const matcher =
      matchers.get(region) ??
      createCatalogMatcher(
        'city',
        cities.filter((city) => city.region === region),
      );
    matchers.set(region, matcher);
    return matcher;
  };

  return {
    rank(value: string, province = ''): PlaceMatches<C> {
      if (province.trim() === '') return rankAnywhere(value);
      const region = regionMatcher.best(province);
      if (!region) return { region, matches: scale(everywhere.ranked(value), UNKNOWN_REGION_FACTOR) };
      return { region, matches: rankInRegion(value, region) };
    },
  };

  function rankAnywhere(value: string): PlaceMatches<C> {
    const whole: PlaceMatches<C> = { region: undefined, matches: everywhere.ranked(value) };
    const readings = splitPlace(value).map(({ city, region }) => ({
      region,
      matches: cityMatcher(region.candidate.name).ranked(city),
    }));
    const scoreOf = ({ matches }: PlaceMatches<C>) => matches[0]?.score ?? 0;
    return [whole, ...readings].reduce((best, next) => (scoreOf(next) >= scoreOf(best) ? next : best));
  }

  function rankInRegion(value: string, region: Match<RegionCandidate>): Match<C>[] {
    const { name } = region.candidate;
    const texts = [value, ...splitPlace(value).map(({ city }) => city)];
    const [ranked = []] = texts
      .map((text) => cityMatcher(name).ranked(text))
      .toSorted((a, b) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0));
    if (ranked.length === 0) return scale(everywhere.ranked(value), OTHER_REGION_FACTOR);
    return region.score >= SURE_SCORE ? ranked : scale(ranked, UNKNOWN_REGION_FACTOR);
  }

  /** Readings of a value as a city and its region. */
  function splitPlace(value: string): { city: string; region: Match<RegionCandidate> }[] {
    const parts = value.split(SEPARATOR).filter((part) => part.trim() !== '');
    const words = normalizeWords(value).split(' ');
    const splits = [
      ...(parts.length > 1
        ? [
            { city: parts.slice(0, -1).join(' '), region: parts.at(-1) ?? '' },
            { city: parts.slice(1).join(' '), region: parts[0] ?? '' },
          ]
        : []),
      // These splits need no separator.
      ...[1, 2, 3]
        .filter((count) => count < words.length)
        .map((count) => ({ city: words.slice(0, -count).join(' '), region: words.slice(-count).join(' ') })),
    ];
    return splits.flatMap(({ city, region }) => {
      const match = regionMatcher.best(region);
      return match && match.score >= SURE_SCORE ? [{ city, region: match }] : [];
    });
  }
}

export type PlaceMatcher<C extends CityCandidate> = ReturnType<typeof createPlaceMatcher<C>>;

function scale<C extends Candidate>(matches: readonly Match<C>[], factor: number): Match<C>[] {
  return matches.map((match) => ({ ...match, score: match.score * factor }));
}
