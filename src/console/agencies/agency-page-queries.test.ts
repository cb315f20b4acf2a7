import { expect, it } from 'vitest';
import { inquiryCount } from './agency-page-queries.ts';

const entry = {
  Momento: '2026-11-20T12:00:00-03:00',
  Auto: {},
  Interesado: {},
};
const pageOf = (rows: number, Total: number | null, next = true) => ({
  Total,
  _entries: Array.from({ length: rows }, () => entry),
  _links: next ? { next: { href: '/x' } } : {},
});

it.each([
  ['the only page', pageOf(7, 7, false), { count: 7, hasMore: false }],
  ['a total of the list', pageOf(25, 940), { count: 940, hasMore: false }],
  ['a total of the page', pageOf(25, 25), { count: 25, hasMore: true }],
  ['no total', pageOf(25, null), { count: 25, hasMore: true }],
  ['nothing', pageOf(0, 0, false), { count: 0, hasMore: false }],
])('inquiries are counted from %s', (_case, page, count) => {
  expect(inquiryCount(page)).toEqual(count);
});
