import type { Page } from '@playwright/test';
import { createAgency } from './actions.ts';
import { fillDate, fillTime, shownTime } from './fields.ts';
import { expect, test } from './test.ts';

const agency = (page: Page) => page.getByRole('combobox', { name: 'Agencia' });
const day = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const from = (page: Page, name: string, number: number) =>
  page.getByRole('group', { name: `${name}, horario ${number}, desde` });
const to = (page: Page, name: string, number: number) =>
  page.getByRole('group', { name: `${name}, horario ${number}, hasta` });
const save = (page: Page) => page.getByRole('button', { name: 'Guardar', exact: true });

test(
  'a partner sets the hours of an agency, sees their effect and undoes a change',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    const examples = page.getByRole('region', { name: 'Por ejemplo' });
    await test.step('an agency without hours shows the default', async () => {
      const adminMail = await createAgency(vitrina, await clientOf('partner'));
      await signIn('partner', '/settings/hours');
      await expect(page.getByText('Elegí una agencia para ver sus horarios.')).toBeVisible();
      await agency(page).fill(adminMail);
      await page.getByRole('option', { name: adminMail }).click();
      await expect(page).toHaveURL(new RegExp(`agencia=${encodeURIComponent(adminMail)}`));
      await expect(page.getByText('Nadie definió los horarios de esta agencia')).toBeVisible();
      await expect(save(page)).toBeDisabled();
      await expect(examples.getByText(/12:50 vence el .* 16:20; se avisa el .* 16:05\./)).toBeVisible();
    });

    await test.step('hours are changed and their examples follow', async () => {
      // Monday until midnight, the same until Friday, Saturday closed, Sunday open.
      await page.getByRole('button', { name: 'Quitar Lunes, horario 2' }).click();
      await fillTime(to(page, 'Lunes', 1), '00:00');
      await page.getByRole('button', { name: 'Copiar el lunes a martes–viernes' }).click();
      await expect(to(page, 'Viernes', 1)).toHaveText(shownTime('00:00'));
      await page.getByRole('button', { name: 'Agregar un horario: Domingo' }).click();
      await expect(from(page, 'Domingo', 1)).toHaveText(shownTime('09:00'));
      await page.getByRole('button', { name: 'Quitar Sábado, horario 1' }).click();
      await expect(day(page, 'Sábado')).toContainText('Cerrado');
      await page.getByRole('combobox', { name: 'Zona horaria' }).fill('santiago');
      await page.getByRole('option', { name: /^Santiago / }).click();
      await page.getByLabel('Responder en (minutos)').fill('60');
      await expect(examples.getByText(/12:50 vence el .* 13:50; se avisa el .* 13:05\./)).toBeVisible();
      await fillDate(page, 'Día en que no atiende', '2030-12-25');
      await expect(page.getByRole('list', { name: 'Feriados que vienen' })).toHaveText(
        /miércoles, 25 de diciembre de 2030/,
      );
    });

    await test.step('hours are saved by keyboard', async () => {
      await expect(agency(page)).toBeDisabled();
      await save(page).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText('Se guardaron los horarios.')).toBeVisible();
      await expect(page.getByRole('group', { name: 'Cambios' })).toBeFocused();
      await expect(page.getByText('Nadie definió los horarios de esta agencia')).toHaveCount(0);
      await expect(agency(page)).toBeEnabled();
    });

    await test.step('a change is undone', async () => {
      await page.getByLabel('Responder en (minutos)').fill('90');
      await save(page).click();
      await page.getByRole('button', { name: 'Deshacer' }).click();
      await expect(page.getByLabel('Responder en (minutos)')).toHaveValue('60');
      await page.reload();
      await expect(page.getByLabel('Responder en (minutos)')).toHaveValue('60');
      await expect(to(page, 'Jueves', 1)).toHaveText(shownTime('00:00'));
      await expect(page.getByRole('combobox', { name: 'Zona horaria' })).toHaveValue(/^Santiago /);
    });
  },
);
