import type { MatchCandidate, MatchedEntry } from '#contract/desk/matching.ts';

export const toPoints = (score: number) => Math.round(score * 100);

export const formatEntry = ({ name, region }: Pick<MatchedEntry, 'name' | 'region'>) =>
  region ? `${name} (${region})` : name;

/** Lists the items whose best candidate has the score and is better than the next one. */
export function listAcceptable<Item extends { candidates?: readonly MatchCandidate[] | undefined }>(
  items: readonly Item[],
  minScore: number,
): { item: Item; entry: MatchedEntry }[] {
  return items.flatMap((item) => {
    const [best, next] = item.candidates ?? [];
    const isAhead = best !== undefined && best.score > (next?.score ?? 0);
    return isAhead && best.score >= minScore ? [{ item, entry: best.entry }] : [];
  });
}
