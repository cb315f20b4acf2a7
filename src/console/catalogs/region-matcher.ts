import { REGIONS } from '#contract/regions.ts';
import { createCatalogMatcher } from '#matching/catalog-matcher.ts';

/** Of the names and codes of the known regions. */
export const regionMatcher = createCatalogMatcher(
  'region',
  REGIONS.map(({ id, iso, name }) => ({ id, codes: [iso], names: [name] })),
);
