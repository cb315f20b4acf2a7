import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, fillSignIn, test } from './test.ts';

function entries(page: Page) {
  return page.getByRole('table', { name: 'Auditoría' }).getByRole('row');
}

test('what was done and refused stands there as sentences, with the rest folded', async ({
  page,
  vitrina,
  signIn,
}) => {
  const mail = 'auditada@vitrina.example';
  await signIn('partner', '/settings/people/invite');
  await page.getByLabel('Correo').fill(mail);
  await page.getByLabel('Nombre y apellido').fill('Aída Uditada');
  await page.getByRole('radio', { name: /Soporte/ }).check();
  await page.getByRole('button', { name: 'Invitar' }).click();
  await expect(page.getByRole('heading', { name: 'Aída Uditada' })).toBeVisible();

  await page.goto('/settings/audit?action=invitePerson');
  const entry = entries(page).filter({ hasText: mail }).first();
  await expect(entry).toContainText(`invitó a ${mail}`);
  await expect(entry).toContainText('Hecho');
  await expect(entry.getByText('Dirección de red')).toBeHidden();
  await entry.getByText(`invitó a ${mail}`).click();
  await expect(entry.getByText('Dirección de red')).toBeVisible();
  await expect(entry).toContainText(vitrina.people.partner.mail);
  await expect(entry).toContainText('201');
});

test('a failed sign-in is there for support, with no word of what was typed', async ({ page, signIn }) => {
  await page.goto('/sign-in');
  await fillSignIn(page, { mail: 'fulano.de.nadie@vitrina.example', password: 'secreto bien guardado' });
  await expect(page.getByRole('alert')).toBeVisible();
  await signIn('support', '/settings/audit?action=signIn&outcome=refused');
  await expect(entries(page).filter({ hasText: 'Alguien sin cuenta no pudo entrar' }).first()).toBeVisible();
  await expect(page.getByText('fulano.de.nadie')).toHaveCount(0);
  await expect(page.getByText('secreto bien guardado')).toHaveCount(0);
});

test('filters write the address, which reload and Back keep', async ({ page, vitrina, signIn }) => {
  await signIn('partner', '/settings/audit');
  await page.getByRole('button', { name: 'Hoy', exact: true }).click();
  await expect(page).toHaveURL(/from=hoy/);
  await page.getByLabel('Correo de la persona').fill(vitrina.people.partner.mail);
  await page.getByLabel('Correo de la persona').press('Enter');
  await page.getByLabel('Resultado').selectOption('Hecho');
  await expect(page).toHaveURL(/outcome=done/);
  await expect(entries(page).filter({ hasText: 'Rechazado' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Resultado')).toHaveValue('done');
  await page.goBack();
  await expect(page).not.toHaveURL(/outcome/);
  await page.goto('/settings/audit?person=nadie-se-llama-asi&from=manana');
  await expect(page.getByText('No se entiende «from=manana»', { exact: false })).toBeVisible();
  await expect(page.getByText('Nada de lo registrado coincide', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'Ver todo' }).click();
  await expect(entries(page).nth(1)).toBeVisible();
});

test('older entries are a page further, and the way back is there', async ({ page, signIn }) => {
  await signIn('partner', '/settings/audit');
  // Enough of them: each is a write.
  for (let count = 0; count < 52; count += 1)
    await page.evaluate(() =>
      fetch('/desk/sessions/not-there', { method: 'DELETE', headers: { 'x-vitrina': '1' } }),
    );
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await expect(entries(page)).toHaveCount(51);
  const answered = page.waitForResponse(/\/desk\/audit\?.*before=/);
  await page.getByRole('link', { name: 'Más antiguas' }).click();
  const older = await answered;
  const before = new URL(older.url()).searchParams.get('before') ?? '';
  const ids = ((await older.json()) as { entries: { id: string }[] }).entries.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.filter((id) => id >= before)).toEqual([]);
  await expect(entries(page)).toHaveCount(ids.length + 1);
  await page.getByRole('link', { name: 'Las más nuevas' }).click();
  await expect(page).not.toHaveURL(/before=/);
});

test('the export holds what the filters show, as a table that parses', async ({ page, signIn }) => {
  await signIn('partner', '/settings/audit?action=signIn&outcome=done');
  await expect(entries(page).nth(1)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Exportar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  const [head = [], ...lines] = cells(text.replace(/^\uFEFF/, ''));
  expect(head.length).toBeGreaterThan(5);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(line).toHaveLength(head.length);
    expect(line).toContain('signIn');
  }
});

/** Reads RFC 4180. */
function cells(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') lines.push([]);
  }
  return lines.filter((line) => line.some((cell) => cell !== ''));
}
