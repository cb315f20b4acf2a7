import { expectAccessible } from './axe.ts';
import { panel, rows } from './inbox-page.ts';
import { expect, test } from './test.ts';

const CLOCK = '¿Qué cuenta el reloj de respuesta?';
const SUSPENSION = '¿Qué se pierde mientras un aviso está suspendido?';

test('a seller gets from the card to an answer and back, and finds another one by the palette', async ({
  page,
  signIn,
}) => {
  await signIn('seller');
  await test.step('from the snooze of an inquiry to its answer', async () => {
    await rows(page).first().getByRole('link').click();
    await panel(page).getByRole('button', { name: 'Posponer…' }).click();
    await panel(page).getByRole('link', { name: '¿Qué pasa cuando termina una posposición?' }).click();
    await expect(page).toHaveURL(/\/help#snooze$/);
    await expect(
      page.getByRole('article', { name: '¿Qué pasa cuando termina una posposición?' }),
    ).toBeFocused();
  });
  await test.step('back to the inquiry', async () => {
    await page.goBack();
    await expect(panel(page).getByRole('heading', { name: 'Historial' })).toBeVisible();
  });
  await test.step('an answer is found by a word of its text', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Buscar o ir a' }).fill('feriados no corre');
    await page.getByRole('option', { name: CLOCK }).click();
    await expect(page.getByRole('article', { name: CLOCK })).toBeFocused();
  });
  await test.step('answers of other roles are not there', async () => {
    await expect(page.getByRole('article', { name: SUSPENSION })).toHaveCount(0);
  });
});

for (const width of [360, 1440])
  test.describe(`${width} px`, { tag: '@full' }, () => {
    test.use({ viewport: { width, height: 800 } });

    for (const role of ['seller', 'partner', 'support'] as const)
      test(`the help of a ${role} is accessible and linked in the account menu`, async ({ page, signIn }) => {
        await signIn(role);
        await page.getByRole('button', { name: /Cuenta de/ }).click();
        await page.getByRole('dialog', { name: 'Cuenta' }).getByRole('link', { name: 'Ayuda' }).click();
        await expect(page.getByRole('heading', { name: 'Ayuda' })).toBeFocused();
        await expectAccessible(page);
      });
  });
