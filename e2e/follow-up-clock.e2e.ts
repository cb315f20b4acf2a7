import { addDays, dayAt } from '#contract/window.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { changeFollowUp, createAgency, createSeller, receiveInquiry } from './actions.ts';
import { followUp, historyEntries, statusButton } from './inbox-page.ts';
import { fillTime } from './fields.ts';
import { expect, test } from './test.ts';

const ZONE = 'America/Argentina/Buenos_Aires';

test.describe('with the clock of the browser', () => {
  test.use({ freshContext: true });

  test('a snoozed inquiry returns by itself, and is snoozed again in the time zone of the agency', async ({
    page,
    vitrina,
    signIn,
    clientOf,
  }) => {
    const inquiry = await receiveInquiry(vitrina, BUSY_AGENCY);
    const until = Date.now() + 10 * 60_000;
    await changeFollowUp(await clientOf('seller'), inquiry, { kind: 'snooze', until });
    await page.clock.install();
    await signIn('seller', inquiry.path);
    const snooze = followUp(page).getByRole('button', { name: 'Posponer…' });
    await expect(followUp(page).getByRole('button', { name: 'Traerla de vuelta' })).toBeVisible();
    // A request that is on its way would time out.
    await expect(historyEntries(page).first()).toBeVisible();
    await page.clock.fastForward('10:30');
    await expect(followUp(page).getByText('volvió', { exact: true })).toBeVisible();
    await followUp(page).getByRole('button', { name: 'Ya la vi' }).click();
    await expect(followUp(page).getByText('volvió', { exact: true })).toBeHidden();
    await expect(snooze).toBeFocused();
    await expect(historyEntries(page).first()).toContainText('Valeria Sosa la trajo de vuelta');

    await page.keyboard.press('s');
    const choice = followUp(page).getByRole('group', { name: 'Posponer' });
    await expect(choice.getByRole('button', { name: /En 1 hora/ })).toBeFocused();
    await expect(choice.getByRole('button', { name: /[Aa]l abrir \(.*09:00\)/ })).toBeVisible();
    const submit = choice.getByRole('button', { name: 'Posponer' });
    const moment = choice.getByRole('group', { name: /Otro momento/ });
    await fillTime(moment, '2026-01-01T10:00');
    await submit.click();
    await expect(choice.getByRole('alert')).toHaveText('Elegí un momento que no haya pasado.');
    const day = addDays(dayAt(Date.now(), ZONE), 30);
    await fillTime(moment, `${day}T10:30`);
    await submit.click();
    await expect(followUp(page).getByText(/^Pospuesta hasta .* 10:30$/)).toBeVisible();
    await followUp(page).getByRole('button', { name: 'Traerla de vuelta' }).click();
    await expect(snooze).toBeVisible();
  });

  test(
    'the response clock advances by itself and says who stopped it',
    { tag: '@full' },
    async ({ page, vitrina, signIn, clientOf }) => {
      const partner = await clientOf('partner');
      const agency = await createAgency(vitrina, partner);
      const seller = await createSeller(vitrina, partner, { agencies: [agency] });
      /** A recent Monday; open from 9 to 13 and from 16 to 20. */
      const today = dayAt(Date.now(), ZONE);
      const back = [3, 4, 5, 6, 7, 8, 9].find(
        (days) => new Date(`${addDays(today, -days)}T12:00:00Z`).getUTCDay() === 1,
      );
      const monday = addDays(today, -(back ?? 0));
      const { path } = await receiveInquiry(vitrina, agency, { Momento: `${monday}T12:40:00-03:00` });
      await page.clock.install({ time: `${monday}T12:42:00-03:00` });
      await signIn(seller, path);
      await expect(followUp(page).getByText('A tiempo: vence 16:10')).toBeVisible();
      await expect(followUp(page).getByText(/^Plazo: 30 minutos de atención en Buenos Aires/)).toBeVisible();
      await page.clock.fastForward('16:00');
      await expect(followUp(page).getByText('Quedan 12 min (vence 16:10)')).toBeVisible();
      await statusButton(page, 'Contactada').click();
      await expect(
        followUp(page).getByText(/^Respondida tarde, en .*: contacto marcado por Paula Rey, /),
      ).toBeVisible();
    },
  );
});
