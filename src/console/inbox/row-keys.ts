/** Keys of rows by place, and by sid for the next ones. */
export interface RowKeys {
  keys: readonly number[];
  bySid: ReadonlyMap<string, number>;
  /** The next that was never given. */
  next: number;
}

/**
 * Keys for the rows of a list, given those of the one before it. Rows that stay keep theirs, so that focus and scroll stay
 * with them. Where none stays, as when a page is turned, the n-th row takes the key of the n-th: its elements are used again.
 */
export function assignRowKeys(sids: readonly (string | undefined)[], before?: RowKeys): RowKeys {
  const turned = before !== undefined && !sids.some((sid) => sid !== undefined && before.bySid.has(sid));
  const bySid = new Map<string, number>();
  let next = before?.next ?? 0;
  const keys = sids.map((sid, at) => {
    const kept = turned ? before.keys[at] : sid === undefined ? undefined : before?.bySid.get(sid);
    // A sid that comes twice is held once.
    const key = kept === undefined || (sid !== undefined && bySid.has(sid)) ? next++ : kept;
    if (sid !== undefined) bySid.set(sid, key);
    return key;
  });
  return { keys, bySid, next };
}
