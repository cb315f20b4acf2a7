import { desk } from '#contract/desk/desk.ts';
import { expect, test } from './test.ts';

test('pages that were left are measured, without their addresses', async ({ page, signIn }) => {
  const navigation = page.getByRole('navigation', { name: 'Secciones' });
  await signIn('support', '/agencies?q=plata');
  await page.getByRole('table', { name: 'Agencias' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/agencies\/.+@/);
  await navigation.getByRole('link', { name: 'Avisos' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Avisos' })).toBeVisible();
  const report = page.waitForRequest((request) => request.url().endsWith(desk.reportPageLatencies.path));
  // Leaving the document hides it.
  await page.goto('/help');
  const { latencies } = (await report).postDataJSON() as { latencies: { page: string; ms: number }[] };
  expect(latencies.map(({ page: name }) => name)).toEqual(expect.arrayContaining(['agencies', 'agency']));
  expect(latencies.every(({ ms }) => ms >= 0)).toBe(true);
  expect((await (await report).response())?.status()).toBe(204);
});
