import { REGIONS } from '#contract/regions.ts';
import { createCatalogMatcher } from '#matching/catalog-matcher.ts';
import { useSession } from '#console/session/session.ts';

export const regionMatcher = createCatalogMatcher(
  'region',
  REGIONS.map(({ id, iso, name }) => ({ id, codes: [iso], names: [name] })),
);

export function isRegionName(text: string): boolean {
  return (regionMatcher.best(text)?.score ?? 0) > 0.9;
}

export function useRegions(): readonly (typeof REGIONS)[number][] {
  return useSession().regionsKnown ? REGIONS : [];
}
