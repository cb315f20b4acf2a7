/** Where the open inquiry stands in the order that is shown, and which are beside it. */
export interface Neighbours {
  /** From 1; undefined: the open one is not among them. */
  place: number | undefined;
  previous: string | undefined;
  next: string | undefined;
  isFirst: boolean;
  isLast: boolean;
}

/** Rows without an identifier cannot be opened and are passed over; they count as rows. */
export function findNeighbours(sids: readonly (string | undefined)[], open: string): Neighbours {
  const at = sids.findIndex((sid) => sid?.toUpperCase() === open.toUpperCase());
  const previous = at === -1 ? undefined : sids.slice(0, at).findLast((sid) => sid !== undefined);
  const next = sids.slice(at + 1).find((sid) => sid !== undefined);
  return {
    place: at === -1 ? undefined : at + 1,
    previous,
    next,
    isFirst: at !== -1 && previous === undefined,
    isLast: at !== -1 && next === undefined,
  };
}
