import type { Page } from '@playwright/test';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { receiveInquiry } from './actions.ts';
import { addTemplate, ana, recordContactLinks } from './answering.ts';
import { violations } from './axe.ts';
import {
  expectRowsReady,
  expectStatus,
  followUp,
  historyEntries,
  noteField,
  saveFailure,
  panel,
  rows,
  saveNoteButton,
  statusButton,
} from './inbox-page.ts';
import { FOLLOW_UP_CHANGES, blockLiveEvents, failRequests } from './network.ts';
import { expect, test } from './test.ts';

test('the inbox with an open inquiry is accessible', async ({ page, vitrina, signIn }) => {
  await signIn('seller', (await receiveInquiry(vitrina, BUSY_AGENCY, ana())).path);
  await expectStatus(page, 'Nueva');
  await expectRowsReady(page);
  expect(await violations(page)).toEqual([]);
});

for (const width of [360, 1440])
  test.describe(`${width} px`, { tag: '@full' }, () => {
    test.use({ viewport: { width, height: 800 } });

    async function expectAccessible(page: Page): Promise<void> {
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }

    test('every state of the list is accessible', async ({ page, signIn }) => {
      await signIn('seller', '/inquiries?desde=-7d');
      await expectRowsReady(page);
      // The keys are loaded after the rows.
      await expect(async () => {
        await page.keyboard.press('f');
        await expect(page.getByLabel('Marca')).toBeVisible({ timeout: 1000 });
      }).toPass();
      await expectAccessible(page);
      await page.goto('/inquiries?agencia=todas&vista=mias&financia=si');
      await expect(rows(page)).not.toHaveCount(0);
      await expectAccessible(page);
      await page.goto('/inquiries?buscar=zzzz');
      await expect(page.getByText('Ninguna coincide.')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog').getByRole('switch')).toBeVisible();
      await expectAccessible(page);
    });

    test('every state of the follow-up is accessible', async ({ page, vitrina, signIn }) => {
      const { connected } = await blockLiveEvents(page);
      await signIn('seller', (await receiveInquiry(vitrina, BUSY_AGENCY)).path);
      await expectStatus(page, 'Nueva');
      await connected;
      const expectPanelAccessible = async () => {
        // Scrolls the panel up, because a control half behind its tools is measured as a small target.
        await panel(page).evaluate((element) => element.scrollTo(0, 0));
        await expectAccessible(page);
        expect(
          await panel(page).evaluate((element) => element.scrollWidth - element.clientWidth),
        ).toBeLessThanOrEqual(0);
      };
      const button = (name: string | RegExp) => followUp(page).getByRole('button', { name });
      await statusButton(page, 'Perdida').click();
      await expectPanelAccessible();
      await button('Posponer…').click();
      await expectPanelAccessible();
      await button(/En 1 hora/).click();
      await button('Pasarla a…').click();
      await expect(followUp(page).getByLabel('A quién')).toBeVisible();
      await expectPanelAccessible();
      const failure = await failRequests(page, FOLLOW_UP_CHANGES);
      await noteField(page).fill(`${'larga '.repeat(40)}${'x'.repeat(120)}`);
      await saveNoteButton(page).click();
      await statusButton(page, 'Ganada').click();
      await expect(saveFailure(page)).toHaveCount(2);
      await expectPanelAccessible();
      await failure.stop();
      for (const _ of [1, 2]) await button('Reintentar').first().click();
      await expect(historyEntries(page)).toHaveCount(3);
      await expectPanelAccessible();
    });

    test('answering is accessible', async ({ page, vitrina, signIn, clientOf }) => {
      const person = { Telefono: 'no tengo', Email: 'tampoco' };
      await signIn('seller', (await receiveInquiry(vitrina, BUSY_AGENCY, ana(person))).path);
      await expect(panel(page).getByText(/no se puede marcar/)).toBeVisible();
      await expectAccessible(page);

      await addTemplate(await clientOf('seller'), {
        name: 'Con huecos',
        subject: '{{hora}}',
        text: 'Hola {{nombre}}, a las {{hora}}',
        shared: false,
      });
      await page.goto((await receiveInquiry(vitrina, BUSY_AGENCY, ana())).path);
      await expect(panel(page).getByText(/^Se marca/)).toBeVisible();
      await failRequests(page, FOLLOW_UP_CHANGES);
      await recordContactLinks(page);
      await page.keyboard.press('c');
      await expect(panel(page).getByText(/No se pudo anotar/)).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('r');
      const dialog = page.getByRole('dialog');
      await dialog
        .getByRole('button', { name: /Con huecos/ })
        .first()
        .click();
      await expect(dialog.getByText(/^Falta completar/).first()).toBeVisible();
      await expectAccessible(page);
    });
  });
