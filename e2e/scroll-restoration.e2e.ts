import { expect, test } from './test.ts';

test('Back and Forward restore scroll and focus', { tag: '@full' }, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1000, height: 480 });
  await signIn('partner', '/settings/audit');
  await page.getByRole('link', { name: 'Catálogos' }).click();
  const make = page.getByRole('main').getByRole('link', { name: 'Volvo' });
  await make.focus();
  // The list renders in slices.
  await expect(page.getByRole('main').getByRole('listitem').last()).toContainText('Z');
  const position = await page.evaluate(() => scrollY);
  expect(position).toBeGreaterThan(100);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Volvo' })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(make).toBeFocused();
  await expect(make).toBeInViewport();
  // Rows off the screen have estimated heights (`content-visibility`).
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(position - 480);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Auditoría' })).toBeVisible();
  await page.goForward();
  await expect(make).toBeFocused();
  await expect(make).toBeInViewport();
});
