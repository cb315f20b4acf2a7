import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '#testing/property-runs.ts';
import { reconcileCounts } from './reconcile-counts.ts';

const NONE = { arriving: 0, missing: 0, erased: 0 };
const EXPLAINED = { absent: 0, surplus: 0 };
const count = fc.nat({ max: 50 });

it('what the service has is the inbox with what explains the difference, and with what nothing explains', () => {
  fc.assert(
    fc.property(
      fc.record({ service: count, index: count, arriving: count, missing: count, erased: count }),
      (counts) => {
        const { made, inbox, arriving, missing, erased, absent, surplus } = reconcileCounts(counts);
        expect(made).toBe(inbox - arriving - missing + erased + absent - surplus);
        expect([made, inbox, missing]).toEqual([counts.service, counts.index, counts.missing]);
        expect(Math.min(arriving, erased, absent, surplus)).toBeGreaterThanOrEqual(0);
        expect(arriving).toBeLessThanOrEqual(counts.arriving);
        expect(erased).toBeLessThanOrEqual(counts.erased);
        // Nothing is both absent and surplus, nor absent while an erasure would explain it.
        expect(Math.min(absent, surplus)).toBe(0);
        expect(absent === 0 || erased === counts.erased).toBe(true);
      },
    ),
    { numRuns: propertyRuns(200, 5000) },
  );
});

it.each([
  ['equal counts', { service: 3, index: 3 }, EXPLAINED],
  ['one more at the service', { service: 4, index: 3 }, { absent: 1, surplus: 0 }],
  ['one more here', { service: 3, index: 4 }, { absent: 0, surplus: 1 }],
  ['one erased', { service: 4, index: 3, erased: 1 }, { ...EXPLAINED, erased: 1 }],
  ['one erased there, too', { service: 3, index: 3, erased: 1 }, { ...EXPLAINED, erased: 0 }],
  ['one erased, one absent', { service: 5, index: 3, erased: 1 }, { absent: 1, surplus: 0, erased: 1 }],
  ['one that the service no longer has', { service: 3, index: 4, missing: 1 }, EXPLAINED],
  ['one missing that it has', { service: 4, index: 4, missing: 1 }, { absent: 1, surplus: 0 }],
  ['one arriving that it counted', { service: 4, index: 4, arriving: 1 }, { ...EXPLAINED, arriving: 0 }],
  ['one arriving after it counted', { service: 3, index: 4, arriving: 1 }, { ...EXPLAINED, arriving: 1 }],
  [
    'one arriving, one surplus',
    { service: 3, index: 5, arriving: 1 },
    { absent: 0, surplus: 1, arriving: 1 },
  ],
])('%s', (_, counts, expected) => {
  expect(reconcileCounts({ ...NONE, ...counts })).toMatchObject(expected);
});
