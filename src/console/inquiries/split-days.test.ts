import { expect, test } from 'vitest';
import { LAST_PAGE, PAGE_SIZE } from '#contract/paging.ts';
import type { ServicePage } from './row.ts';
import { mayExceedLastPage, splitAtLastPage } from './split-days.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const NEXT = { next: { href: '/v3/consultas/a@b.example?pagina=2' } };
const MOST = LAST_PAGE * PAGE_SIZE;

const createPage = (
  members: Partial<ServicePage>,
  oldest = '2026-11-20T10:00:00-03:00',
  length = PAGE_SIZE,
): ServicePage => ({
  Desde: '2026-11-01T00:00:00-03:00',
  Hasta: '2026-11-24T23:59:59.999-03:00',
  PerPagina: PAGE_SIZE,
  Total: MOST + 1,
  _links: NEXT,
  _entries: Array.from({ length }, () => ({ Momento: oldest })) as ServicePage['_entries'],
  ...members,
});

test.each([
  ['more than all pages', 1, {}, true],
  ['as many as all pages', 1, { Total: MOST }, false],
  ['more than all pages, on the last one', LAST_PAGE, { _links: {} }, true],
  ['no next page', 1, { _links: {}, Total: 25 }, false],
  ['a count of the page alone, on the first', 1, { Total: PAGE_SIZE }, false],
  ['a count of the page alone, on the second', 2, { Total: PAGE_SIZE }, true],
  ['no count, on the second', 2, { Total: null }, true],
])('%s, page %i', (_, page, members, expected) => {
  expect(mayExceedLastPage(createPage(members), page)).toBe(expected);
});

test('the rest begins with the day of the last inquiry, in the zone of the installation', () => {
  const rest = { desde: '2026-11-01', hasta: '2026-11-20' };
  expect(splitAtLastPage(createPage({}), ZONE)).toEqual(rest);
  expect(splitAtLastPage(createPage({}, '2026-11-20T02:59:59Z'), ZONE)?.hasta).toBe('2026-11-19');
  expect(splitAtLastPage(createPage({}, '2026-11-20T03:00:00Z'), ZONE)?.hasta).toBe('2026-11-20');
});

test.each([
  ['its last page is not full', createPage({}, undefined, PAGE_SIZE - 1)],
  ['its last page is empty', createPage({}, undefined, 0)],
  ['all are of its last day', createPage({}, '2026-11-24T00:00:00-03:00')],
  ['the service does not say its days', createPage({ Desde: null })],
])('a list is not split: %s', (_, page) => {
  expect(splitAtLastPage(page, ZONE)).toBeUndefined();
});
