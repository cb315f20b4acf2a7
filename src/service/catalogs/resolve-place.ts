import type { Candidate, Matcher } from '#matching/matcher.ts';
import { CERTAIN_SCORE } from '#matching/signals.ts';
import { cityMatcher, regionAddressMatcher, stripOwnOrigin } from './catalog.ts';

export interface Place {
  Region: string | null;
  Ciudad: string | null;
}

/**
 * Resolves a region (id, api-url, api-url-path, name or ISO code) and a city in it (id, api-url, api-url-path or name) to
 * their catalog names (decisions, Agencies). Accents and abbreviations are tolerated; only certain matches count.
 * @returns the names, or errors by member
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
  const regionMatch = findCertainMatch(regionAddressMatcher, stripOwnOrigin(region, publicUrl));
  if (!regionMatch) return { errors: { Region: ['no corresponde a ninguna región'] } };
  if (isEmpty(city)) return { Region: regionMatch.row.name, Ciudad: null };
  const cityMatch = findCertainMatch(cityMatcher(regionMatch.row), stripOwnOrigin(city, publicUrl));
  if (!cityMatch) return { errors: { Ciudad: ['no corresponde a ninguna ciudad de la región'] } };
  return { Region: regionMatch.row.name, Ciudad: cityMatch.row.name };
}

// decided: empty text is treated as absent.
const isEmpty = (text: string | null | undefined): text is '' | null | undefined =>
  text === undefined || text === null || text === '';

function findCertainMatch<C extends Candidate>(matcher: Matcher<C>, value: string): C | undefined {
  const match = matcher.best(value);
  return match && match.score >= CERTAIN_SCORE ? match.candidate : undefined;
}
