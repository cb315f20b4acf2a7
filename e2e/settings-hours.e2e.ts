import type { Browser, Page } from '@playwright/test';
import { BUSY_AGENCY, EMPTY_AGENCY, SMALL_AGENCY } from '#service/demo/agencies.ts';
import { violations } from './axe.ts';
import { type Person, type Vitrina, output } from './server.ts';
import { expect, fillSignIn, test } from './test.ts';

/** A browser of somebody else, who is at the hours of an agency. */
async function elsewhere(browser: Browser, vitrina: Vitrina, person: Person, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: vitrina.url, locale: 'es-AR' });
  const page = await context.newPage();
  await page.goto(path);
  await fillSignIn(page, person);
  await expect(page.getByRole('heading', { name: 'Horarios' })).toBeVisible();
  return page;
}

const at = (adminMail: string) => `/settings/hours?agencia=${adminMail}`;
const agency = (page: Page) => page.getByRole('combobox', { name: 'Agencia' });
const day = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const from = (page: Page, name: string, number: number) =>
  page.getByLabel(`${name}, horario ${number}, desde`);
const to = (page: Page, name: string, number: number) => page.getByLabel(`${name}, horario ${number}, hasta`);
const examples = (page: Page) => page.getByRole('region', { name: 'Por ejemplo' });
const save = (page: Page) => page.getByRole('button', { name: 'Guardar', exact: true });

test('a partner sets the hours of an agency, sees what they come to, and takes it back', async ({
  page,
  signIn,
}) => {
  await signIn('partner', '/settings/hours');
  await expect(page.getByText('Elegí una agencia para ver sus horarios.')).toBeVisible();
  await agency(page).selectOption(EMPTY_AGENCY);
  await expect(page).toHaveURL(new RegExp(`agencia=${encodeURIComponent(EMPTY_AGENCY)}`));
  await expect(page.getByText('Nadie puso los horarios de esta agencia')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await expect(examples(page).getByText(/12:50 vence el .* 16:20; se avisa el .* 16:05\./)).toBeVisible();

  // One interval that ends at midnight on Monday, the same up to Friday, and some of Sunday.
  await page.getByRole('button', { name: 'Quitar Lunes, horario 2' }).click();
  await to(page, 'Lunes', 1).fill('00:00');
  await page.getByRole('button', { name: 'Copiar el lunes a martes–viernes' }).click();
  await expect(to(page, 'Viernes', 1)).toHaveValue('00:00');
  await page.getByRole('button', { name: 'Agregar un horario: Domingo' }).click();
  await expect(from(page, 'Domingo', 1)).toHaveValue('09:00');
  await page.getByRole('button', { name: 'Quitar Sábado, horario 1' }).click();
  await expect(day(page, 'Sábado')).toContainText('Cerrado');
  await page.getByRole('combobox', { name: 'Zona horaria' }).fill('santiago');
  await page.getByRole('option', { name: /America\/Santiago/ }).click();
  await page.getByLabel('Responder en (minutos)').fill('60');
  await expect(examples(page).getByText(/12:50 vence el .* 13:50; se avisa el .* 13:05\./)).toBeVisible();

  await page.getByLabel('Día en que no atiende').fill('2030-12-25');
  await page.getByLabel('Día en que no atiende').press('Enter');
  await page.getByLabel('Día en que no atiende').fill('2030-12-25');
  await page.getByRole('button', { name: 'Agregar el feriado' }).click();
  await expect(page.getByText('Ese día ya está.')).toBeVisible();
  await page.getByLabel('Día en que no atiende').fill('2020-01-01');
  await page.getByRole('button', { name: 'Agregar el feriado' }).click();
  await expect(page.getByRole('list', { name: 'Feriados que vienen' })).toHaveText(
    /miércoles, 25 de diciembre de 2030/,
  );
  await page.getByText('Feriados que pasaron (1)').click();
  await page.getByRole('button', { name: /^Quitar miércoles, 1 de enero de 2020/ }).click();

  await expect(agency(page)).toBeDisabled();
  await save(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Se guardaron los horarios.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Cambios' })).toBeFocused();
  await expect(page.getByText('Nadie puso los horarios de esta agencia')).toHaveCount(0);
  await expect(agency(page)).toBeEnabled();
  await page.reload();
  await expect(to(page, 'Jueves', 1)).toHaveValue('00:00');
  await expect(page.getByRole('combobox', { name: 'Zona horaria' })).toHaveValue(/America\/Santiago/);
  await expect(page.getByLabel('Responder en (minutos)')).toHaveValue('60');

  await page.getByLabel('Responder en (minutos)').fill('90');
  await save(page).click();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByLabel('Responder en (minutos)')).toHaveValue('60');
  await page.reload();
  await expect(page.getByLabel('Responder en (minutos)')).toHaveValue('60');
});

test('what cannot be is said where it is, and nothing is sent', async ({ page, signIn }) => {
  await signIn('partner', at(BUSY_AGENCY));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url());
  });
  await to(page, 'Martes', 1).fill('08:00');
  await page.getByRole('button', { name: 'Agregar un horario: Miércoles' }).click();
  await from(page, 'Miércoles', 3).fill('12:00');
  await from(page, 'Jueves', 2).fill('');
  await page.getByLabel('Responder en (minutos)').fill('muchos');
  await page.getByLabel('Avisar a los (minutos)').fill('-1');
  await expect(examples(page)).toContainText('Cuando los horarios estén completos');
  await save(page).click();
  await expect(day(page, 'Martes')).toContainText('Tiene que terminar después de empezar');
  await expect(day(page, 'Jueves')).toContainText('Poné desde qué hora.');
  await expect(page.getByText('Escribí entre 1 y 10080 minutos.')).toBeVisible();
  await expect(page.getByText('Escribí entre 0 y 10080 minutos.')).toBeVisible();

  await to(page, 'Martes', 1).fill('13:00');
  await expect(day(page, 'Martes')).not.toContainText('Tiene que terminar');
  await from(page, 'Jueves', 2).fill('16:00');
  await page.getByLabel('Responder en (minutos)').fill('30');
  await page.getByLabel('Avisar a los (minutos)').fill('31');
  await save(page).click();
  await expect(day(page, 'Miércoles')).toContainText('Hay horarios que se pisan.');
  await page.getByRole('button', { name: 'Quitar Miércoles, horario 2' }).click();
  await save(page).click();
  await expect(page.getByText('No puede ser después de los minutos para responder.')).toBeVisible();
  expect(sent).toEqual([]);

  // Leaving asks first.
  await page.getByRole('link', { name: 'Plantillas' }).click();
  await page
    .getByRole('dialog', { name: '¿Salir sin guardar?' })
    .getByRole('button', { name: 'Cancelar' })
    .click();
  await page.locator('body').press('g');
  await page.locator('body').press('c');
  await expect(page.getByRole('dialog', { name: '¿Salir sin guardar?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Descartar cambios' }).click();
  await expect(to(page, 'Miércoles', 2)).toHaveValue('20:00');
  await expect(save(page)).toBeDisabled();
});

test('of two who set them at once, the second sees both versions and chooses; a failed save keeps everything', async ({
  page,
  browser,
  vitrina,
  signIn,
}) => {
  await signIn('partner', at(SMALL_AGENCY));
  const other = await elsewhere(browser, vitrina, vitrina.people.partner, at(SMALL_AGENCY));
  await other.getByLabel('Responder en (minutos)').fill('45');
  await other.getByLabel('Día en que no atiende').fill('2030-05-01');
  await other.getByRole('button', { name: 'Agregar el feriado' }).click();
  await save(other).click();
  await expect(other.getByText('Se guardaron los horarios.')).toBeVisible();

  await from(page, 'Sábado', 1).fill('10:00');
  await page.route('**/desk/hours/**', (route) => route.abort());
  await save(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Revisá tu conexión' })).toBeVisible();
  await expect(from(page, 'Sábado', 1)).toHaveValue('10:00');
  await page.unroute('**/desk/hours/**');
  await save(page).click();
  const versions = page.getByRole('alert').filter({ hasText: 'Alguien guardó otra cosa mientras tanto' });
  await expect(versions).toBeFocused();
  await expect(versions.getByRole('row', { name: /^Sábado/ })).toHaveText('Sábado10:00 – 13:0009:00 – 13:00');
  await expect(versions.getByRole('row', { name: /^Responder en/ })).toHaveText('Responder en (minutos)3045');
  await expect(versions.getByRole('row', { name: /^Feriados/ })).toContainText('1 de mayo de 2030');
  await expect(versions.getByRole('row')).toHaveCount(4);
  await versions.getByRole('button', { name: 'Guardar lo mío' }).click();
  await expect(page.getByText('Se guardaron los horarios.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Responder en (minutos)')).toHaveValue('30');

  await other.getByLabel('Avisar a los (minutos)').fill('5');
  await save(other).click();
  await other.getByRole('button', { name: 'Quedarme con lo guardado' }).click();
  await expect(other.getByLabel('Avisar a los (minutos)')).toHaveValue('15');
  await expect(from(other, 'Sábado', 1)).toHaveValue('10:00');
  await expect(save(other)).toBeDisabled();
});

test('sellers read those of their agencies, and support those of all', async ({
  page,
  browser,
  vitrina,
  signIn,
}) => {
  await signIn('seller', '/settings/hours');
  await expect(page.getByText('Automotores del Plata')).toBeVisible();
  await expect(page.getByText('Los cambia quien administra.')).toBeVisible();
  await expect(examples(page).getByRole('listitem')).toHaveCount(3);
  await expect(save(page)).toHaveCount(0);
  await page.goto(at(EMPTY_AGENCY));
  await expect(page.getByRole('alert')).toContainText('Esta agencia no es tuya');

  const support = await elsewhere(browser, vitrina, vitrina.people.support, at('ventas@docta.example'));
  await expect(support.getByText('30 minutos de atención')).toBeVisible();
  await expect(save(support)).toHaveCount(0);
  await agency(support).selectOption(BUSY_AGENCY);
  await expect(support).toHaveURL(/delplata/);
});

test('a seller of several agencies chooses one, in English too', async ({ page, vitrina }) => {
  await page.addInitScript(() => localStorage.setItem('vitrina-language', 'en'));
  const mail = 'varias@vitrina.example';
  const said = await output(
    'person-create.ts',
    ['--mail', mail, '--role', 'seller', '--agency', BUSY_AGENCY, '--agency', SMALL_AGENCY],
    { DATA_DIR: vitrina.dataDir },
  );
  await page.goto('/settings/hours');
  await page.getByLabel('E-mail').fill(mail);
  await page.getByLabel('Password').fill(said.trim().split('\n').at(-1) ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('combobox', { name: 'Agency' }).selectOption(BUSY_AGENCY);
  await expect(page.getByText('30 open minutes')).toBeVisible();
  await expect(page.getByText('Monday', { exact: true })).toBeVisible();
});

for (const width of [360, 1440])
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('axe finds nothing on the page of hours, and nothing is wider than the screen', async ({
      page,
      signIn,
    }) => {
      await signIn('partner', at('info@rosariomotor.example'));
      await expect(from(page, 'Lunes', 1)).toBeVisible();
      await looksRight(page);
      await to(page, 'Martes', 1).fill('08:00');
      await page.getByLabel('Avisar a los (minutos)').fill('');
      await page.getByRole('button', { name: 'Agregar el feriado' }).click();
      await save(page).click();
      await expect(day(page, 'Martes')).toContainText('Tiene que terminar');
      await looksRight(page);
      await page.getByRole('combobox', { name: 'Zona horaria' }).fill('bue');
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
      await looksRight(page);
    });
  });

async function looksRight(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  const wide = await page.evaluate(() => document.querySelector('#main')?.scrollWidth);
  expect(wide).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}
