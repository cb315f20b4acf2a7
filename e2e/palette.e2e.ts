import type { Page } from '@playwright/test';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { createAgency, receiveInquiry, uniqueName } from './actions.ts';
import { expectAccessible, violations } from './axe.ts';
import { agencyButton, panelHeading, rows, statusButton } from './inbox-page.ts';
import { expect, test } from './test.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Buscar o ir a' });
const input = (page: Page) => page.getByRole('combobox', { name: 'Buscar o ir a' });
const group = (page: Page, name: string) => palette(page).getByRole('group', { name, exact: true });
const active = (page: Page) => palette(page).getByRole('option', { selected: true });

async function openByKey(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
}

test('a seller finds an inquiry by phone or sid, acts on it and returns to it, by keyboard alone', async ({
  page,
  vitrina,
  signIn,
  clientOf,
}) => {
  const partner = await clientOf('partner');
  const agency = await createAgency(vitrina, partner);
  const phone = `0351 15-${String(Date.now()).slice(-7)}`;
  const [name, other] = [uniqueName('Ana'), uniqueName('Beto')];
  const { path, sid } = await receiveInquiry(vitrina, agency, {
    Interesado: { Nombre: name, Telefono: phone },
  });
  await receiveInquiry(vitrina, agency, { Interesado: { Nombre: other } });
  await signIn('partner', `/inquiries?agencia=${agency}`);
  await expect(rows(page)).toHaveCount(2);
  await page.goto('/settings/people');
  const search = page.getByLabel('Nombre, correo o agencia');
  await search.focus();

  // Escape also closes it from an input and returns the focus there.
  await openByKey(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(search).toBeFocused();
  await openByKey(page);
  await page.keyboard.type(phone.slice(-7));
  await expect(active(page)).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL((url) => url.pathname.toLowerCase() === path.toLowerCase());
  await expect(panelHeading(page)).toContainText(name);
  await expect(panelHeading(page)).toBeFocused();

  await expect(statusButton(page, 'Ganada')).toBeVisible();
  await openByKey(page);
  await page.keyboard.type('ganada');
  await expect(active(page)).toContainText('Estado: Ganada');
  await page.keyboard.press('Enter');
  await expect(statusButton(page, 'Ganada')).toHaveAttribute('aria-pressed', 'true');

  await openByKey(page);
  await page.keyboard.type('entregas');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Entregas', level: 1 })).toBeFocused();
  await openByKey(page);
  await expect(group(page, 'Recientes').getByRole('option').first()).toContainText(name);
  await page.keyboard.type(sid.toLowerCase());
  await expect(active(page)).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(panelHeading(page)).toContainText(name);
});

test(
  'pinned items come first in the palette and in the choice of an agency, also after signing out',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    const name = uniqueName('Zeta');
    await test.step('an agency is pinned', async () => {
      await createAgency(vitrina, await clientOf('partner'), name);
      await signIn('partner', '/settings/templates');
      await openByKey(page);
      await page.keyboard.type(name);
      await expect(active(page)).toContainText(name);
      await page.keyboard.press('Alt+Enter');
      await expect(palette(page).getByRole('button', { name: `Dejar de fijar «${name}»` })).toBeVisible();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /Cuenta de/ }).click();
      await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    });

    await test.step('it comes first after signing out', async () => {
      await signIn('partner', `/inquiries?agencia=${BUSY_AGENCY}`);
      await expect(rows(page).first()).toBeVisible();
      await agencyButton(page).click();
      const choices = page.getByRole('dialog', { name: 'Agencia' }).getByRole('listitem');
      await expect(choices.first()).toHaveText('Fijadas');
      await expect(choices.nth(1)).toContainText(name);
      await page.goto('/settings/hours');
      await page.getByRole('combobox', { name: 'Agencia' }).click();
      await expect(page.getByRole('option').first()).toContainText(name);
      await page.keyboard.press('Escape');
      await openByKey(page);
      await expect(group(page, 'Fijados').getByRole('option').first()).toContainText(name);
    });
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test(
    'the palette fills the screen and opens items by a tap',
    { tag: '@full' },
    async ({ page, signIn }) => {
      await signIn('seller');
      await page.getByRole('button', { name: /^Buscar o ir a/ }).tap();
      await expect(input(page)).toBeFocused();
      expect(await palette(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
      await input(page).fill('horarios');
      await group(page, 'Páginas').getByRole('option').first().tap();
      await expect(page.getByRole('heading', { name: 'Horarios', level: 1 })).toBeVisible();
      await expect(palette(page)).toBeHidden();
    },
  );
});

for (const width of [360, 1440])
  test.describe(`${width} px`, { tag: '@full' }, () => {
    test.use({ viewport: { width, height: 740 } });

    test('the palette is accessible', async ({ page, signIn }) => {
      await signIn('partner', '/agencies');
      await openByKey(page);
      await expect(group(page, 'Páginas').getByRole('option').first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await input(page).fill('mar');
      await expect(group(page, 'Consultas').getByRole('option').first()).toBeVisible();
      await expectAccessible(page);
      await input(page).fill('zzzzz');
      await expect(palette(page).getByText('Nada coincide con «zzzzz».')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.route('**/desk/inquiries?*', (route) => route.fulfill({ status: 503, body: '' }));
      await input(page).fill('yyyyy');
      await expect(palette(page).getByRole('alert')).toContainText('No se pudo buscar en: Consultas.');
      expect(await violations(page)).toEqual([]);
    });
  });
