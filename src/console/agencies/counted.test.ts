import { expect, it } from 'vitest';
import { counted } from './counted.ts';

const entry = {
  Momento: '2026-11-20T12:00:00-03:00',
  Auto: {},
  Interesado: {},
};
const page = (rows: number, Total: number | null, next = true) => ({
  Total,
  _entries: Array.from({ length: rows }, () => entry),
  _links: next ? { next: { href: '/x' } } : {},
});

it.each([
  ['the only page', page(7, 7, false), { count: 7, more: false }],
  ['a total of the list', page(25, 940), { count: 940, more: false }],
  ['a total of the page', page(25, 25), { count: 25, more: true }],
  ['no total', page(25, null), { count: 25, more: true }],
  ['nothing', page(0, 0, false), { count: 0, more: false }],
])('%s', (_what, given, told) => {
  expect(counted(given)).toEqual(told);
});
