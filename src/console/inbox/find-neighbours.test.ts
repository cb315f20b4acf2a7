import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNeighbours } from './find-neighbours.ts';

describe('neighbours', () => {
  it.each([
    { open: 'A', place: 1, previous: undefined, next: 'C', isFirst: true, isLast: false },
    { open: 'c', place: 3, previous: 'A', next: 'D', isFirst: false, isLast: false },
    { open: 'D', place: 4, previous: 'C', next: undefined, isFirst: false, isLast: true },
    { open: 'X', place: undefined, previous: undefined, next: 'A', isFirst: false, isLast: false },
  ])('of $open, passing over rows that cannot be opened', ({ open, ...expected }) => {
    expect(findNeighbours(['A', undefined, 'C', 'D', undefined], open)).toEqual(expected);
  });

  it.each([
    { formerPlace: 1, previous: undefined, next: 'A' },
    { formerPlace: 3, previous: 'A', next: 'C' },
    { formerPlace: 9, previous: 'D', next: undefined },
  ])('of one that has left the list are those at its place $formerPlace', ({ formerPlace, ...expected }) => {
    expect(findNeighbours(['A', undefined, 'C', 'D'], 'X', formerPlace)).toMatchObject(expected);
  });

  it('are none in an empty list', () => {
    expect(findNeighbours([], 'A')).toEqual({
      place: undefined,
      previous: undefined,
      next: undefined,
      isFirst: false,
      isLast: false,
    });
  });

  it('lead through the whole list and back', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[A-Z]{2}$/), { minLength: 1 });
    fc.assert(
      fc.property(names, (sids) => {
        const visited = [sids[0] ?? ''];
        for (let next; (next = findNeighbours(sids, visited.at(-1) ?? '').next);) visited.push(next);
        expect(visited).toEqual(sids);
        for (const sid of sids.slice(1)) {
          const { previous = '' } = findNeighbours(sids, sid);
          expect(findNeighbours(sids, previous).next).toBe(sid);
        }
      }),
    );
  });
});
