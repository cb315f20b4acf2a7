import type { Page } from '@playwright/test';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { violations } from './axe.ts';
import { expect, panel, rows, test } from './test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Atajos de teclado' });

/** Keys as if nothing had the focus. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.locator('body').press(key);
}

test('g and a letter goes where the person may go, and nowhere else', async ({ page, signIn }) => {
  await signIn('partner', '/settings/people');
  await expect(page.getByRole('heading', { name: 'Personas' })).toBeVisible();
  for (const [key, path] of [
    ['c', '/catalogs/makes'],
    ['t', '/webhooks'],
    ['a', '/agencies'],
    ['i', '/inquiries'],
  ] as const) {
    await press(page, 'g', key);
    await expect(page).toHaveURL((url) => url.pathname === path);
  }
});

test('a seller has no keys for what is not theirs', async ({ page, signIn }) => {
  await signIn('seller', '/catalogs/colors');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await press(page, 'g', 't', '?');
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL(/\/catalogs\/colors/);
  await expect(dialog(page).getByText('Ir a Consultas')).toBeVisible();
  await expect(dialog(page).getByText('Ir a Avisos')).toHaveCount(0);
});

test('? lists what can be pressed on this page, and gives the focus back', async ({ page, signIn }) => {
  await signIn('partner', '/settings/people');
  await expect(page.getByRole('heading', { name: 'Personas' })).toBeVisible();
  const link = page.getByRole('link', { name: 'Invitar' });
  await link.focus();
  await page.keyboard.press('?');
  await expect(dialog(page).getByRole('region', { name: 'En toda Vitrina' })).toContainText(
    'Ir a Catálogosg y después c',
  );
  await expect(dialog(page).getByRole('region')).toHaveCount(1);
  // No key does anything behind it.
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/settings\/people/);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(link).toBeFocused();

  // Once it is closed the next key is the page's again, however soon it comes.
  await page.keyboard.press('?');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  for (const key of ['g', 'c']) await page.keyboard.press(key);
  await expect(page).toHaveURL(/\/catalogs\/makes/);

  await page.goto('/inquiries');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: /Cuenta de/ }).click();
  await page.getByRole('button', { name: 'Atajos de teclado' }).click();
  await expect(dialog(page).getByRole('region')).not.toHaveCount(1);
  await expect(dialog(page).getByRole('region').last()).toHaveAccessibleName('En toda Vitrina');
  await dialog(page).getByRole('button', { name: 'Cerrar' }).click();
  await expect(page.getByRole('button', { name: /Cuenta de/ })).toBeFocused();
});

test('? on the list also lists what an open inquiry takes, by its words', async ({ page, signIn }) => {
  await signIn('seller');
  await expect(rows(page).first()).toBeVisible();
  const besides = dialog(page).getByRole('region', { name: 'Con una consulta abierta' });
  await press(page, '?');
  for (const what of ['Marcar como contactada', 'Llamar', 'Volver a la lista', 'Copiar el enlace'])
    await expect(besides.getByText(what, { exact: true })).toBeVisible();
  const lines = await besides.locator('dl > div').allInnerTexts();
  await expect(dialog(page).getByRole('region').last()).toHaveAccessibleName('En toda Vitrina');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  await rows(page).first().getByRole('link').click();
  await expect(panel(page).getByRole('group', { name: 'Estado', exact: true })).toBeVisible();
  await press(page, '?');
  await expect(besides).toHaveCount(0);
  await expect
    .poll(() => dialog(page).locator('dl > div').allInnerTexts())
    .toEqual(expect.arrayContaining(lines));
  expect(lines.length).toBeGreaterThan(9);
});

test('who may not change follow-up is told of no keys for it', async ({ page, signIn }) => {
  await signIn('support', `/inquiries?agencia=${BUSY_AGENCY}`);
  await expect(rows(page).first()).toBeVisible();
  await press(page, '?');
  const besides = dialog(page).getByRole('region', { name: 'Con una consulta abierta' });
  await expect(besides.getByText('Llamar', { exact: true })).toBeVisible();
  await expect(besides.getByText('Marcar como contactada')).toHaveCount(0);
});

test('keys are characters where one types, and leave Enter and other keys of the browser alone', async ({
  page,
  signIn,
}) => {
  await signIn('partner', '/settings/people');
  const search = page.getByLabel('Nombre, correo o agencia');
  await search.fill('');
  await search.pressSequentially('gc?');
  await expect(search).toHaveValue('gc?');
  await expect(dialog(page)).toHaveCount(0);
  await page.getByLabel('Rol').focus();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/settings\/people/);
  for (const key of ['Control+?', 'Alt+?', 'Meta+?']) await press(page, key);
  await expect(dialog(page)).toHaveCount(0);
  await press(page, 'g', 'Control+c');
  await expect(page).toHaveURL(/\/settings\/people/);
  await search.fill('');
  await page.getByRole('link', { name: 'Invitar' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Invitar a una persona' })).toBeFocused();
});

test('keys can be switched off in the list and at one’s account, and stay so after signing out', async ({
  page,
  signIn,
}) => {
  await signIn('partner', '/settings/people');
  await expect(page.getByRole('heading', { name: 'Personas' })).toBeVisible();
  await press(page, '?');
  await dialog(page).getByRole('switch', { name: 'Atajos de una tecla' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await press(page, '?', 'g', 'c');
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/settings\/people/);

  await page.getByRole('button', { name: /Cuenta de/ }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
  await signIn('partner', '/settings/me');
  const keys = page.getByRole('switch', { name: 'Atajos de una tecla' });
  await expect(keys).not.toBeChecked();
  await keys.check();
  await press(page, 'g', 'c');
  await expect(page).toHaveURL(/\/catalogs\/makes/);
});

test('the density that is chosen at one’s account is that of the list', async ({ page, signIn }) => {
  await signIn('seller', '/settings/me');
  const density = page.getByRole('group', { name: 'Filas de la lista de consultas' });
  await density.getByRole('button', { name: 'Compactas' }).click();
  await press(page, 'g', 'i');
  await expect(rows(page).first()).toBeVisible();
  const compact = (await rows(page).first().boundingBox())?.height ?? 0;
  await page.goto('/settings/me');
  await expect(density.getByRole('button', { name: 'Compactas' })).toHaveAttribute('aria-pressed', 'true');
  await density.getByRole('button', { name: 'Cómodas' }).click();
  await press(page, 'g', 'i');
  await expect(rows(page).first()).toBeVisible();
  expect((await rows(page).first().boundingBox())?.height).toBeGreaterThan(compact);
});

test('the density is each person’s own, and is there again after signing out', async ({ page, signIn }) => {
  const density = page.getByRole('group', { name: 'Filas de la lista de consultas' });
  const chosen = (name: string) => density.getByRole('button', { name, exact: true, pressed: true });
  await signIn('seller', '/settings/me');
  await density.getByRole('button', { name: 'Compactas' }).click();
  await expect(chosen('Compactas')).toBeVisible();
  await page.getByRole('button', { name: /Cuenta de/ }).click();
  await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
  await signIn('partner', '/settings/me');
  await expect(chosen('Cómodas')).toBeVisible();
  await signIn('seller', '/settings/me');
  await expect(chosen('Compactas')).toBeVisible();
});

for (const width of [360, 1440])
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('axe finds nothing in the list of shortcuts', async ({ page, signIn }) => {
      await signIn('seller');
      await expect(rows(page).first()).toBeVisible();
      await press(page, '?');
      await expect(dialog(page).getByRole('switch')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });
