import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { openFilters, panelHeading, rowOf, rows } from './inbox-page.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

const SWAP = {
  InfoOperacion: {
    EntregaVehiculo: { Marca: 'Fiat', Modelo: 'Uno', VersionYear: 2010 },
    FinanciacionDeseada: null,
    QuiereCotizacionSeguro: null,
  },
};
const NOTHING = { InfoOperacion: null };

const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Vistas' }).getByRole('link', { name: new RegExp(`^${name}`) });
const bar = (page: Page) => page.getByRole('region', { name: 'Vista', exact: true });
const savedViews = (page: Page) => page.getByRole('dialog', { name: 'Vistas guardadas' });

async function filterSwaps(page: Page): Promise<void> {
  await (await openFilters(page)).getByRole('button', { name: /^Permuta/ }).click();
  await page.keyboard.press('Escape');
}

async function saveAs(page: Page, name: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'Guardar como nueva' }).click();
  const dialog = page.getByRole('dialog', { name: 'Guardar como vista nueva' });
  await dialog.getByLabel('Nombre de la vista').fill(name);
  await dialog.getByRole('button', { name: 'Guardar la vista' }).click();
  await expect(dialog).toBeHidden();
  await expect(view(page, name)).toHaveAttribute('aria-current', 'page');
}

test(
  'a seller saves the current filters as a view, changes, renames and deletes it',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    await test.step('the filters are saved as a view', async () => {
      await agency.receive('Ana', { Auto: { Marca: 'Ford' }, Interesado: SWAP });
      await agency.receive('Beto', { Auto: { Marca: 'Ford' }, Interesado: NOTHING });
      await agency.receive('Ciro', { Auto: { Marca: 'Fiat' }, Interesado: NOTHING });
      await signIn(agency.seller, '/inquiries?vista=esperando&marca=Ford');
      await expect(bar(page)).toContainText('Para responder: cambiada, sin guardar');
      await expect(bar(page).getByRole('button', { name: 'Guardar', exact: true })).toBeHidden();
      await saveAs(page, 'Los Ford');
      await expect(bar(page)).toBeHidden();
      await expect(view(page, 'Los Ford')).toHaveText('Los Ford2');
      await expect(rows(page).getByRole('link')).toHaveText(['Ana', 'Beto']);
    });

    await test.step('the view is changed and saved', async () => {
      await filterSwaps(page);
      await expect(bar(page)).toContainText('Los Ford: cambiada, sin guardar');
      await bar(page).getByRole('link', { name: 'Descartar' }).click();
      await expect(bar(page)).toBeHidden();
      await expect(rows(page)).toHaveCount(2);
      await filterSwaps(page);
      await page.reload();
      await expect(bar(page)).toContainText('cambiada, sin guardar');
      await bar(page).getByRole('button', { name: 'Guardar', exact: true }).click();
      await expect(bar(page)).toBeHidden();
      await view(page, 'Últimas').click();
      await expect(rows(page)).toHaveCount(3);
      await view(page, 'Los Ford').click();
      await expect(rows(page).getByRole('link')).toHaveText(['Ana']);
    });

    await test.step('the view is renamed and deleted', async () => {
      await page.getByRole('button', { name: 'Vistas guardadas' }).click();
      await savedViews(page).getByRole('button', { name: 'Cambiar «Los Ford»' }).click();
      const edited = page.getByRole('dialog', { name: 'Cambiar la vista' });
      await edited.getByLabel('Nombre de la vista').fill('Ford con permuta');
      await edited.getByRole('button', { name: 'Guardar la vista' }).click();
      await savedViews(page).getByRole('button', { name: 'Borrar «Ford con permuta»' }).click();
      await page.getByRole('button', { name: 'Borrar la vista' }).click();
      await expect(view(page, 'Ford con permuta')).toBeHidden();
      await expect(page).not.toHaveURL(/vista=/);
    });
  },
);

test(
  'unsaved changes of a view stay over an inquiry, another section and Back',
  { tag: '@full' },
  async ({ page, agency, clientOf, signIn }) => {
    await agency.receive('Ana', { Auto: { Marca: 'Ford' }, Interesado: SWAP });
    const client = await clientOf(agency.seller);
    const made = { name: 'Los Ford', search: '?marca=Ford', shared: false };
    const { id } = await client.call(desk.addView, { body: { id: randomUUID(), ...made } });
    await signIn(agency.seller, `/inquiries?vista=${id}&marca=Ford`);
    await expect(rowOf(page, 'Ana')).toBeVisible();
    await filterSwaps(page);
    const expectChanged = async () => {
      await expect(bar(page)).toContainText('Los Ford: cambiada, sin guardar');
      await expect(page).toHaveURL(/permuta=si/);
    };
    await expectChanged();
    await rowOf(page, 'Ana').click();
    await expect(panelHeading(page)).toBeFocused();
    await expectChanged();
    await page.keyboard.press('Escape');
    await expectChanged();
    await page.getByRole('link', { name: 'Catálogos' }).click();
    await expect(bar(page)).toBeHidden();
    await page.goBack();
    await expectChanged();

    await saveAs(page, 'Ford con permuta');
    const { views } = await client.call(desk.listViews);
    expect(views.find((one) => one.id === id)).toMatchObject({ search: made.search, version: 1 });
  },
);

test(
  'colleagues pin a shared view, cannot change it, and go on without it once it is deleted',
  { tag: '@full' },
  async ({ page, agency, clientOf, signIn }) => {
    await agency.receive('Ana', { Auto: { Marca: 'Ford' }, Interesado: NOTHING });
    await agency.receive('Beto', { Auto: { Marca: 'Fiat' }, Interesado: NOTHING });
    const partner = await clientOf('partner');
    const search = `?agencia=${encodeURIComponent(agency.adminMail)}&marca=Ford`;
    const { id } = await partner.call(desk.addView, {
      body: { id: randomUUID(), name: 'Los Ford del mes', search, shared: true },
    });
    await signIn(agency.seller);
    await page.getByRole('button', { name: 'Vistas guardadas' }).click();
    await expect(savedViews(page).getByText('La comparte Paula Ferreyra')).toBeVisible();
    await expect(savedViews(page).getByRole('button', { name: 'Borrar «Los Ford del mes»' })).toBeHidden();
    await savedViews(page).getByRole('button', { name: 'Fijar «Los Ford del mes»', exact: true }).click();
    await savedViews(page).getByRole('button', { name: 'Cerrar' }).click();
    await view(page, 'Los Ford del mes').click();
    await expect(rows(page).getByRole('link')).toHaveText(['Ana']);
    const address = page.url();
    await filterSwaps(page);
    await expect(bar(page)).toContainText('cambiada, sin guardar');
    await expect(bar(page).getByRole('button', { name: 'Guardar', exact: true })).toBeHidden();
    await expect(bar(page).getByRole('button', { name: 'Guardar como nueva' })).toBeVisible();

    await partner.call(desk.deleteView, { params: { id } });
    await page.goto(address);
    await expect(bar(page)).toContainText('no existe');
    await expect(rows(page).getByRole('link')).toHaveText(['Ana']);
    await bar(page).getByRole('link', { name: 'Seguir sin vista' }).click();
    await expect(bar(page)).toBeHidden();
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test(
    'the row of views scrolls to the open view without scrolling the page',
    { tag: '@full' },
    async ({ page, agency, clientOf, signIn }) => {
      await agency.receive('Ana');
      const client = await clientOf(agency.seller);
      const made = { name: 'Permutas del teléfono', search: '?cola=hoy&permuta=si', shared: false };
      const { id } = await client.call(desk.addView, { body: { id: randomUUID(), ...made } });
      await client.call(desk.pinView, { params: { id }, body: { pinned: true } });
      await signIn(agency.seller, '/inquiries?vista=pospuestas');
      await expect(view(page, 'Pospuestas')).toBeInViewport({ ratio: 0.9 });
      await expect(view(page, 'Últimas')).not.toBeInViewport();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      // Counts of the others come later, and move it.
      await expect(view(page, 'Para responder')).toHaveText('Para responder1');
      await expect(view(page, 'Pospuestas')).toBeInViewport({ ratio: 0.9 });

      await page.goto(`/inquiries?${made.search.slice(1)}&vista=${id}`);
      await expect(view(page, 'Para responder')).toHaveText('Para responder1');
      await expect(view(page, made.name)).toBeInViewport({ ratio: 0.9 });
    },
  );
});
