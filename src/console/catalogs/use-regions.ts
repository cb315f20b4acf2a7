import { REGIONS } from '#contract/regions.ts';
import { useSession } from '#console/session/session.ts';

export function useRegions(): readonly (typeof REGIONS)[number][] {
  return useSession().regionsKnown ? REGIONS : [];
}
