import { useState } from 'react';

/** Rows keep their order until `order` changes, so that none moves under the pointer. */
export function useStableOrder<Row>(
  rows: readonly Row[],
  getRowKey: (row: Row) => string,
  order: string,
): readonly Row[] {
  const [stored, setStored] = useState<{ order: string; keys: readonly string[] }>({ order, keys: [] });
  const keys = mergeOrder(stored.order === order ? stored.keys : [], rows.map(getRowKey));
  if (stored.order !== order || keys.some((key, index) => key !== stored.keys[index]))
    setStored({ order, keys });
  const byKey = new Map(rows.map((row) => [getRowKey(row), row]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

export function mergeOrder(stored: readonly string[], present: readonly string[]): readonly string[] {
  const isPresent = new Set(present);
  const kept = stored.filter((key) => isPresent.has(key));
  if (kept.length === 0) return present;
  const isKept = new Set(kept);
  const before = new Map<string, string[]>();
  let added: string[] = [];
  for (const key of present)
    if (isKept.has(key)) {
      before.set(key, added);
      added = [];
    } else added.push(key);
  return kept.flatMap((key) => (before.get(key) ?? []).concat(key)).concat(added);
}
