import { expect, test } from './test.ts';

test(
  'support sees which calls of the service a page took, and copies one as curl',
  { tag: '@full' },
  async ({ page, context, signIn }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn('support', '/agencies');
    await page.getByRole('button', { name: /^Cuenta de/ }).click();
    await page.getByRole('button', { name: 'Inspector de pedidos' }).click();
    const inspector = page.getByRole('complementary', { name: 'Inspector de pedidos' });
    await page.getByRole('link', { name: 'Catálogos', exact: true }).click();
    await inspector.getByRole('searchbox', { name: 'Filtrar pedidos' }).fill('/v3/');
    const call = inspector.getByRole('listitem').filter({ hasText: '/v3/marcas' }).first();
    await expect(call).toContainText('Servicio: 1 llamada');
    await inspector.getByRole('button', { name: 'Pausar' }).click();
    await call.locator('summary').click();
    await expect(call).toContainText('Id del pedido');
    await call.getByRole('button', { name: 'Copiar como curl' }).click();
    const curl = await page.evaluate(() => navigator.clipboard.readText());
    expect(curl).toContain('Bearer $VITRINA_TOKEN');
    expect(curl).not.toMatch(/cookie/i);
    await inspector.getByRole('button', { name: 'Pausar' }).click();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Buscar o ir a' }).fill('Rosario del T');
    await expect(page.getByRole('option', { name: /Rosario del Tala.*Entre Ríos/ })).toBeVisible();
    await page.keyboard.press('Escape');
    const lookUp = inspector.getByRole('listitem').filter({ hasText: '/v3/ciudades' }).first();
    await lookUp.locator('summary').click();
    await expect(lookUp).toContainText('forma de referencia');
    await page.keyboard.press('Escape');
    await expect(inspector).toHaveCount(0);
  },
);
