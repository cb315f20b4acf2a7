export interface Neighbours {
  place: number | undefined;
  previous: string | undefined;
  next: string | undefined;
  isFirst: boolean;
  isLast: boolean;
}

export function findNeighbours(
  sids: readonly (string | undefined)[],
  openSid: string,
  formerPlace?: number,
): Neighbours {
  const at = sids.findIndex((sid) => sid?.toUpperCase() === openSid.toUpperCase());
  const end = at === -1 ? (formerPlace ?? 1) - 1 : at;
  const previous = sids.slice(0, end).findLast((sid) => sid !== undefined);
  const next = sids.slice(at === -1 ? end : at + 1).find((sid) => sid !== undefined);
  return {
    place: at === -1 ? undefined : at + 1,
    previous,
    next,
    isFirst: at !== -1 && previous === undefined,
    isLast: at !== -1 && next === undefined,
  };
}
