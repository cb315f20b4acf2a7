import type { Page } from '@playwright/test';
import { ASKED_FIRST } from '#console/asked-first.ts';
import { patterns } from '#console/paths.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { expect, test } from './test.ts';

// The script in the head asks for what a page shows first: for the same as the page, and nothing twice.

type PageName = keyof typeof ASKED_FIRST;

const ADDRESSES: Partial<Record<PageName, string>> = {
  cities: '/catalogs/cities?region=2',
  city: '/catalogs/cities/1000',
};

const addressOf = (name: PageName) =>
  ADDRESSES[name] ??
  patterns[name]
    .replace(':adminMail', BUSY_AGENCY)
    .replace(':topic', 'consulta-recibida')
    .replace(':id', '1');

async function expectAskedOnce(page: Page, name: PageName): Promise<void> {
  const asked: string[] = [];
  // The page before may still ask for something.
  await page.goto('about:blank');
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && /^\/(v3|desk)\/(?!events)/.test(pathname))
      asked.push(pathname + search);
  });
  await page.goto(addressOf(name));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.earlyAnswers?.size)).toBe(0);
  expect(asked.length, name).toBeGreaterThanOrEqual(ASKED_FIRST[name]?.of.length ?? 1);
  expect(asked.toSorted(), name).toEqual([...new Set(asked)].toSorted());
  page.removeAllListeners('request');
}

/** Of a delivery and a person there is no address before somebody makes one. */
const pages = (Object.keys(ASKED_FIRST) as PageName[]).filter(
  (name) => !['delivery', 'person'].includes(name),
);

test('a page shows what was asked for ahead of it', { tag: '@full' }, async ({ page, signIn }) => {
  await signIn('partner', '/settings/me');
  for (const name of ['webhook', 'cities'] as const) await expectAskedOnce(page, name);
});

test('every page shows what was asked for ahead of it', { tag: '@full' }, async ({ page, signIn }) => {
  await signIn('partner', '/settings/me');
  for (const name of pages) await expectAskedOnce(page, name);
});
