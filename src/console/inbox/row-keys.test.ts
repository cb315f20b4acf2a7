import { describe, expect, it } from 'vitest';
import { assignRowKeys } from './row-keys.ts';

describe('keys of rows', () => {
  it('stay with a row when rows above it are added or removed', () => {
    const before = assignRowKeys(['a', 'b', 'c']);
    const after = assignRowKeys(['new', 'a', 'c'], before);
    expect(after.keys.slice(1)).toEqual([before.keys[0], before.keys[2]]);
    expect(before.keys).not.toContain(after.keys[0]);
  });

  it('are reused by place on another page', () => {
    const before = assignRowKeys(['a', 'b', 'c']);
    expect(assignRowKeys(['d', 'e'], before).keys).toEqual(before.keys.slice(0, 2));
    const longer = assignRowKeys(['d', 'e', 'f', 'g'], before).keys;
    expect(longer.slice(0, 3)).toEqual(before.keys);
    expect(new Set(longer).size).toBe(4);
  });

  it('are unique for rows without a sid, with the same sid, and after rows are removed', () => {
    let rowKeys = assignRowKeys(['a', undefined, 'b']);
    for (const sids of [
      ['a', 'a', undefined],
      ['b', 'a', undefined, undefined],
      ['c', 'c', 'd'],
      ['d', 'a'],
    ]) {
      rowKeys = assignRowKeys(sids, rowKeys);
      expect(new Set(rowKeys.keys).size).toBe(sids.length);
    }
  });
});
