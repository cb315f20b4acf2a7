import type { Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { createColleague, openPageAs } from './actions.ts';
import { expectAccessible } from './axe.ts';
import { panelHeading } from './inbox-page.ts';
import { hasMail } from './mailbox.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

const WIDTHS = [360, 1440];
/** The gateway looks for late inquiries every half a minute. */
const ALARM_TIMEOUT_MS = 45_000;

const digest = (page: Page) => page.getByRole('region', { name: 'Resumen diario', exact: true });
const alarm = (page: Page) => page.getByRole('region', { name: 'Alarma de consultas tarde', exact: true });
const lateNotice = (page: Page) => page.getByRole('alert').filter({ hasText: /está tarde|están tarde/ });

for (const width of WIDTHS)
  test.describe(`${width} px`, { tag: '@full' }, () => {
    test.use({ viewport: { width, height: 800 } });

    test('a person turns on their digest by accessible fields', async ({
      page,
      vitrina,
      signIn,
      clientOf,
    }) => {
      const person = await createColleague(vitrina, await clientOf('partner'), 'partner');
      await signIn(person, '/settings/me');
      const own = digest(page);
      await own.getByRole('switch', { name: /^Recibir el resumen/ }).check();
      await own.getByRole('combobox', { name: 'Desde qué hora' }).click();
      await page.getByRole('option', { name: '19:00' }).click();
      await own.getByRole('button', { name: 'Guardar el resumen' }).click();
      await expect(own.getByText(`Se guardó. El resumen llega a ${person.mail}.`)).toBeVisible();
      await expectAccessible(page);
      await page.reload();
      await expect(own.getByRole('combobox', { name: 'Desde qué hora' })).toHaveText('19:00');
      await expect(own.getByRole('switch', { name: /^Recibir el resumen/ })).toBeChecked();
    });

    test('the dialog of the alarm is accessible, with its errors and its list of people', async ({
      page,
      agency,
      signIn,
    }) => {
      await signIn('partner', `/settings/hours?agencia=${agency.adminMail}`);
      await alarm(page).getByRole('button', { name: 'Cambiar la alarma' }).click();
      const dialog = page.getByRole('dialog', { name: 'Alarma de consultas tarde' });
      await dialog.getByRole('switch', { name: 'Avisar' }).check();
      await dialog.getByLabel('Minutos de atención después del plazo').fill('');
      await dialog.getByRole('button', { name: 'Guardar la alarma' }).click();
      await expect(dialog.getByText('Escribí entre 0 y 2400 minutos.')).toBeVisible();
      await expectAccessible(page);
      await dialog.getByRole('combobox', { name: 'A quién avisar' }).fill(agency.seller.mail);
      await expect(page.getByRole('option', { name: agency.seller.mail })).toBeVisible();
      await expectAccessible(page);
    });
  });

test(
  'a recipient of the late alarm is notified on the page and by mail, and opens the inquiry',
  { tag: '@full' },
  async ({ page, browser, agency, vitrina, signIn, clientOf }) => {
    await test.step('a partner sets the alarm', async () => {
      test.slow();
      const partner = await clientOf('partner');
      const params = { adminMail: agency.adminMail };
      const { hours, version } = await partner.call(desk.viewHours, { params });
      const week = hours.week.map(() => [{ from: '00:00', to: '24:00' }]);
      await partner.call(desk.setHours, {
        params,
        body: { hours: { ...hours, week, target: 1, warning: 0 }, version },
      });
      await signIn('partner', `/settings/hours?agencia=${agency.adminMail}`);
      await expect(alarm(page)).toContainText('Está apagada.');
      await alarm(page).getByRole('button', { name: 'Cambiar la alarma' }).click();
      const dialog = page.getByRole('dialog', { name: 'Alarma de consultas tarde' });
      await dialog.getByRole('switch', { name: 'Avisar' }).check();
      await dialog.getByLabel('Minutos de atención después del plazo').fill('0');
      await dialog.getByRole('combobox', { name: 'A quién avisar' }).fill(agency.seller.mail);
      await page.getByRole('option', { name: agency.seller.mail }).click();
      await dialog.getByRole('switch', { name: /^También por correo/ }).check();
      await dialog.getByRole('button', { name: 'Guardar la alarma' }).click();
      await expect(alarm(page)).toContainText('Al pasar el plazo');
      await expect(alarm(page)).toContainText('Paula Rey');
    });

    await test.step('the recipient is notified and opens the inquiry', async () => {
      const seller = await openPageAs(browser, vitrina, await clientOf(agency.seller), '/catalogs/colors');
      await expect(lateNotice(seller)).toHaveCount(0);
      // Due in two seconds.
      await agency.receive('Ana', { Momento: new Date(Date.now() - MINUTE_MS + 2000).toISOString() });
      await expect(lateNotice(seller)).toHaveText(/^Una consulta está tarde y nadie respondió/, {
        timeout: ALARM_TIMEOUT_MS,
      });
      for (const width of WIDTHS) {
        await seller.setViewportSize({ width, height: 800 });
        await expectAccessible(seller);
      }
      await expect(lateNotice(page)).toHaveCount(0);
      await expect
        .poll(() => hasMail(vitrina.dataDir, agency.seller.mail, 'Una consulta sin respuesta'))
        .toBe(true);
      await lateNotice(seller).getByRole('link', { name: 'Abrirla' }).click();
      await expect(panelHeading(seller)).toHaveText('Ana');
      await expect(lateNotice(seller)).toHaveCount(0);
    });
  },
);
