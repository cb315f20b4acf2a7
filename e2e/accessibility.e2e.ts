import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, panel, rows, test } from './test.ts';

/** What axe finds against WCAG 2.2 AA. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1440]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('axe finds nothing on any screen', async ({ page, signIn }) => {
        await page.goto('/sign-in');
        await page.getByRole('button', { name: 'Entrar' }).click();
        await expect(page.getByText('Escribí tu contraseña.')).toBeVisible();
        expect(await violations(page)).toEqual([]);

        await signIn('seller');
        await expect(rows(page)).toHaveCount(25);
        expect(await violations(page)).toEqual([]);

        await page.getByRole('button', { name: /Cuenta de/ }).click();
        await expect(page.getByRole('dialog', { name: 'Cuenta' })).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press('Escape');

        await rows(page).first().getByRole('link').click();
        await expect(panel(page).getByRole('heading', { name: 'Vehículo' })).toBeVisible();
        expect(await violations(page)).toEqual([]);

        await page.goto('/inquiries?desde=2020-01-01&pagina=x');
        await expect(page.getByRole('alert')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.goto('/no-existe');
        await expect(page.getByRole('heading', { name: 'Esta página no existe' })).toBeVisible();
        expect(await violations(page)).toEqual([]);
      });
    });
  }
}
