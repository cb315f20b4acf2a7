import { REGIONS } from '#contract/regions.ts';
import { useSession } from '#console/session/session.ts';

/** The regions, where they are known: no endpoint lists them, and another deployment may have others. */
export function useRegions(): readonly (typeof REGIONS)[number][] {
  return useSession().regionsKnown ? REGIONS : [];
}
