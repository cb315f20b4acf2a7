import type { Page } from '@playwright/test';
import { AGENCY_WITHOUT_INQUIRIES, BUSY_AGENCY, SMALL_AGENCY } from '#service/demo/agencies.ts';
import { createSeller, openPageAs } from './actions.ts';
import { chooseOption } from './fields.ts';
import { expect, test } from './test.ts';

const templateRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Plantillas' }).getByRole('row').filter({ hasText: name });
const preview = (page: Page) => page.getByRole('region', { name: 'Así se va a leer' });
/** A placeholder without a value, marked in the preview. */
const gap = (page: Page, name: string) => preview(page).getByText(name, { exact: true });
const text = (page: Page) => page.getByLabel('Texto', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Guardar', exact: true });

async function write(page: Page, values: { name: string; text: string; shared?: boolean }): Promise<void> {
  await page.goto('/settings/templates/new');
  await page.getByLabel('Nombre de la plantilla').fill(values.name);
  await text(page).fill(values.text);
  if (values.shared) await page.getByLabel('Compartirla').check();
  await save(page).click();
  await expect(page.getByText(`Se guardó «${values.name}».`)).toBeVisible();
}

test('a template is written with placeholders, previewed, found, deleted and restored', async ({
  page,
  vitrina,
  signIn,
  clientOf,
}) => {
  const seller = await createSeller(vitrina, await clientOf('partner'), {
    agencies: [AGENCY_WITHOUT_INQUIRIES],
  });
  await signIn(seller, '/settings/templates');
  await expect(page.getByText('Todavía no hay plantillas.')).toBeVisible();
  await page.getByRole('link', { name: 'Nueva plantilla' }).click();
  await expect(page.getByRole('heading', { name: 'Nueva plantilla' })).toBeFocused();
  await page.getByLabel('Nombre de la plantilla').fill('Precio y visita');

  // Placeholders go where the caret is.
  await text(page).focus();
  await page.keyboard.type('Hola : el precio es ');
  await page.keyboard.press('Home');
  for (let letter = 0; letter < 5; letter++) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Nombre', exact: true }).click();
  await expect(text(page)).toHaveValue('Hola {{nombre}}: el precio es ');
  await expect(text(page)).toBeFocused();
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Precio' }).click();
  await page.getByLabel('Asunto, si va por correo').focus();
  await page.getByRole('button', { name: 'Vehículo' }).click();
  await expect(page.getByLabel('Asunto, si va por correo')).toHaveValue('{{vehiculo}}');

  await expect(preview(page)).toContainText('Fiat Cronos Drive 2021');
  await expect(preview(page)).toContainText(/Hola Marina: el precio es ARS\s18\.500\.000/);
  await expect(gap(page, '[precio]')).toHaveCount(0);
  await preview(page).getByLabel('Probar con una consulta sin apellido ni precio').check();
  await expect(gap(page, '[precio]')).toBeVisible();

  await save(page).click();
  await expect(page).toHaveURL(/\/settings\/templates$/);
  await page.getByLabel('Nombre, texto o autor').fill('VISÍTA');
  await expect(page).toHaveURL(/q=VIS/);
  await expect(templateRow(page, 'Precio y visita')).toContainText('Personal');
  await chooseOption(page, 'Cuáles', 'Las compartidas');
  await expect(page.getByText('Ninguna plantilla coincide con esta búsqueda.')).toBeVisible();
  await page.goBack();
  await expect(templateRow(page, 'Precio y visita')).toBeVisible();
  await templateRow(page, 'Precio y visita').getByRole('link').click();
  await page.getByRole('button', { name: 'Borrar la plantilla' }).click();
  await expect(page.getByText('Todavía no hay plantillas.')).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(templateRow(page, 'Precio y visita')).toBeVisible();
});

test(
  'a shared template is read by colleagues of the agency, and by nobody else',
  { tag: '@full' },
  async ({ page, browser, vitrina, signIn, clientOf }) => {
    const partner = await clientOf('partner');
    const openAsSeller = async (agency: string, at: string) => {
      const seller = await createSeller(vitrina, partner, { agencies: [agency] });
      return openPageAs(browser, vitrina, await clientOf(seller), at);
    };
    await signIn(await createSeller(vitrina, partner, { agencies: [BUSY_AGENCY] }), '/settings/templates');
    await write(page, {
      name: 'Para colegas',
      text: 'Hola {{nombre}}, te escribe {{vendedor}}',
      shared: true,
    });

    const colleague = await openAsSeller(BUSY_AGENCY, '/settings/templates');
    await templateRow(colleague, 'Para colegas').getByRole('link').click();
    await expect(colleague.getByText('podés usarla, y la cambia quien la hizo')).toBeVisible();
    await expect(preview(colleague)).toContainText('Hola Marina, te escribe');
    await expect(save(colleague)).toHaveCount(0);

    await test.step('a stranger does not find it', async () => {
      const stranger = await openAsSeller(SMALL_AGENCY, new URL(colleague.url()).pathname);
      await expect(stranger.getByText('Esta plantilla no está')).toBeVisible();
    });
  },
);

test(
  'an unsaved template survives a reload and a lost reply, and is saved once',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    await test.step('a draft survives a reload', async () => {
      const seller = await createSeller(vitrina, await clientOf('partner'), { agencies: [BUSY_AGENCY] });
      await signIn(seller, '/settings/templates/new');
      await page.getByLabel('Nombre de la plantilla').fill('Con cortes');
      await text(page).fill('Primera versión');
      await page.reload();
      await expect(page.getByText('Es lo que habías escrito y no se guardó.')).toBeVisible();
      await expect(text(page)).toHaveValue('Primera versión');
    });

    await test.step('a draft whose reply was lost is saved once', async () => {
      // The gateway saves it, and the answer is lost.
      await page.route('**/desk/templates', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        await route.fetch();
        await route.abort();
      });
      await save(page).click();
      await expect(page.getByRole('alert').filter({ hasText: 'No hay respuesta de Vitrina' })).toBeVisible();
      await page.unroute('**/desk/templates');
      await text(page).fill('Segunda versión');
      await page.reload();
      await expect(text(page)).toHaveValue('Segunda versión');
      await save(page).click();
      await expect(templateRow(page, 'Con cortes')).toHaveCount(1);
      await expect(templateRow(page, 'Con cortes')).toContainText('Segunda versión');
    });

    await test.step('a discarded draft is gone', async () => {
      await page.goto('/settings/templates/new');
      await expect(text(page)).toHaveValue('');
      await text(page).fill('Para nadie');
      await page.reload();
      await page.getByRole('button', { name: 'Descartar' }).click();
      await expect(text(page)).toHaveValue('');
      await page.reload();
      await expect(text(page)).toHaveValue('');
    });
  },
);

test(
  'the second of two people who edit a template chooses a version, and a deleted template is saved as new',
  { tag: '@full' },
  async ({ page, browser, vitrina, signIn, clientOf }) => {
    const partner = await clientOf('partner');
    const seller = await createSeller(vitrina, partner, { agencies: [BUSY_AGENCY] });
    await signIn(seller, '/settings/templates');
    await write(page, { name: 'De dos', text: 'Original', shared: true });
    await templateRow(page, 'De dos').getByRole('link').click();
    await expect(text(page)).toHaveValue('Original');
    const partnerPage = await openPageAs(browser, vitrina, partner, new URL(page.url()).pathname);
    await text(partnerPage).fill('De la socia');
    await save(partnerPage).click();
    await expect(partnerPage.getByText('Se guardó «De dos».')).toBeVisible();

    await test.step('the second person chooses a version', async () => {
      await text(page).fill('De la autora');
      await save(page).click();
      const versions = page.getByRole('alert').filter({ hasText: 'Alguien guardó otra cosa mientras tanto' });
      await expect(versions).toBeFocused();
      await expect(versions.getByRole('row', { name: /^Texto/ })).toHaveText('TextoDe la autoraDe la socia');
      await versions.getByRole('button', { name: 'Guardar lo mío' }).click();
      await expect(page.getByText('Se guardó «De dos».')).toBeVisible();
      await page.getByRole('button', { name: 'Deshacer' }).click();
      await expect(text(page)).toHaveValue('De la socia');
      await text(partnerPage).fill('Otra de la socia');
      await save(partnerPage).click();
      await partnerPage.getByRole('button', { name: 'Quedarme con lo guardado' }).click();
      await expect(text(partnerPage)).toHaveValue('De la socia');
    });

    await test.step('a deleted template is saved as new', async () => {
      await text(page).fill('Lo que escribo');
      await partnerPage.getByRole('button', { name: 'Borrar la plantilla' }).click();
      const dialog = partnerPage.getByRole('dialog', { name: '¿Borrar «De dos»?' });
      await expect(dialog).toContainText('No se puede deshacer.');
      await dialog.getByRole('button', { name: 'Borrar la plantilla' }).click();
      await expect(templateRow(partnerPage, 'De dos')).toHaveCount(0);
      await save(page).click();
      await expect(page.getByText('Alguien borró esta plantilla.')).toBeVisible();
      await page.getByRole('button', { name: 'Guardarla como nueva' }).click();
      await expect(templateRow(page, 'De dos')).toContainText('Lo que escribo');
    });
  },
);
