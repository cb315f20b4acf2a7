import { REGIONS } from '#contract/regions.ts';
import { useSession } from '#console/session/session.ts';

/** Empty where unknown: no endpoint lists the regions, and another deployment may have others. */
export function useRegions(): readonly (typeof REGIONS)[number][] {
  return useSession().regionsKnown ? REGIONS : [];
}
