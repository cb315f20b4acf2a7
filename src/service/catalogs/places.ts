import { CERTAIN, type Candidate, type Matcher } from '#matching/matcher.ts';
import { cityMatcher, plainAddress, regionMatcher } from './catalog.ts';

export interface Place {
  Region: string | null;
  Ciudad: string | null;
}

/**
 * The registered names of a region (id, api-url, api-url-path, name or ISO code) and of a city in it (id, api-url,
 * api-url-path or name); or what is wrong, by field (decisions, Agencies). Names need not have their accents, nor
 * abbreviations be spelled out, but nothing is guessed.
 */
export function resolvePlace(
  {
    Region: region,
    Ciudad: city,
  }: { Region?: string | null | undefined; Ciudad?: string | null | undefined },
  publicUrl: string,
): Place | { errors: Partial<Record<keyof Place, string[]>> } {
  if (isEmpty(region))
    return isEmpty(city) ? { Region: null, Ciudad: null } : { errors: { Ciudad: ['necesita Region'] } };
  const foundRegion = certain(regionMatcher, plainAddress(region, publicUrl));
  if (!foundRegion) return { errors: { Region: ['no corresponde a ninguna región'] } };
  if (isEmpty(city)) return { Region: foundRegion.row.name, Ciudad: null };
  const foundCity = certain(cityMatcher(foundRegion.row), plainAddress(city, publicUrl));
  if (!foundCity) return { errors: { Ciudad: ['no corresponde a ninguna ciudad de la región'] } };
  return { Region: foundRegion.row.name, Ciudad: foundCity.row.name };
}

// decided: an empty text is no place.
const isEmpty = (text: string | null | undefined): text is '' | null | undefined =>
  text === undefined || text === null || text === '';

function certain<C extends Candidate>(matcher: Matcher<C>, value: string): C | undefined {
  const match = matcher.best(value);
  return match && match.score >= CERTAIN ? match.candidate : undefined;
}
