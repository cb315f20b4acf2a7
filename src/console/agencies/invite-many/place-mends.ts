import type { MatchCandidate, MatchedEntry } from '#contract/desk/matching.ts';
import type { FaultGroup } from './check-rows.ts';
import type { CheckedValue, Values } from './checked-value.ts';

export function toPlaceMend({ member, province }: CheckedValue, { name, region }: MatchedEntry): Values {
  if (member === 'Region') return { Region: name };
  return { Ciudad: name, Region: region ?? province ?? '' };
}

export function listAcceptablePlaces(
  groups: readonly FaultGroup[],
  minScore: number,
): { group: FaultGroup; candidate: MatchCandidate }[] {
  return groups.flatMap((group) => {
    const [best, next] = group.candidates ?? [];
    const isAhead = best !== undefined && best.score > (next?.score ?? 0);
    return group.kind !== undefined && isAhead && best.score >= minScore ? [{ group, candidate: best }] : [];
  });
}
