import { expect, it } from 'vitest';
import { packageExpiry } from './PackageUsage.tsx';

it.each([
  ['2026-11-20', 'expired'],
  ['2026-11-21', 'soon'],
  ['2026-12-21', 'soon'],
  ['2026-12-22', 'later'],
  [null, undefined],
  ['pronto', undefined],
])('a package that ends on %s is %s on 21 November 2026', (day, expiry) => {
  expect(packageExpiry(day, '2026-11-21')).toBe(expiry);
});
