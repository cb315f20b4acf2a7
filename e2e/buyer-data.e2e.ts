import { readFile } from 'node:fs/promises';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

test('@full a partner hands out and erases what is held of a person', async ({ page, agency, signIn }) => {
  const Interesado = { Email: `eva.${Date.now()}@correo.example` };
  await agency.receive('Eva', { Interesado });
  await signIn('partner', '/settings/buyer-data');
  await page.getByLabel('Correo').fill(Interesado.Email);
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  const held = page.getByRole('region', { name: 'Qué hay' });
  await expect(held.getByRole('list', { name: 'Consultas' }).getByRole('listitem')).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar lo que hay' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain(Interesado.Email);

  await page.getByRole('button', { name: 'Borrar los datos…' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Borrar los datos de esta persona?' });
  await dialog.getByLabel(/Para confirmar/).fill('borrar');
  await dialog.getByRole('button', { name: 'Borrar los datos' }).click();
  await expect(page.getByRole('region', { name: 'Se borró' })).toBeVisible();
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(page.getByText('No hay nada de esta persona.')).toBeVisible();
  await expect(page).toHaveURL('/settings/buyer-data');
});
