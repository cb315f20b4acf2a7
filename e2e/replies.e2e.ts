import { desk } from '#contract/desk/desk.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { createSeller, receiveInquiry } from './actions.ts';
import {
  addTemplate,
  ana,
  timelineChanges,
  clipboardText,
  stubWhatsapp,
  recordContactLinks,
} from './answering.ts';
import { panel } from './inbox-page.ts';
import { FOLLOW_UP_CHANGES, blockLiveEvents, failRequests, holdRequests } from './network.ts';
import { expect, test } from './test.ts';

test('a seller replies by WhatsApp with a template whose gaps are filled in, by keyboard alone', async ({
  page,
  context,
  vitrina,
  signIn,
  clientOf,
}) => {
  const inquiry = await receiveInquiry(vitrina, BUSY_AGENCY, ana({}, { Precio: null }));
  const client = await clientOf('seller');
  const template = await addTemplate(client, {
    name: 'Ñandú: primer saludo',
    subject: 'Tu {{vehiculo}}',
    text: 'Hola {{nombre}}, soy {{vendedor}} de {{agencia}}.\nEl {{vehiculo}} está a {{precio}}. ¿Venís a las {{hora}}?',
    shared: false,
  });
  await stubWhatsapp(context);
  await signIn('seller', inquiry.path);
  await expect(panel(page).getByText(/^Se marca/)).toBeVisible();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Responder a Ana Quiroga' });
  await expect(dialog.getByLabel('Buscar plantilla')).toBeFocused();
  await expect(dialog.getByRole('button', { name: /Ñandú/ })).toBeVisible();
  await page.keyboard.type('nandu');
  await page.keyboard.press('Enter');
  const message = dialog.getByRole('textbox', { name: 'Mensaje' });
  await expect(message).toBeFocused();
  await expect(message).toHaveValue(
    'Hola Ana, soy Valeria Sosa de Automotores del Plata.\nEl Fiat Cronos 2021 está a [precio]. ¿Venís a las {{hora}}?',
  );
  await expect(dialog.getByLabel('Asunto del correo')).toHaveValue('Tu Fiat Cronos 2021');
  const missing = dialog.getByText(/^Falta completar/);
  await expect(missing).toHaveText('Falta completar: [precio], {{hora}}');

  // Choosing a template selects the first gap; sending selects the next one.
  await page.keyboard.type('18 millones');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('10');
  await expect(missing).toHaveCount(0);
  expect(await timelineChanges(client, inquiry)).toEqual([]);
  const record = await holdRequests(page, FOLLOW_UP_CHANGES);
  const [chat] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')]);
  expect(new URL(chat.url()).searchParams.get('text')).toBe(
    'Hola Ana, soy Valeria Sosa de Automotores del Plata.\nEl Fiat Cronos 2021 está a 18 millones. ¿Venís a las 10?',
  );
  await page.bringToFront();
  await expect(dialog).toHaveCount(0);
  // Reopened before the touch is recorded: the text is then cleared in this dialog, too.
  await page.keyboard.press('r');
  await expect(message).toHaveValue(/18 millones/);
  record();
  await expect(message).toHaveValue('');
  expect(await timelineChanges(client, inquiry)).toEqual([{ kind: 'touch', how: 'whatsapp', template }]);
  await dialog.getByRole('button', { name: 'Volver a ese texto' }).click();
  await expect(message).toHaveValue(/18 millones/);
});

test(
  'a seller replies by mail after filling in a gap of the subject, and copies the text',
  { tag: '@full' },
  async ({ page, context, vitrina, signIn, clientOf }) => {
    const inquiry = await receiveInquiry(vitrina, BUSY_AGENCY, ana({}, { Precio: null }));
    const client = await clientOf('seller');
    await addTemplate(client, {
      name: 'Asunto con precio',
      subject: 'Tu auto, {{precio}}',
      text: 'Hola {{nombre}}.',
      shared: false,
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn('seller', inquiry.path);
    await expect(panel(page).getByText(/^Se marca/)).toBeVisible();
    const opened = await recordContactLinks(page);
    await panel(page).getByRole('button', { name: 'Responder' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /Asunto con precio/ }).click();
    const subject = dialog.getByLabel('Asunto del correo');
    const message = dialog.getByRole('textbox', { name: 'Mensaje' });
    await expect(subject).toHaveAttribute('aria-invalid', 'true');
    // WhatsApp has no subject.
    await expect(dialog.getByRole('link', { name: 'Abrir en WhatsApp' })).toBeVisible();
    await message.focus();
    await dialog.getByRole('button', { name: 'Abrir en el correo' }).click();
    await expect(subject).toBeFocused();
    await page.keyboard.type('18 millones');
    await expect(subject).toHaveValue('Tu auto, 18 millones');
    await expect(subject).toHaveAttribute('aria-invalid', 'false');

    await message.fill('Sale [precio].');
    await dialog.getByRole('button', { name: 'Abrir en el correo' }).click();
    await expect(message).toBeFocused();
    await expect(dialog.getByText('Al copiar van también los huecos: [precio]')).toBeVisible();
    await dialog.getByRole('button', { name: 'Copiar' }).click();
    expect(await clipboardText(page)).toBe('Sale [precio].');
    await message.fill('Sale 18 millones.');
    await dialog.getByRole('link', { name: 'Abrir en el correo' }).click();
    expect(await opened()).toEqual([
      'mailto:ana.quiroga@correo.example?subject=Tu%20auto%2C%2018%20millones&body=Sale%2018%20millones.',
    ]);
    await expect
      .poll(() => timelineChanges(client, inquiry))
      .toEqual([expect.objectContaining({ kind: 'touch', how: 'mail' })]);
  },
);

test(
  'a draft of a reply survives a reload, another template, a failed record and an ended session',
  { tag: '@full' },
  async ({ page, context, vitrina, signIn, clientOf }) => {
    const inquiry = await receiveInquiry(vitrina, BUSY_AGENCY, ana());
    const seller = await createSeller(vitrina, await clientOf('partner'), { agencies: [BUSY_AGENCY] });
    const client = await clientOf(seller);
    await addTemplate(client, { name: 'Corta', subject: '', text: 'Hola {{nombre}}', shared: false });
    await stubWhatsapp(context);
    await blockLiveEvents(page);
    await signIn(seller, inquiry.path);
    const dialog = page.getByRole('dialog', { name: /Responder a/ });
    const message = dialog.getByRole('textbox', { name: 'Mensaje' });
    const reply = panel(page).getByRole('button', { name: 'Responder' });
    await reply.click();
    await message.fill('Lo que iba escribiendo');
    await page.reload();
    await reply.click();
    await expect(message).toHaveValue('Lo que iba escribiendo');
    await dialog.getByRole('button', { name: /Corta/ }).click();
    await expect(message).toHaveValue('Hola Ana');
    await dialog.getByRole('button', { name: 'Traerlo de vuelta' }).click();
    await expect(message).toHaveValue('Lo que iba escribiendo');

    const notRecorded = panel(page).getByText(/No se pudo anotar/);
    await test.step('the draft survives a failed record', async () => {
      const failure = await failRequests(page, FOLLOW_UP_CHANGES);
      await Promise.all([
        context.waitForEvent('page'),
        dialog.getByRole('link', { name: 'Abrir en WhatsApp' }).click(),
      ]);
      await page.bringToFront();
      await expect(notRecorded).toBeVisible();
      await failure.stop();
      await reply.click();
      await expect(message).toHaveValue('Lo que iba escribiendo');
      await page.keyboard.press('Escape');
    });

    await test.step('the draft is deleted once the record is saved after signing in', async () => {
      await client.call(desk.signOut);
      // The sign-in dialog may already cover the button.
      await panel(page)
        .getByRole('button', { name: 'Reintentar', includeHidden: true })
        .first()
        .dispatchEvent('click');
      const again = page.getByRole('dialog', { name: 'Tu sesión terminó' });
      await again.getByLabel('Contraseña').fill(seller.password);
      await again.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(again).toHaveCount(0);
      // The touch is retried without a click, and its draft deleted.
      await expect(notRecorded).toHaveCount(0);
      await expect
        .poll(async () => timelineChanges(await clientOf('partner'), inquiry))
        .toEqual([{ kind: 'touch', how: 'whatsapp' }]);
      await reply.click();
      await expect(message).toHaveValue('');
      await expect(dialog.getByRole('button', { name: 'Volver a ese texto' })).toBeVisible();
    });
  },
);
