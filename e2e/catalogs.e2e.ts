import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { chooseOption } from './fields.ts';
import { expect, test } from './test.ts';

const entries = (page: Page, catalog: string) =>
  page.getByRole('list', { name: catalog }).getByRole('listitem');

test('a seller finds a make as typed, shares its address and copies its codes', async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await signIn('seller', '/catalogs');
  await expect(page.getByRole('heading', { name: 'Marcas' })).toBeVisible();
  await expect(entries(page, 'Marcas')).toHaveCount(80);
  await page.getByLabel('Nombre, código o id').fill('CITROEN');
  await expect(entries(page, 'Marcas')).toHaveText([/Citroën/]);
  await expect(page).toHaveURL('/catalogs/makes?q=CITROEN');
  await page.reload();
  await expect(entries(page, 'Marcas')).toHaveText([/Citroën/]);
  await page.getByLabel('Nombre, código o id').fill('nada así');
  await page.getByRole('link', { name: 'Quitar los filtros' }).click();
  await page.getByLabel('Solo mercado de nuevos').check();
  await expect(entries(page, 'Marcas')).toHaveCount(50);
  await expect(page).toHaveURL('/catalogs/makes?soloMercadoNuevos=true');
  await page.goBack();
  await expect(entries(page, 'Marcas')).toHaveCount(80);

  await entries(page, 'Marcas').getByRole('button', { name: 'Copiar la ruta de Volkswagen' }).click();
  await expect(page.getByRole('button', { name: 'Copiado: /v3/marcas/77' })).toBeVisible();
  expect(await clipboard()).toBe('/v3/marcas/77');
  await page.getByRole('link', { name: 'Volkswagen' }).click();
  await expect(page).toHaveURL('/catalogs/makes/77');
  await expect(page.getByRole('heading', { name: 'Volkswagen' })).toBeFocused();
  await page.getByRole('button', { name: 'Copiar vw' }).click();
  await expect.poll(clipboard).toBe('vw');
});

test(
  'cities of a province are requested once, then filtered and scrolled without a request',
  { tag: '@full' },
  async ({ page, signIn }) => {
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname === '/v3/ciudades') requests.push(search);
    });
    await signIn('seller', '/catalogs/cities');
    await expect(page.getByText('Elegí una provincia o escribí parte del nombre')).toBeVisible();
    expect(requests).toEqual([]);
    await chooseOption(page, 'Provincia', 'Santa Fe');
    await expect(entries(page, 'Ciudades')).toHaveCount(72);
    await page.getByLabel('Nombre o id').fill('rosario');
    await expect(entries(page, 'Ciudades').first()).toContainText('Rosario');
    expect(requests).toEqual(['?region=17']);
    await chooseOption(page, 'Provincia', 'Todas');
    await expect(page).toHaveURL('/catalogs/cities?q=rosario');
    await expect(entries(page, 'Ciudades').filter({ hasText: 'Salta' }).first()).toBeVisible();
    expect(requests).toEqual(['?region=17', '?q=rosario']);
  },
);

test(
  'arrow keys go from the search field into the entries and back',
  { tag: '@full' },
  async ({ page, signIn }) => {
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
  },
);

test(
  'a catalog that was read stays offline, and a missing answer is not shown as no match',
  { tag: '@full' },
  async ({ page, signIn, context }) => {
    await signIn('seller', '/catalogs/body-styles');
    await expect(entries(page, 'Carrocerías')).toHaveCount(9);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await expect(page.getByRole('alert')).toContainText('No se pudo actualizar: Sin conexión a internet');
    await expect(entries(page, 'Carrocerías')).toHaveCount(9);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);

    await page.goto('/catalogs/best-match');
    const answer = page.getByRole('region', { name: 'Respuesta' });
    const make = page.getByLabel('Marca · como viene en tus datos');
    await make.fill('maxda');
    await page.keyboard.press('Enter');
    await expect(answer.getByRole('link', { name: 'Mazda' })).toBeVisible();
    await expect(answer).toContainText('GET /v3/marcas/bestmatch?make=maxda');
    await expect(page.getByRole('region', { name: 'Por qué' })).toContainText('puede ser un error de tipeo');
    await expect(page).toHaveURL('/catalogs/best-match?make=maxda');
    await make.fill('lada');
    await page.keyboard.press('Enter');
    await expect(answer.getByRole('heading', { name: 'Sin coincidencia' })).toBeVisible();
    await context.setOffline(true);
    await make.fill('fiat');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No es un «no»: no se sabe si hay coincidencia.')).toBeVisible();
    await expect(page.getByText('Sin coincidencia')).toHaveCount(0);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(answer.getByRole('link', { name: 'Fiat' })).toBeVisible();
  },
);

test(
  'a file is compared with a catalog, decided and saved, and its answers are offered next time',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn('partner', '/catalogs/column');
    const value = `Rodado ${crypto.randomUUID().slice(0, 8)}`;
    const lines = [
      'Marca;Ciudad;Provincia',
      'VW;Rosario;Sta. Fe',
      'volksvagen;Mar de Plata;bs as',
      `${value};Narnia;`,
    ];
    await page.getByLabel('Archivo CSV o XLSX').setInputFiles({
      name: 'publicaciones.csv',
      mimeType: 'text/csv',
      // Excel saves CSV in Latin-1 with CRLF.
      buffer: Buffer.from(`${lines.join('\r\n')}\r\nCitroën;Córdoba;Córdoba\r\n`, 'latin1'),
    });
    const table = page.getByRole('table', { name: 'Valores de la columna' });
    const row = (name: string) => table.getByRole('row').filter({ hasText: name });
    await expect(page.getByRole('combobox', { name: 'Columna' })).toHaveText('Marca');
    await page.getByRole('button', { name: 'Comparar 4 valores distintos' }).click();
    await expect(row('Citroën')).toContainText('Es su nombre, letra por letra');
    await expect(page.getByRole('tab', { name: 'Seguras 3' })).toBeVisible();
    await page.getByRole('button', { name: `Elegir para «${value}»` }).click();
    await page.keyboard.type('renau');
    await expect(page.getByRole('option', { name: 'Renault' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(row(value)).toContainText('elegida a mano');
    await page.getByRole('button', { name: 'Guardar 1 respuesta en el diccionario' }).click();
    await expect(page.getByRole('button', { name: /en el diccionario/ })).toHaveCount(0);

    await chooseOption(page, 'Columna', 'Ciudad');
    await chooseOption(page, 'Catálogo', 'Ciudades');
    await page.getByRole('button', { name: 'Comparar 4 valores distintos' }).click();
    await expect(row('Rosario')).toContainText('Santa Fe');
    await expect(page.getByRole('tab', { name: 'Seguras 3' })).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('publicaciones Ciudad.csv');
    const file = await readFile(await download.path(), 'utf8');
    expect(file).toContain('volksvagen;Mar de Plata;bs as;');
    expect(file).toContain(';Mar del Plata;Buenos Aires;/v3/ciudades/');
    expect(file).toContain('Narnia;;;;;;;sin coincidencia');

    // The dictionary has no unsaved changes left, so leaving it asks nothing.
    await page.getByRole('link', { name: 'Diccionario' }).click();
    await page.getByLabel('Valor o respuesta').fill(value);
    await expect(page.getByRole('table').getByRole('row').filter({ hasText: value })).toContainText(
      'Renault',
    );
    await page.getByRole('link', { name: 'Comparar una columna' }).click();
    await page.getByLabel('Columna o tabla').fill(`vw\n${value.toUpperCase()}\n`);
    await page.getByRole('button', { name: 'Comparar 2 valores distintos' }).click();
    await expect(row(value.toUpperCase())).toContainText('del diccionario');
    await page.getByLabel('Columna o tabla').fill('fiat\n');
    await page.getByRole('button', { name: 'Comparar 1 valor' }).waitFor();
    await page.getByRole('link', { name: 'Marcas' }).click();
    await expect(page.getByRole('dialog', { name: '¿Salir sin guardar?' })).toBeVisible();
  },
);

test('a compared column is found again, and a colleague sees its answers and gives others', async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const column = `Marca ${crypto.randomUUID().slice(0, 8)}`;
  const table = page.getByRole('table', { name: 'Valores de la columna' });
  const row = (name: string) => table.getByRole('row').filter({ hasText: name });
  const undoAll = page.getByRole('button', { name: 'Deshacer todo lo aceptado (1)' });
  await signIn('seller', '/catalogs/column');
  await page.getByLabel('Columna o tabla').fill(`${column}\tNota\nVW\ta\nMersede\tb\nlada\tc\n`);
  await page.getByRole('button', { name: 'Comparar 3 valores distintos' }).click();
  await page.getByRole('button', { name: 'Aceptar 1 dudosa desde 75 puntos' }).click();
  await expect(row('Mersede')).toContainText('aceptada por puntaje');
  const stored = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Ninguna para «lada»' }).click();
  expect((await stored).status()).toBe(200);
  await page.getByRole('button', { name: 'Copiar el enlace' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page).toHaveURL(link);
  await page.reload();
  await expect(row('lada')).toContainText('elegida a mano');
  await expect(undoAll).toBeVisible();
  await page.getByRole('link', { name: 'Marcas', exact: true }).click();
  await page.getByRole('link', { name: 'Comparar una columna' }).click();
  await page.getByRole('link', { name: new RegExp(column) }).click();
  await expect(row('Mersede')).toContainText('aceptada por puntaje');

  await context.clearCookies();
  await signIn('partner', link);
  await expect(row('lada')).toContainText('elegida a mano');
  const judgements = page.getByRole('group', { name: 'Cómo se decidió' });
  await judgements.getByRole('button', { name: 'Aceptadas por puntaje 1' }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await undoAll.click();
  await expect(row('Mersede')).toContainText('¿Mercedes-Benz?');
  await judgements.getByRole('button', { name: 'Sin decidir 1' }).click();
  await page.getByRole('button', { name: 'Ninguna para «Mersede»' }).click();
  await expect(judgements.getByRole('button', { name: 'Sin entrada 2' })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file.split('\r\n')[2]).toBe('Mersede;;;;;sin coincidencia');

  await context.clearCookies();
  await signIn('seller', link);
  await expect(row('Mersede')).toContainText('Ninguna');
  await expect(judgements.getByRole('button', { name: 'Sin entrada 2' })).toBeVisible();
});

test(
  'listings of a file get a verdict each, are corrected and exported; a dictionary is imported',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn('partner', '/catalogs/listing');
    const value = `Rodado ${crypto.randomUUID().slice(0, 8)}`;
    const lines = [
      'Marca;Modelo;Carrocería;Color;Provincia;Ciudad',
      'VW;Gol;hatch 5p;rojo;Sta. Fe;Rosario',
      `${value};Uno;sedan;gris acero;Córdoba;Córdoba`,
      'Fiat;Palio;sedan;azul;Mendoza;Rosario',
    ];
    await page.getByLabel('Archivo CSV o XLSX').setInputFiles({
      name: 'stock.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\r\n')),
    });
    await page.getByRole('button', { name: 'Revisar 3 publicaciones' }).click();
    const row = (text: string) =>
      page.getByRole('table', { name: 'Publicaciones' }).getByRole('row').filter({ hasText: text });
    await expect(row(value)).toContainText('no está en el catálogo');
    await expect(row('Palio')).toContainText('Rosario (Santa Fe) no es de la provincia de la fila');
    await page.getByRole('tab', { name: /^No se puede 2/ }).click();
    await page.getByRole('button', { name: `Elegir: Marca, para «${value}», fila 2` }).click();
    await page.keyboard.type('renau');
    await page.getByRole('option', { name: 'Renault' }).click();
    await page.getByRole('button', { name: 'Aceptar Gris para «gris acero», fila 2' }).click();
    await expect(row(value)).toContainText('Lista para publicar');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar CSV' }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    expect(file).toContain(`${value};Uno;sedan;gris acero;Córdoba;Córdoba;Lista para publicar;`);

    await page.goto('/catalogs/dictionary/import');
    await page
      .getByLabel('Tabla de respuestas')
      .fill(`Valor\tId\tNombre\n${value}\t64\tRenault\nx\t999\tNada\n`);
    await page.getByRole('button', { name: 'Probar 2 filas' }).click();
    await expect(page.getByText('El id «999» no está en el catálogo.')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Dejar afuera 1 fila con error' }).check();
    await page.getByRole('button', { name: 'Importar 1 respuesta' }).click();
    await expect(page.getByRole('heading', { name: 'Diccionario' })).toBeVisible();
    await page.getByLabel('Valor o respuesta').fill(value);
    await expect(page.getByRole('table').getByRole('row').filter({ hasText: value })).toContainText(
      'Renault',
    );
  },
);

test('a check of listings is found again, and a colleague sees its answers and takes them back', async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const name = `stock ${crypto.randomUUID().slice(0, 8)}.csv`;
  const row = (text: string) =>
    page.getByRole('table', { name: 'Publicaciones' }).getByRole('row').filter({ hasText: text });
  const undoAll = page.getByRole('button', { name: 'Deshacer todo lo aceptado (1)' });
  await signIn('seller', '/catalogs/listing');
  await page.getByLabel('Archivo CSV o XLSX').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from('Nota;Marca;Modelo;Color\r\nx;VW;Gol;rojo\r\ny;Mersede;Sprinter;zz\r\n'),
  });
  await page.getByRole('button', { name: 'Revisar 2 publicaciones' }).click();
  await page.getByRole('button', { name: 'Aceptar 1 dudosa desde 75 puntos' }).click();
  await expect(row('Mersede')).toContainText('aceptada por puntaje');
  const stored = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Elegir: Color, para «zz», fila 2' }).click();
  await page.keyboard.type('gris');
  await page.getByRole('option', { name: 'Gris', exact: true }).click();
  expect((await stored).status()).toBe(200);
  await page.getByRole('button', { name: 'Copiar el enlace' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page).toHaveURL(link);
  await page.reload();
  await expect(row('Mersede')).toContainText('Lista para publicar');
  await page.getByRole('link', { name: 'Revisar otras publicaciones' }).click();
  await page.getByRole('link', { name }).click();
  await expect(undoAll).toBeVisible();

  await context.clearCookies();
  await signIn('partner', link);
  await page
    .getByRole('group', { name: 'Cómo se decidió alguno de sus valores' })
    .getByRole('button', { name: 'Aceptadas por puntaje 1' })
    .click();
  await expect(page.getByRole('table', { name: 'Publicaciones' }).getByRole('row')).toHaveCount(2);
  await undoAll.click();
  await expect(row('Mersede')).toContainText('Marca: «Mersede» puede ser Mercedes-Benz');
  await page.getByRole('button', { name: 'Deshacer lo decidido sobre «zz», fila 2' }).click();
  await expect(row('Mersede')).toContainText('No se puede');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file.split('\r\n')[2]).toMatch(/^Mersede;Sprinter;zz;No se puede;/);
});
