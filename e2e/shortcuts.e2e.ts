import type { Page } from '@playwright/test';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { createSeller } from './actions.ts';
import { panelHeading, rows } from './inbox-page.ts';
import { expect, test } from './test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Atajos de teclado' });
const besides = (page: Page) => dialog(page).getByRole('region', { name: 'Con una consulta abierta' });
const account = (page: Page) => page.getByRole('button', { name: /Cuenta de/ });

/** Keys as if nothing had the focus. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.locator('body').press(key);
}

async function signOut(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
}

test(
  'a partner opens every page by g and a letter, and ? lists the keys and returns the focus',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn('partner', '/settings/people');
    const invite = page.getByRole('link', { name: 'Invitar' });
    await invite.focus();
    await page.keyboard.press('?');
    await expect(dialog(page).getByRole('region', { name: 'En toda Vitrina' })).toContainText(
      'Ir a Catálogosg y después c',
    );
    await expect(dialog(page).getByRole('region')).toHaveCount(1);
    // No key acts behind the dialog; the next one after it does, however soon it comes.
    for (const key of ['g', 'c']) await page.keyboard.press(key);
    await expect(page).toHaveURL(/\/settings\/people/);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(invite).toBeFocused();
    for (const [key, path] of [
      ['c', '/catalogs/makes'],
      ['t', '/webhooks'],
      ['a', '/agencies'],
      ['i', '/inquiries'],
    ] as const) {
      await press(page, 'g', key);
      await expect(page).toHaveURL((url) => url.pathname === path);
    }

    await account(page).click();
    await page.getByRole('button', { name: 'Atajos de teclado' }).click();
    await expect(dialog(page).getByRole('region').last()).toHaveAccessibleName('En toda Vitrina');
    await dialog(page).getByRole('button', { name: 'Cerrar' }).click();
    await expect(account(page)).toBeFocused();
  },
);

test(
  '? lists the keys of an inquiry before one is open, and only those that the role may use',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn('seller');
    await expect(rows(page).first()).toBeVisible();
    await press(page, 'g', 't', '?');
    await expect(page).toHaveURL(/\/inquiries/);
    for (const label of ['Marcar como contactada', 'Llamar', 'Volver a la lista', 'Copiar el enlace'])
      await expect(besides(page).getByText(label, { exact: true })).toBeVisible();
    await expect(dialog(page).getByText('Ir a Consultas')).toBeVisible();
    await expect(dialog(page).getByText('Ir a Avisos')).toHaveCount(0);
    const labels = await besides(page).getByRole('term').allInnerTexts();
    await test.step('no inquiry is open', async () => {
      expect(labels.length).toBeGreaterThan(9);
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toBeHidden();
    });

    await test.step('an inquiry is open', async () => {
      await rows(page).first().getByRole('link').click();
      await expect(panelHeading(page)).toBeFocused();
      await expect(page.getByRole('group', { name: 'Estado', exact: true })).toBeVisible();
      await press(page, '?');
      await expect(besides(page)).toHaveCount(0);
      await expect
        .poll(() => dialog(page).getByRole('term').allInnerTexts())
        // There is nothing to undo.
        .toEqual(expect.arrayContaining(labels.filter((label) => label !== 'Deshacer lo último')));
    });

    await test.step('support sees fewer keys', async () => {
      await signIn('support', `/inquiries?agencia=${BUSY_AGENCY}`);
      await expect(rows(page).first()).toBeVisible();
      await press(page, '?');
      await expect(besides(page).getByText('Llamar', { exact: true })).toBeVisible();
      await expect(besides(page).getByText('Marcar como contactada')).toHaveCount(0);
    });
  },
);

test(
  'keys type characters in inputs, and keep the browser’s own shortcuts',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn('partner', '/settings/people');
    const search = page.getByLabel('Nombre, correo o agencia');
    await search.pressSequentially('gc?');
    await expect(search).toHaveValue('gc?');
    await expect(dialog(page)).toHaveCount(0);
    await page.getByLabel('Rol').focus();
    for (const key of ['g', 'c']) await page.keyboard.press(key);
    await expect(page).toHaveURL(/\/settings\/people/);
    await press(page, 'Control+?', 'Alt+?', 'Meta+?', 'g', 'Control+c');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/settings\/people/);
    await search.fill('');
    await page.getByRole('link', { name: 'Invitar' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Invitar a una persona' })).toBeFocused();
  },
);

test(
  'disabled keys and compact rows belong to each person and survive signing out',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    const seller = await createSeller(vitrina, await clientOf('partner'), { agencies: [BUSY_AGENCY] });
    const height = async () => (await rows(page).nth(3).boundingBox())?.height;
    const keys = page.getByRole('switch', { name: 'Atajos de una tecla' });
    const density = page.getByRole('group', { name: 'Filas de la lista de consultas' });
    await test.step('a seller disables keys and makes rows compact', async () => {
      await signIn(seller);
      await expect(rows(page).nth(3)).toBeVisible();
      expect(await height()).toBe(58);
      await page.getByRole('button', { name: 'Filas compactas' }).click();
      await expect.poll(height).toBe(46);
      await press(page, '?');
      await dialog(page).getByRole('switch', { name: 'Atajos de una tecla' }).uncheck();
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toBeHidden();
      await press(page, '?', 'g', 'c');
      await expect(dialog(page)).toBeHidden();
      await expect(page).toHaveURL(/\/inquiries/);
      await signOut(page);
    });

    await test.step('a partner has the defaults, and the seller restores them', async () => {
      await signIn('partner', '/settings/me');
      await expect(density.getByRole('button', { name: 'Cómodas', pressed: true })).toBeVisible();
      await signIn(seller, '/settings/me');
      await expect(density.getByRole('button', { name: 'Compactas', pressed: true })).toBeVisible();
      await expect(keys).not.toBeChecked();
      await keys.check();
      await density.getByRole('button', { name: 'Cómodas' }).click();
      await press(page, 'g', 'i');
      await expect(rows(page).nth(3)).toBeVisible();
      expect(await height()).toBe(58);
    });
  },
);
