import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

const entries = (page: Page, catalog: string) =>
  page.getByRole('list', { name: catalog }).getByRole('listitem');

test('a seller finds a make as typed, accents ignored, and shares the address', async ({ page, signIn }) => {
  await signIn('seller');
  await page.getByRole('link', { name: 'Catálogos' }).click();
  await expect(page.getByRole('heading', { name: 'Marcas' })).toBeVisible();
  await expect(entries(page, 'Marcas')).toHaveCount(80);
  await expect(page.getByText('leído recién')).toBeVisible();

  await page.getByLabel('Nombre, código o id').fill('CITROEN');
  await expect(entries(page, 'Marcas')).toHaveText([/Citroën/]);
  await expect(page).toHaveURL('/catalogs/makes?q=CITROEN');
  await page.reload();
  await expect(entries(page, 'Marcas')).toHaveText([/Citroën/]);

  await page.getByLabel('Nombre, código o id').fill('nada así');
  await page.getByRole('link', { name: 'Quitar los filtros' }).click();
  await page.getByLabel('Sólo mercado de nuevos').check();
  await expect(entries(page, 'Marcas')).toHaveCount(50);
  await expect(page).toHaveURL('/catalogs/makes?soloMercadoNuevos=true');
  await page.goBack();
  await expect(entries(page, 'Marcas')).toHaveCount(80);
});

test('an entry has an address, and its id, path and codes can be copied', async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('seller', '/catalogs/makes?q=vw');
  await entries(page, 'Marcas').getByRole('button', { name: 'Copiar la ruta de Volkswagen' }).click();
  await expect(page.getByRole('button', { name: 'Copiado: /v3/marcas/77' })).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toBe('/v3/marcas/77');

  await page.getByRole('link', { name: 'Volkswagen' }).click();
  await expect(page).toHaveURL('/catalogs/makes/77');
  await expect(page.getByRole('heading', { name: 'Volkswagen' })).toBeFocused();
  await page.getByRole('button', { name: 'Copiar vw' }).click();
  await expect.poll(copied).toBe('vw');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Volkswagen' })).toBeVisible();
  await page.goto('/catalogs/makes/999999');
  await expect(page.getByRole('alert')).toContainText('No se encontró');
});

test('cities want a province or a text, which is said before asking', async ({ page, signIn }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/v3/ciudades') asked.push(search);
  });
  await signIn('seller', '/catalogs/cities');
  await expect(page.getByText('Elegí una provincia o escribí parte del nombre')).toBeVisible();
  expect(asked).toEqual([]);

  await page.getByLabel('Provincia').selectOption('Santa Fe');
  await expect(entries(page, 'Ciudades')).toHaveCount(72);
  await page.getByLabel('Nombre o id').fill('rosario');
  await expect(entries(page, 'Ciudades').first()).toContainText('Rosario');
  expect(asked).toEqual(['?region=17']);

  await page.getByLabel('Provincia').selectOption('');
  await expect(page).toHaveURL('/catalogs/cities?q=rosario');
  await expect(entries(page, 'Ciudades').filter({ hasText: 'Salta' }).first()).toBeVisible();
  expect(asked).toEqual(['?region=17', '?q=rosario']);

  await page.getByLabel('Nombre o id').fill('a');
  await expect(page.getByText(/^1[.,]?\d{3} entradas$/)).toBeVisible();
  await expect.poll(() => entries(page, 'Ciudades').count(), { timeout: 20_000 }).toBeGreaterThan(1000);

  await page.goto('/catalogs/cities?region=x');
  await expect(page.getByText('No se entiende «region=x» en la dirección')).toBeVisible();
});

test('the arrows walk from the text into the entries and back', async ({ page, signIn }) => {
  await signIn('seller', '/catalogs/colors?q=gris');
  await expect(entries(page, 'Colores').first()).toBeVisible();
  await page.getByLabel('Nombre o id').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Gris', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Gris claro' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByLabel('Nombre o id')).toBeFocused();
});

test('what was read before stays when it cannot be read again', async ({ page, signIn, context }) => {
  await signIn('seller', '/catalogs/body-styles');
  await expect(entries(page, 'Carrocerías')).toHaveCount(9);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Leer de nuevo' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'No se pudo leer de nuevo: No hay respuesta de Vitrina',
  );
  await expect(entries(page, 'Carrocerías')).toHaveCount(9);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Leer de nuevo' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test.describe('best match', () => {
  const answer = (page: Page) => page.getByRole('region', { name: 'Respuesta' });
  const reasons = (page: Page) => page.getByRole('region', { name: 'Por qué' });

  test('tells the request, the answer and why', async ({ page, signIn }) => {
    await signIn('seller', '/catalogs/best-match');
    await page.getByRole('button', { name: 'Buscar' }).click();
    await expect(page.getByText('Escribí un valor.')).toBeVisible();
    await page.getByLabel('Marca · como viene en tus datos').fill('maxda');
    await page.keyboard.press('Enter');
    await expect(answer(page)).toContainText('GET /v3/marcas/bestmatch?make=maxda');
    await expect(answer(page).getByRole('link', { name: 'Mazda' })).toBeVisible();
    await expect(reasons(page).getByRole('listitem').first()).toContainText('Mazda');
    await expect(reasons(page)).toContainText('puede ser un error de tipeo');
    await expect(page).toHaveURL('/catalogs/best-match?make=maxda');
  });

  test('reads a city within its state', async ({ page, signIn }) => {
    await signIn('seller', '/catalogs/best-match?state=bs+as&city=mar+del+plata');
    await expect(answer(page).getByRole('link', { name: 'Mar del Plata' })).toBeVisible();
    await expect(reasons(page)).toContainText('La provincia «bs as» se lee como Buenos Aires');
  });

  test('tells no match from not having been able to ask', async ({ page, signIn, context }) => {
    await signIn('seller', '/catalogs/best-match?make=lada');
    await expect(answer(page).getByRole('heading', { name: 'Sin coincidencia' })).toBeVisible();
    await expect(answer(page)).toContainText('El servicio dice: «make:');
    await context.setOffline(true);
    await page.getByLabel('Marca · como viene en tus datos').fill('fiat');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No es un «no»: no se sabe si hay coincidencia.')).toBeVisible();
    await expect(page.getByText('Sin coincidencia')).toHaveCount(0);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(answer(page).getByRole('link', { name: 'Fiat' })).toBeVisible();
  });

  test('matches colours itself, since the service does not', async ({ page, signIn }) => {
    await signIn('seller', '/catalogs/best-match?color=bordo');
    await expect(answer(page)).toContainText('El servicio no busca colores');
    await expect(answer(page).getByRole('link', { name: 'Bordó' })).toBeVisible();
    await expect(reasons(page)).toContainText('Se compararon 36 entradas');
  });
});
