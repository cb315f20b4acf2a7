import { expect, it } from 'vitest';
import { formatSort, nextSort, parseSort } from './table-sort.ts';

it('a column sorts ascending, then descending, then as the page does', () => {
  const ascending = nextSort({ name: 'state', direction: 'desc' }, 'agency');
  expect(ascending).toEqual({ name: 'agency', direction: 'asc' });
  const descending = nextSort(ascending, 'agency');
  expect(descending).toEqual({ name: 'agency', direction: 'desc' });
  expect(nextSort(descending, 'agency')).toBeUndefined();
});

it('a sorting is parsed from the address as it was written', () => {
  for (const sort of [
    { name: 'agency', direction: 'asc' },
    { name: 'agency', direction: 'desc' },
  ] as const)
    expect(parseSort(formatSort(sort))).toEqual(sort);
  expect(parseSort(null)).toBeUndefined();
  expect(parseSort('')).toBeUndefined();
});
