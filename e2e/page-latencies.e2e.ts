import { desk } from '#contract/desk/desk.ts';
import { expect, test } from './test.ts';

test(
  'pages that were left are measured by their names',
  { tag: '@full' },
  async ({ page, signIn, clientOf }) => {
    const support = await clientOf('support');
    const count = async (name: string) => {
      const { pageLatencies } = await support.call(desk.viewConnection);
      return pageLatencies.find((latency) => latency.page === name)?.navigations ?? 0;
    };
    const before = await count('agency');
    await signIn('support', '/agencies');
    await page.getByRole('table', { name: 'Agencias' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/agencies\/.+@/);
    const navigation = page.getByRole('navigation', { name: 'Secciones' });
    await navigation.getByRole('link', { name: 'Avisos' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Avisos' })).toBeVisible();
    // Leaving the document sends the report.
    await page.goto('/help');
    await expect.poll(() => count('agency')).toBeGreaterThan(before);
  },
);
