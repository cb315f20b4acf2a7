import { type Candidate, type Matcher, createMatcher } from './matcher.ts';
import { type CatalogKind, SYNONYMS } from './synonyms.ts';
import { HARMLESS_DETAILS, VOCABULARIES } from './vocabulary.ts';

/** Text after a name describes these further: `VW Gol`, `gris plata metalizado`, `sedán 4 puertas`. */
const WITH_DETAILS: ReadonlySet<CatalogKind> = new Set<CatalogKind>(['make', 'bodystyle', 'color']);

/** Matcher of a catalog's entries, of which the first name is the entry's own, with the synonyms of their kind. */
export function createCatalogMatcher<C extends Candidate>(
  kind: CatalogKind,
  candidates: readonly C[],
): Matcher<C> {
  const withSynonyms = candidates.map((candidate) => ({
    ...candidate,
    names: [...candidate.names, ...(SYNONYMS[kind].get(candidate.names[0] ?? '') ?? [])],
  }));
  return createMatcher(withSynonyms, {
    allowsDetails: WITH_DETAILS.has(kind),
    trustsAbbreviations: kind === 'region',
    vocabulary: VOCABULARIES[kind],
    harmlessDetails: HARMLESS_DETAILS,
  });
}
