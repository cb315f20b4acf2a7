import type { Locator, Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { changeFollowUp, createSeller, receiveInquiry, uniqueName } from './actions.ts';
import {
  contactBar,
  expectStatus,
  followUp,
  history,
  historyEntries,
  list,
  noteField,
  saveFailure,
  panel,
  panelHeading,
  rowOf,
  saveNoteButton,
  statusButton,
  undoNotice,
} from './inbox-page.ts';
import { FOLLOW_UP_CHANGES, blockLiveEvents, failRequests, holdRequests, loseResponses } from './network.ts';
import { expect, fillSignIn, test } from './test.ts';

// Pending changes of the follow-up: none is lost, none is saved twice, and the person is notified.

const buyer = (name: string) => ({ Interesado: { Nombre: name, Apellido: 'Olmos' } });

const hasStoredChanges = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('vitrina-unsent:')));

const storage = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

const pendingChangesBanner = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Hay algo sin guardar' });

/** The whole element is visible, above fixed elements at the foot of the screen. */
async function expectInView(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeInViewport({ ratio: 1 });
  const { y = 0, height = 0 } = (await element.boundingBox()) ?? {};
  const foot = await page.evaluate(() => {
    const fixed = [...document.querySelectorAll('[role=alert], fieldset')].filter((node) =>
      [node, node.parentElement].some((one) => one && getComputedStyle(one).position === 'fixed'),
    );
    const boxes = fixed.map((one) => one.getBoundingClientRect());
    return Math.min(innerHeight, ...boxes.flatMap(({ top, height }) => (height > 0 ? top : [])));
  });
  expect(y + height).toBeLessThanOrEqual(foot);
}

test(
  'changes of a page that was left are sent once and in order by the next page',
  { tag: '@full' },
  async ({ page, vitrina, signIn }) => {
    const { path } = await receiveInquiry(vitrina, BUSY_AGENCY);
    await test.step('the page is left before its changes are saved', async () => {
      await signIn('seller', path);
      await expectStatus(page, 'Nueva');
      const answers = await loseResponses(page, FOLLOW_UP_CHANGES, { reach: true });
      await statusButton(page, 'Cita').click();
      await followUp(page).getByRole('button', { name: 'Tomarla' }).click();
      await noteField(page).fill('Viene el martes');
      await saveNoteButton(page).click();
      await expect(historyEntries(page)).toHaveCount(3);
      await answers.handled;
      answers.stop();
    });

    await test.step('the next page saves them', async () => {
      await page.goto('/settings/me');
      await expect.poll(() => hasStoredChanges(page)).toBe(false);
      await expect.poll(() => storage(page)).not.toContain('Viene el martes');
      await page.goto(path);
      await expect(historyEntries(page)).toHaveText([
        /Valeria Sosa anotó.*Viene el martes/s,
        /Valeria Sosa la tomó/,
        /la pasó a «Cita»/,
      ]);
      await expectStatus(page, 'Cita');
      await expect(followUp(page)).toContainText('La tenés vos');
      await expect(noteField(page)).toHaveValue('');
    });
  },
);

test(
  'a failed change is shown in the panel, after a reload and beside the list, and can be retried',
  { tag: '@full' },
  async ({ page, vitrina, signIn }) => {
    const name = uniqueName('Berta');
    const { path } = await receiveInquiry(vitrina, BUSY_AGENCY, buyer(name));
    await page.setViewportSize({ width: 1280, height: 720 });
    const { connected } = await blockLiveEvents(page);
    await signIn('seller', path);
    await expectStatus(page, 'Nueva');
    await connected;
    const failure = await failRequests(page, FOLLOW_UP_CHANGES);
    await test.step('the panel shows the failure, also after a reload', async () => {
      await page.keyboard.press('e');
      await expectInView(page, saveFailure(page));
      await expect(saveFailure(page)).toContainText('No hay respuesta de Vitrina');
      await expectStatus(page, 'Nueva');
      await expect(panelHeading(page)).toBeFocused();
      await page.reload();
      await expect(saveFailure(page)).toContainText('Pasó a «Contactada»');
      await expectStatus(page, 'Nueva');
    });

    await test.step('the list shows it and retries it', async () => {
      await page.keyboard.press('Escape');
      const failed = list(page).getByRole('alert').filter({ hasText: 'Hay algo sin guardar' });
      await expect(failed).toContainText(name);
      await failure.stop();
      await failed.getByRole('button', { name: 'Reintentar' }).click();
      await expect(failed).toHaveCount(0);
      await expect.poll(() => hasStoredChanges(page)).toBe(false);
      await rowOf(page, `${name} Olmos`).click();
      await expectStatus(page, 'Contactada');
      await expect(historyEntries(page)).toHaveCount(1);
    });
  },
);

test(
  'signing out warns of unsaved changes and erases them',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    const { path } = await receiveInquiry(vitrina, BUSY_AGENCY);
    const seller = await createSeller(vitrina, await clientOf('partner'), { agencies: [BUSY_AGENCY] });
    await signIn(seller, path);
    await expectStatus(page, 'Nueva');
    const answers = await loseResponses(page, FOLLOW_UP_CHANGES);
    await test.step('signing out lists them and erases them', async () => {
      await statusButton(page, 'Cita').click();
      await noteField(page).fill('A medio escribir');
      // The notice does not cover the menu or its button.
      await expect(undoNotice(page)).toBeVisible();
      const account = page.getByRole('button', { name: /Cuenta de/ });
      const signOut = page.getByRole('button', { name: 'Cerrar sesión' });
      await account.click();
      await expect(page.getByText('Guardando: Pasó a «Cita»')).toBeVisible();
      await signOut.click();
      const dialog = page.getByRole('dialog', { name: '¿Cerrar sesión sin guardar?' });
      await expect(dialog.getByRole('listitem')).toHaveText([
        'Nota: «A medio escribir»',
        'Cambio sin guardar: Pasó a «Cita»',
      ]);
      await dialog.getByRole('button', { name: 'Cancelar' }).click();
      await expect(signOut).toBeFocused();
      await signOut.click();
      await dialog.getByRole('button', { name: 'Cerrar sesión' }).click();
      await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
      expect(await hasStoredChanges(page)).toBe(false);
      expect(await storage(page)).not.toContain('A medio escribir');
    });

    await test.step('the page of another person does not show them', async () => {
      await signIn(seller, path);
      await expectStatus(page, 'Nueva');
      await statusButton(page, 'Cita').click();
      await noteField(page).fill('Otra, sin guardar');
      await expect.poll(() => hasStoredChanges(page)).toBe(true);
      answers.stop();
      await page.context().clearCookies();
      await page.goto(path);
      await fillSignIn(page, vitrina.people.partner);
      await expectStatus(page, 'Nueva');
      await expect(noteField(page)).toHaveValue('');
      await expect(historyEntries(page)).toHaveCount(0);
      expect(await hasStoredChanges(page)).toBe(false);
      expect(await storage(page)).not.toContain('sin guardar');
    });
  },
);

test(
  'a change that was refused because the session ended is sent once the same person signs in',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    const { path } = await receiveInquiry(vitrina, BUSY_AGENCY);
    const seller = await createSeller(vitrina, await clientOf('partner'), { agencies: [BUSY_AGENCY] });
    await test.step('signing in over the page sends it', async () => {
      const client = await clientOf(seller);
      await signIn(seller, path);
      await expectStatus(page, 'Nueva');
      const release = await holdRequests(page, FOLLOW_UP_CHANGES);
      await noteField(page).fill('Pasa el jueves');
      await saveNoteButton(page).click();
      await client.call(desk.signOut);
      release();
      const dialog = page.getByRole('dialog', { name: 'Tu sesión terminó' });
      await dialog.getByLabel('Contraseña').fill(seller.password);
      await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(historyEntries(page)).toHaveText([/Pasa el jueves/]);
      await expect(followUp(page).getByRole('alert')).toHaveCount(0);
      await expect(noteField(page)).toHaveValue('');
    });

    await test.step('signing in on the next page sends it and keeps the draft', async () => {
      // A response lost to the sign-in page also keeps the draft.
      const answers = await loseResponses(page, FOLLOW_UP_CHANGES);
      await statusButton(page, 'Ganada').click();
      await noteField(page).fill('Otra, sin guardar');
      await expect.poll(() => hasStoredChanges(page)).toBe(true);
      answers.stop();
      await page.context().clearCookies();
      await page.goto(path);
      await fillSignIn(page, seller);
      await expectStatus(page, 'Ganada');
      await expect.poll(() => hasStoredChanges(page)).toBe(false);
      await expect(noteField(page)).toHaveValue('Otra, sin guardar');
    });
  },
);

test(
  'a note that fails or is slow while the next inquiry is open is neither lost nor left as a draft',
  { tag: '@full' },
  async ({ page, vitrina, signIn }) => {
    const [first, second] = [uniqueName('Berta'), uniqueName('Carla')];
    await test.step('a note that fails is retried', async () => {
      const inquiry = await receiveInquiry(vitrina, BUSY_AGENCY, buyer(first));
      await receiveInquiry(vitrina, BUSY_AGENCY, buyer(second));
      const { connected } = await blockLiveEvents(page);
      await signIn('seller', inquiry.path);
      await connected;
      const failure = await failRequests(page, FOLLOW_UP_CHANGES);
      await noteField(page).fill('Quiere verlo el sábado');
      await saveNoteButton(page).click();
      await expect(saveFailure(page)).toBeVisible();
      await rowOf(page, `${second} Olmos`).click();
      await expect(noteField(page)).toHaveValue('');
      await failure.stop();
      await followUp(page).getByRole('link', { name: 'Ir a verla' }).click();
      await expect(noteField(page)).toHaveValue('Quiere verlo el sábado');
      await followUp(page).getByRole('button', { name: 'Reintentar' }).click();
      await expect(historyEntries(page)).toHaveText([/Quiere verlo el sábado/]);
      await expect(noteField(page)).toHaveValue('');
    });

    await test.step('a note that is slow is saved', async () => {
      const release = await holdRequests(page, FOLLOW_UP_CHANGES);
      await noteField(page).fill('Pasa el jueves');
      await followUp(page).getByLabel('Hablé con la persona').check();
      await noteField(page).press('Control+Enter');
      await expect(historyEntries(page)).toHaveCount(2);
      await rowOf(page, `${second} Olmos`).click();
      await expect(historyEntries(page)).toHaveCount(0);
      release();
      await expect.poll(() => storage(page)).not.toContain('Pasa el jueves');
      await rowOf(page, `${first} Olmos`).click();
      await expect(historyEntries(page)).toHaveText([/Pasa el jueves/, /Quiere verlo el sábado/]);
      await expect(noteField(page)).toHaveValue('');
      await expect(followUp(page).getByLabel('Hablé con la persona')).not.toBeChecked();
    });
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test(
    'a failed change scrolls into view from anywhere in the panel',
    { tag: '@full' },
    async ({ page, vitrina, signIn }) => {
      const [first, second] = [uniqueName('Berta'), uniqueName('Carla')];
      await receiveInquiry(vitrina, BUSY_AGENCY, buyer(second));
      const { path } = await receiveInquiry(vitrina, BUSY_AGENCY, buyer(first));
      const { connected } = await blockLiveEvents(page);
      await signIn('seller', path);
      await expectStatus(page, 'Nueva');
      await connected;
      const failure = await failRequests(page, FOLLOW_UP_CHANGES);
      await panel(page).getByText('Lo que envió el servicio').scrollIntoViewIfNeeded();
      await expect(panel(page).getByRole('region', { name: 'Comentario' })).not.toBeInViewport();
      await contactBar(page).getByRole('button', { name: 'Contactada' }).tap();
      const failed = panel(page).getByRole('alert').filter({ hasText: 'No se pudo anotar' });
      await expectInView(page, failed);
      await failure.stop();
      await failed.getByRole('button', { name: 'Reintentar' }).tap();
      await expectStatus(page, 'Contactada');

      const fail = await holdRequests(page, FOLLOW_UP_CHANGES, 'abort');
      await statusButton(page, 'Cita').tap();
      await panel(page).getByRole('button', { name: 'Cerrar la consulta' }).tap();
      await rowOf(page, `${second} Olmos`).tap();
      await expectStatus(page, 'Nueva');
      fail();
      await expectInView(page, pendingChangesBanner(page));
      // The next inquiry still opens at its top.
      await panel(page).getByRole('link', { name: 'Consulta siguiente' }).tap();
      await expect(panelHeading(page)).not.toHaveText(`${second} Olmos`);
      await expect(pendingChangesBanner(page)).toBeAttached();
      await expect(panelHeading(page)).toBeInViewport();
    },
  );

  test(
    'an undo that came too late scrolls into view',
    { tag: '@full' },
    async ({ page, vitrina, signIn, clientOf }) => {
      const inquiry = await receiveInquiry(vitrina, BUSY_AGENCY);
      await blockLiveEvents(page);
      await signIn('seller', inquiry.path);
      await expectStatus(page, 'Nueva');
      // The optimistic update is shown before the change is saved.
      await Promise.all([page.waitForResponse(FOLLOW_UP_CHANGES), statusButton(page, 'Contactada').tap()]);
      await expect(historyEntries(page)).toHaveCount(1);
      await changeFollowUp(await clientOf('partner'), inquiry, { kind: 'status', status: 'won' });
      await undoNotice(page).getByRole('button', { name: 'Deshacer' }).tap();
      const refused = history(page).getByRole('alert').filter({ hasText: 'Ya no se puede deshacer' });
      await expectInView(page, refused);
      await expect(panelHeading(page)).toBeFocused();
      await refused.getByRole('button', { name: 'Dejarlo así' }).tap();
      await expect(history(page)).toBeFocused();
    },
  );
});
