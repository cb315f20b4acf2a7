import { describe, expect, it } from 'vitest';
import { assignRowKeys } from './row-keys.ts';

describe('keys of rows', () => {
  it('stay with a row when others come above it or go', () => {
    const before = assignRowKeys(['a', 'b', 'c']);
    const after = assignRowKeys(['new', 'a', 'c'], before);
    expect(after.keys.slice(1)).toEqual([before.keys[0], before.keys[2]]);
    expect(before.keys).not.toContain(after.keys[0]);
  });

  it('are used again place by place when a page is turned', () => {
    const before = assignRowKeys(['a', 'b', 'c']);
    expect(assignRowKeys(['d', 'e'], before).keys).toEqual(before.keys.slice(0, 2));
    const longer = assignRowKeys(['d', 'e', 'f', 'g'], before).keys;
    expect(longer.slice(0, 3)).toEqual(before.keys);
    expect(new Set(longer).size).toBe(4);
  });

  it('are never given twice: without a sid, with one that comes twice, or after one went', () => {
    let kept = assignRowKeys(['a', undefined, 'b']);
    for (const sids of [
      ['a', 'a', undefined],
      ['b', 'a', undefined, undefined],
      ['c', 'c', 'd'],
      ['d', 'a'],
    ]) {
      kept = assignRowKeys(sids, kept);
      expect(new Set(kept.keys).size).toBe(sids.length);
    }
  });
});
