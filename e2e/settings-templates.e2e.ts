import type { Browser, Page } from '@playwright/test';
import { BUSY_AGENCY, EMPTY_AGENCY, SMALL_AGENCY } from '#service/demo/agencies.ts';
import { violations } from './axe.ts';
import { type Person, type Vitrina, output } from './server.ts';
import { expect, fillSignIn, test } from './test.ts';

/** A seller whom no other test knows. */
async function newSeller(vitrina: Vitrina, mailbox: string, agency = BUSY_AGENCY): Promise<Person> {
  const mail = `${mailbox}@vitrina.example`;
  const said = await output('person-create.ts', ['--mail', mail, '--role', 'seller', '--agency', agency], {
    DATA_DIR: vitrina.dataDir,
  });
  return { mail, password: said.trim().split('\n').at(-1) ?? '' };
}

/** A browser of somebody else, who is at their templates. */
async function elsewhere(browser: Browser, vitrina: Vitrina, person: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: vitrina.url, locale: 'es-AR' });
  const page = await context.newPage();
  await page.goto('/settings/templates');
  await fillSignIn(page, person);
  await expect(page.getByRole('heading', { name: 'Plantillas' })).toBeVisible();
  return page;
}

const templates = (page: Page) => page.getByRole('table', { name: 'Plantillas' }).getByRole('row');
const named = (page: Page, name: string) => templates(page).filter({ hasText: name });
const preview = (page: Page) => page.getByRole('region', { name: 'Así se va a leer' });
/** One that is marked in the preview. */
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

test('a template is written with placeholders, shown as it will read, found again and taken back', async ({
  page,
  vitrina,
  signIn,
}) => {
  await signIn(await newSeller(vitrina, 'escribe', EMPTY_AGENCY), '/settings/templates');
  await expect(page.getByText('Todavía no hay plantillas.')).toBeVisible();
  await page.getByRole('link', { name: 'Nueva plantilla' }).click();
  await expect(page.getByRole('heading', { name: 'Nueva plantilla' })).toBeFocused();
  await save(page).click();
  await expect(page.getByText('Escribí un nombre de hasta 60 letras.')).toBeVisible();
  await expect(page.getByText('Escribí el texto, de hasta 4.000 letras.')).toBeVisible();
  await expect(page.getByLabel('Nombre de la plantilla')).toBeFocused();

  await page.keyboard.type('Precio y visita');
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
  await expect(preview(page).getByText('antes de mandarla: [precio]')).toBeVisible();
  await text(page).press('End');
  await page.keyboard.type(' {{ciudad}}');
  await expect(gap(page, '{{ciudad}}')).toBeVisible();
  await expect(preview(page).getByText('antes de mandarla: [precio], {{ciudad}}')).toBeVisible();
  await expect(
    page.getByText('No es un dato de la consulta, y queda para completar a mano: {{ciudad}}'),
  ).toBeVisible();

  await save(page).click();
  await expect(page).toHaveURL(/\/settings\/templates$/);
  await expect(named(page, 'Precio y visita')).toContainText('Personal');
  await page.getByLabel('Nombre, texto o autor').fill('VISÍTA');
  await expect(page).toHaveURL(/q=VIS/);
  await expect(named(page, 'Precio y visita')).toBeVisible();
  await page.getByLabel('Cuáles').selectOption('Las compartidas');
  await expect(page.getByText('Ninguna plantilla coincide con esta búsqueda.')).toBeVisible();
  await page.goBack();
  await expect(named(page, 'Precio y visita')).toBeVisible();

  await page.reload();
  await expect(named(page, 'Precio y visita')).toBeVisible();
  await expect(page.getByText('Se guardó «')).toHaveCount(0);
  await page.goto('/settings/templates');
  await named(page, 'Precio y visita').getByRole('link').click();
  await page.getByRole('button', { name: 'Borrar la plantilla' }).click();
  await expect(page.getByText('Todavía no hay plantillas.')).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(named(page, 'Precio y visita')).toBeVisible();
});

test('what is shared is for colleagues, who read it; support reads all of it and writes none', async ({
  page,
  browser,
  vitrina,
  signIn,
}) => {
  await signIn(await newSeller(vitrina, 'comparte'), '/settings/templates');
  await page.goto('/settings/templates/new');
  await expect(page.getByText('Solo vos la ves.')).toBeVisible();
  await page.getByLabel('Compartirla').check();
  await expect(page.getByText('La ven y la usan quienes trabajan en tus agencias')).toBeVisible();
  await write(page, { name: 'Para colegas', text: 'Hola {{nombre}}, te escribe {{vendedor}}', shared: true });

  const colleague = await elsewhere(browser, vitrina, await newSeller(vitrina, 'colega'));
  await named(colleague, 'Para colegas').getByRole('link').click();
  await expect(colleague.getByText('podés usarla, y la cambia quien la hizo')).toBeVisible();
  await expect(preview(colleague)).toContainText('Hola Marina, te escribe');
  await expect(save(colleague)).toHaveCount(0);

  const stranger = await elsewhere(browser, vitrina, await newSeller(vitrina, 'ajena', SMALL_AGENCY));
  await expect(named(stranger, 'Para colegas')).toHaveCount(0);
  await stranger.goto(new URL(colleague.url()).pathname);
  await expect(stranger.getByText('Esta plantilla no está')).toBeVisible();

  const support = await elsewhere(browser, vitrina, vitrina.people.support);
  await expect(named(support, 'Para colegas')).toBeVisible();
  await expect(support.getByRole('link', { name: 'Nueva plantilla' })).toHaveCount(0);
  await support.goto('/settings/templates/new');
  await expect(support.getByRole('heading', { name: 'Tu cuenta no llega a esta página' })).toBeVisible();
});

test('what is not saved survives a reload and a failed save, and is saved once', async ({
  page,
  vitrina,
  signIn,
}) => {
  await signIn(await newSeller(vitrina, 'borrador'), '/settings/templates/new');
  await page.getByLabel('Nombre de la plantilla').fill('Con cortes');
  await text(page).fill('Primera versión');
  await page.reload();
  await expect(page.getByText('Es lo que habías escrito y no se guardó.')).toBeVisible();
  await expect(text(page)).toHaveValue('Primera versión');

  // It arrives, and its answer is lost.
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
  await expect(named(page, 'Con cortes')).toHaveCount(1);
  await expect(named(page, 'Con cortes')).toContainText('Segunda versión');
  await page.goto('/settings/templates/new');
  await expect(text(page)).toHaveValue('');

  await text(page).fill('Para nadie');
  await page.reload();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(text(page)).toHaveValue('');
  await page.reload();
  await expect(text(page)).toHaveValue('');
});

test('what is typed while it is saved is not lost, and not undone', async ({ page, vitrina, signIn }) => {
  await signIn(await newSeller(vitrina, 'sigue'), '/settings/templates');
  await write(page, { name: 'Sigo escribiendo', text: 'Uno' });
  await named(page, 'Sigo escribiendo').getByRole('link').click();
  let answer: (() => void) | undefined;
  await page.route('**/desk/templates/*', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await route.continue();
  });
  await text(page).fill('Uno y dos');
  await save(page).click();
  await expect.poll(() => answer).toBeDefined();
  await text(page).fill('Uno, dos y tres');
  answer?.();
  await expect(page.getByText('Se guardó «Sigo escribiendo».')).toBeVisible();
  await expect(text(page)).toHaveValue('Uno, dos y tres');
  await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
  await page.unroute('**/desk/templates/*');
  await page.reload();
  await expect(text(page)).toHaveValue('Uno, dos y tres');
  await save(page).click();
  await expect(save(page)).toBeDisabled();
  await page.goto('/settings/templates');
  await expect(named(page, 'Sigo escribiendo')).toContainText('Uno, dos y tres');
});

test('of two who edit at once, the second sees both versions and chooses; the first can undo', async ({
  page,
  browser,
  vitrina,
  signIn,
}) => {
  await signIn(await newSeller(vitrina, 'duda'), '/settings/templates');
  await write(page, { name: 'De dos', text: 'Original', shared: true });
  await named(page, 'De dos').getByRole('link').click();
  await expect(text(page)).toHaveValue('Original');

  const partner = await elsewhere(browser, vitrina, vitrina.people.partner);
  await named(partner, 'De dos').getByRole('link').click();
  await text(partner).fill('De la socia');
  await save(partner).click();
  await expect(partner.getByText('Se guardó «De dos».')).toBeVisible();

  await text(page).fill('De la autora');
  await save(page).click();
  const versions = page.getByRole('alert').filter({ hasText: 'Alguien guardó otra cosa mientras tanto' });
  await expect(versions).toBeFocused();
  await expect(versions.getByRole('row', { name: /^Texto/ })).toHaveText('TextoDe la autoraDe la socia');
  await expect(versions.getByRole('row')).toHaveCount(2);
  await versions.getByRole('button', { name: 'Guardar lo mío' }).click();
  await expect(page.getByText('Se guardó «De dos».')).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(text(page)).toHaveValue('De la socia');

  await text(partner).fill('Otra de la socia');
  await save(partner).click();
  await partner.getByRole('button', { name: 'Quedarme con lo guardado' }).click();
  await expect(text(partner)).toHaveValue('De la socia');
  await expect(save(partner)).toBeDisabled();
});

test('deleting another’s is asked about; who edits it meanwhile keeps what was written', async ({
  page,
  browser,
  vitrina,
  signIn,
}) => {
  await signIn(await newSeller(vitrina, 'pierde'), '/settings/templates');
  await write(page, { name: 'La borran', text: 'Original', shared: true });
  await named(page, 'La borran').getByRole('link').click();
  await text(page).fill('Lo que escribo');

  const partner = await elsewhere(browser, vitrina, vitrina.people.partner);
  await named(partner, 'La borran').getByRole('link').click();
  await partner.getByRole('button', { name: 'Borrar la plantilla' }).click();
  const dialog = partner.getByRole('dialog', { name: '¿Borrar «La borran»?' });
  await expect(dialog).toContainText('No se puede deshacer.');
  await dialog.getByRole('button', { name: 'Borrar la plantilla' }).click();
  await expect(partner).toHaveURL(/\/settings\/templates$/);
  await expect(named(partner, 'La borran')).toHaveCount(0);

  await save(page).click();
  await expect(page.getByText('Alguien borró esta plantilla.')).toBeVisible();
  await expect(text(page)).toHaveValue('Lo que escribo');
  await page.getByRole('button', { name: 'Guardarla como nueva' }).click();
  await expect(named(page, 'La borran')).toContainText('Lo que escribo');
});

test('templates read in English, too', async ({ page, vitrina }) => {
  await page.addInitScript(() => localStorage.setItem('vitrina-language', 'en'));
  const person = await newSeller(vitrina, 'english');
  await page.goto('/settings/templates/new');
  await page.getByLabel('E-mail').fill(person.mail);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'New template' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Write the text, of up to 4,000 letters.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'How it will read' })).toBeVisible();
});

for (const width of [360, 1440])
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('axe finds nothing on the pages of templates, and nothing is wider than the screen', async ({
      page,
      signIn,
    }) => {
      await signIn('seller', '/settings/templates');
      await write(page, {
        name: `Axe ${width}`,
        text: 'Hola {{nombre}} {{x}}',
        shared: true,
      });
      await looksRight(page);
      await named(page, `Axe ${width}`).getByRole('link').click();
      await preview(page).getByLabel('Probar con una consulta').check();
      await page.getByLabel('Nombre de la plantilla').fill('');
      await save(page).click();
      await expect(page.getByText('Escribí un nombre de hasta 60 letras.')).toBeVisible();
      await looksRight(page);
    });
  });

async function looksRight(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  const wide = await page.evaluate(() => document.querySelector('#main')?.scrollWidth);
  expect(wide).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}
