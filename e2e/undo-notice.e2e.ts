import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { receiveInquiry, uniqueName } from './actions.ts';
import {
  expectStatus,
  followUp,
  historyEntries,
  noteField,
  panel,
  panelHeading,
  rowOf,
  statusButton,
  undoNotice,
} from './inbox-page.ts';
import { expect, test } from './test.ts';

const buyer = (name: string) => ({ Interesado: { Nombre: name, Apellido: 'Olmos' } });

test(
  'a seller undoes a status from the next inquiry and from the list',
  { tag: '@full' },
  async ({ page, vitrina, signIn }) => {
    const [first, second] = [uniqueName('Berta'), uniqueName('Carla')];
    const undone = page.getByRole('alert').filter({ hasText: 'Deshecho' });
    await test.step('from the next inquiry', async () => {
      const inquiry = await receiveInquiry(vitrina, BUSY_AGENCY, buyer(first));
      await receiveInquiry(vitrina, BUSY_AGENCY, buyer(second));
      await signIn('seller', inquiry.path);
      await expectStatus(page, 'Nueva');
      await page.keyboard.press('e');
      await expect(undoNotice(page)).toBeVisible();
      await rowOf(page, `${second} Olmos`).click();
      await expect(panelHeading(page)).toHaveText(`${second} Olmos`);
      await expect(undoNotice(page)).toContainText(`${first} Olmos: Pasó a «Contactada»`);
      await page.keyboard.press('z');
      await expect(undone).toBeVisible();
      await rowOf(page, `${first} Olmos`).click();
      await expectStatus(page, 'Nueva');
      await expect(historyEntries(page)).toHaveCount(2);
    });

    await test.step('from the list', async () => {
      await page.keyboard.press('e');
      await expectStatus(page, 'Contactada');
      await page.keyboard.press('Escape');
      await expect(followUp(page)).toHaveCount(0);
      await expect(undoNotice(page)).toContainText(`${first} Olmos: Pasó a «Contactada»`);
      await undoNotice(page).getByRole('button', { name: 'Deshacer' }).click();
      await expect(undone).toBeVisible();
      await expect(rowOf(page, `${first} Olmos`)).toBeFocused();
      await page.keyboard.press('Enter');
      await expectStatus(page, 'Nueva');
      await expect(historyEntries(page)).toHaveCount(4);
    });
  },
);

test('the undo notice covers no text and no control', { tag: '@full' }, async ({ page, vitrina, signIn }) => {
  await signIn('seller', (await receiveInquiry(vitrina, BUSY_AGENCY)).path);
  await statusButton(page, 'Cita').click();
  await expect(undoNotice(page)).toBeVisible();
  const [notice, card] = [await undoNotice(page).boundingBox(), await panel(page).boundingBox()];
  expect(notice?.x).toBeGreaterThan(card?.x ?? Infinity);
  const last = panel(page).getByText('Lo que envió el servicio');
  for (const shown of [noteField(page), last, statusButton(page, 'Cita')]) {
    await shown.focus();
    const { y = Infinity, height = 0 } = (await shown.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(notice?.y ?? 0);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test(
    'the undo notice is hidden while a choice is open, and z still undoes',
    { tag: '@full' },
    async ({ page, vitrina, signIn }) => {
      await signIn('seller', (await receiveInquiry(vitrina, BUSY_AGENCY)).path);
      await statusButton(page, 'Cita').tap();
      await expect(undoNotice(page)).toBeVisible();
      for (const [opener, choice] of [
        ['Pasarla a…', 'Pasar la consulta'],
        ['Perdida', 'Por qué se perdió'],
        ['Posponer…', 'Posponer'],
      ] as const) {
        await followUp(page).getByRole('button', { name: opener, exact: true }).tap();
        await expect(followUp(page).getByRole('group', { name: choice })).toBeVisible();
        await expect(undoNotice(page)).toBeHidden();
      }
      await page.keyboard.press('z');
      await expectStatus(page, 'Nueva');
      await followUp(page)
        .getByRole('button', { name: /En 1 hora/ })
        .tap();
      await expect(undoNotice(page)).toContainText('Pospuesta hasta');
    },
  );
});
