import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { chooseOption, fillDate } from './fields.ts';
import { expect, fillSignIn, test } from './test.ts';

function entries(page: Page) {
  return page.getByRole('table', { name: 'Auditoría' }).getByRole('row');
}

test('actions and refusals are listed in sentences, without typed text', async ({
  page,
  vitrina,
  signIn,
  clientOf,
}) => {
  const mail = `auditada-${randomUUID().slice(0, 8)}@vitrina.example`;
  await (
    await clientOf('partner')
  ).call(desk.invitePerson, {
    body: { mail, name: 'Aída Uditada', role: 'support', agencies: [] },
  });
  await page.goto('/sign-in');
  await fillSignIn(page, { mail: 'fulano.de.nadie@vitrina.example', password: 'secreto bien guardado' });
  await expect(page.getByRole('alert')).toBeVisible();

  await signIn('support', '/settings/audit?action=invitePerson');
  const entry = entries(page).filter({ hasText: mail });
  await expect(entry).toContainText(`invitó a ${mail}`);
  await expect(entry).toContainText('Hecho');
  await expect(entry.getByText('Dirección de red')).toBeHidden();
  await entry.getByText(`invitó a ${mail}`).click();
  await expect(entry.getByText('Dirección de red')).toBeVisible();
  await expect(entry).toContainText(vitrina.people.partner.mail);
  await expect(entry).toContainText('201');

  await page.goto('/settings/audit?action=signIn&outcome=refused');
  await expect(entries(page).filter({ hasText: 'Alguien sin cuenta no pudo entrar' }).first()).toBeVisible();
  await expect(page.getByText('fulano.de.nadie')).toHaveCount(0);
  await expect(page.getByText('secreto bien guardado')).toHaveCount(0);
});

test(
  'the filters stay in the address over a reload, Back and the export',
  { tag: '@full' },
  async ({ page, vitrina, signIn }) => {
    await test.step('filters stay over a reload', async () => {
      await signIn('partner', '/settings/audit');
      await page.getByRole('button', { name: 'Hoy', exact: true }).click();
      await expect(page).toHaveURL(/from=hoy/);
      await page.getByLabel('Correo de la persona').fill(vitrina.people.partner.mail);
      await page.getByLabel('Correo de la persona').press('Enter');
      await chooseOption(page, 'Resultado', 'Hecho');
      await expect(page).toHaveURL(/outcome=done/);
      await expect(entries(page).filter({ hasText: 'Rechazado' })).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole('combobox', { name: 'Resultado' })).toHaveText('Hecho');
    });

    await test.step('the export has only the filtered entries', async () => {
      await expect(entries(page).nth(1)).toBeVisible();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Exportar CSV' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/\.csv$/);
      const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/).slice(1);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).toContain(vitrina.people.partner.mail);
    });

    await test.step('Back removes a filter, and days are filtered', async () => {
      await page.goBack();
      await expect(page).not.toHaveURL(/outcome/);
      await fillDate(page, 'Desde', '2026-03-01');
      await fillDate(page, 'Hasta', '2026-03-05');
      await expect(page).toHaveURL(/to=2026-03-05/);
    });
  },
);
