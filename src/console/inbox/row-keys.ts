import { useState } from 'react';
import type { Row } from '#console/inquiries/row.ts';

interface RowKeys {
  keys: readonly number[];
  bySid: ReadonlyMap<string, number>;
  nextKey: number;
}

/** Rows that stay keep their keys, and so focus and scroll; on another page the n-th row reuses the n-th's elements. */
export function assignRowKeys(sids: readonly (string | undefined)[], previous?: RowKeys): RowKeys {
  const isOtherPage =
    previous !== undefined && !sids.some((sid) => sid !== undefined && previous.bySid.has(sid));
  const bySid = new Map<string, number>();
  let nextKey = previous?.nextKey ?? 0;
  const keys = sids.map((sid, at) => {
    const reused = isOtherPage ? previous.keys[at] : sid === undefined ? undefined : previous?.bySid.get(sid);
    const isDuplicate = sid !== undefined && bySid.has(sid);
    const key = reused === undefined || isDuplicate ? nextKey++ : reused;
    if (sid !== undefined) bySid.set(sid, key);
    return key;
  });
  return { keys, bySid, nextKey };
}

export function useRowKeys(rows: readonly Row[]): readonly number[] {
  const assign = (previous?: RowKeys) =>
    assignRowKeys(
      rows.map(({ sid }) => sid),
      previous,
    );
  const [state, setState] = useState(() => ({ rows, rowKeys: assign() }));
  if (state.rows === rows) return state.rowKeys.keys;
  const rowKeys = assign(state.rowKeys);
  setState({ rows, rowKeys });
  return rowKeys.keys;
}
