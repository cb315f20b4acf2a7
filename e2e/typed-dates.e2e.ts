import type { Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { parseWallTime } from '#contract/wall-time.ts';
import { addDays, dayAt } from '#contract/window.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { receiveInquiry } from './actions.ts';
import { fillDate, fillTime } from './fields.ts';
import { followUp, openFilters } from './inbox-page.ts';
import { expect, test } from './test.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
/** The furthest from the service's; nearer ones differ in nothing but the offset. */
const FURTHEST_ZONE = 'Asia/Kolkata';
const BROWSER_ZONES = [
  'America/Argentina/Cordoba',
  'America/Argentina/Mendoza',
  'America/Argentina/Salta',
  'America/Santiago',
  'Europe/Madrid',
  FURTHEST_ZONE,
];
const today = () => dayAt(Date.now(), ZONE);

for (const timezoneId of BROWSER_ZONES)
  test.describe(`with a browser in ${timezoneId}`, () => {
    test.use({ timezoneId, freshContext: true });

    const tag = timezoneId === FURTHEST_ZONE ? [] : '@full';
    test(
      'a snooze typed with its year is stored as it was typed',
      { tag },
      async ({ page, vitrina, signIn, clientOf }) => {
        const inquiry = await receiveInquiry(vitrina, BUSY_AGENCY);
        const { adminMail, sid } = inquiry;
        await signIn('seller', inquiry.path);
        await followUp(page).getByRole('button', { name: 'Posponer…' }).click();
        const choice = followUp(page).getByRole('group', { name: 'Posponer' });
        const typed = `${addDays(today(), 30)}T10:30`;
        await fillTime(choice.getByRole('group', { name: /Otro momento/ }), typed);
        await choice.getByRole('button', { name: 'Posponer' }).click();
        await expect(followUp(page).getByText(/^Pospuesta hasta .* 10:30$/)).toBeVisible();
        const client = await clientOf('seller');
        await expect
          .poll(async () => {
            const { followUp: stored } = await client.call(desk.viewFollowUp, { params: { adminMail, sid } });
            return stored.snoozedUntil;
          })
          .toBe(parseWallTime(typed, ZONE));
      },
    );
  });

test(
  'days of the overview are applied once complete, and none changes the other',
  { tag: '@full' },
  async ({ page, signIn }) => {
    const [first, last] = [addDays(today(), -9), addDays(today(), -5)];
    const period = `/overview?desde=${first}&hasta=${last}`;
    await signIn('partner', period);
    await page.getByRole('button', { name: /^Período/ }).click();
    // A year of one digit, then left.
    await typeDay(page, 'Hasta', '01012');
    await page.getByRole('group', { name: 'Desde' }).getByRole('spinbutton').first().click();
    await expect(page.getByRole('alert')).toHaveText(/Escribí un día entero/);
    await expect(page).toHaveURL(period);

    await fillDate(page, 'Hasta', addDays(first, -3));
    await expect(page.getByRole('alert')).toHaveText('Desde no puede ser después de Hasta.');
    await expect(page).toHaveURL(period);
    await fillDate(page, 'Desde', addDays(first, -8));
    await expect(page).toHaveURL(`/overview?desde=${addDays(first, -8)}&hasta=${addDays(first, -3)}`);
    await expect(page.getByRole('alert')).toHaveCount(0);

    await fillDate(page, 'Desde', addDays(today(), -500));
    await expect(page.getByRole('alert')).toHaveText('Elegí hasta 366 días.');
  },
);

test(
  'days of the inbox in the wrong order are reported and not requested',
  { tag: '@full' },
  async ({ page, signIn }) => {
    const [first, last] = [addDays(today(), -9), addDays(today(), -5)];
    await signIn('partner', `/inquiries?agencia=${BUSY_AGENCY}&desde=${first}&hasta=${last}`);
    const popover = await openFilters(page);
    await fillDate(page, 'Desde', addDays(last, 2));
    await expect(popover.getByRole('alert')).toHaveText('Desde no puede ser después de Hasta.');
    await expect(page).toHaveURL(new RegExp(`desde=${first}&hasta=${last}`));
  },
);

for (const path of ['/deliveries', '/settings/audit'])
  test(
    `days of ${path} in the wrong order are reported and not requested`,
    { tag: '@full' },
    async ({ page, signIn }) => {
      await signIn('partner', `${path}?from=2026-01-10&to=2026-01-20`);
      await fillDate(page, 'Desde', '2026-01-25');
      await expect(page.getByRole('alert')).toHaveText('Desde no puede ser después de Hasta.');
      await typeDay(page, 'Hasta', '300120');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: /Escribí un día entero/ })).toBeVisible();
      await expect(page).toHaveURL(`${path}?from=2026-01-10&to=2026-01-20`);
    },
  );

/** Types digits of a day, day first, without leaving the field. */
async function typeDay(page: Page, label: string, digits: string): Promise<void> {
  await page.getByRole('group', { name: label, exact: true }).getByRole('spinbutton').first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.type(digits);
}
