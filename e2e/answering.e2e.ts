import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import type { WriteTemplate } from '#contract/desk/templates.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { type Inquiry, createSeller, receiveInquiry } from './actions.ts';
import type { GatewayClient } from './gateway-client.ts';
import { contactBar, expectStatus, list, panel, panelHeading, statusButton } from './inbox-page.ts';
import { FOLLOW_UP_CHANGES, failRequests } from './network.ts';
import { expect, test } from './test.ts';

const CAR = {
  Marca: 'Fiat',
  Modelo: 'Cronos',
  VersionYear: 2021,
  Precio: { Moneda: 'ARS', Importe: 18_500_000 },
};
const ANA = {
  Nombre: 'Ana',
  Apellido: 'Quiroga',
  Telefono: '0351 15-555-0111',
  Email: 'ana.quiroga@correo.example',
  Comentario: '¿Sigue disponible?',
};

const ana = (person: object = {}, vehicle: object = {}) => ({
  Interesado: { ...ANA, ...person },
  Auto: { ...CAR, ...vehicle },
});

/** Everything that was done about an inquiry, newest first. */
async function changesOf(client: GatewayClient, { adminMail, sid }: Inquiry) {
  const { timeline } = await client.call(desk.viewFollowUp, { params: { adminMail, sid } });
  return timeline.map(({ change }) => change);
}

async function addTemplate(client: GatewayClient, template: Omit<WriteTemplate, 'id'>): Promise<string> {
  const id = randomUUID();
  await client.call(desk.addTemplate, { body: { id, ...template } });
  return id;
}

const stubWhatsapp = (context: BrowserContext) =>
  context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));

/** Links to the phone and the mail program open nothing; gives what they would have opened. */
async function watchLinks(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const opened: string[] = [];
    Object.assign(window, { opened });
    addEventListener('click', (event) => {
      const link = event.target instanceof Element && event.target.closest('a');
      if (!link || !/^(tel|mailto):/.test(link.href)) return;
      event.preventDefault();
      opened.push(link.href);
    });
  });
  return () => page.evaluate(() => (window as unknown as { opened: string[] }).opened);
}

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('a seller calls, mails and writes by WhatsApp with one click each, and each touch is recorded', async ({
  page,
  context,
  vitrina,
  signIn,
  clientOf,
}) => {
  const inquiry = await receiveInquiry(vitrina, BUSY_AGENCY, ana());
  await stubWhatsapp(context);
  await signIn('seller', inquiry.path);
  await expect(panel(page).getByText('Se marca +54 9 351 555 0111')).toBeVisible();
  const opened = await watchLinks(page);
  await panel(page).getByRole('link', { name: 'Llamar' }).click();
  await panel(page).getByRole('link', { name: 'Correo' }).click();
  const [chat] = await Promise.all([
    context.waitForEvent('page'),
    panel(page).getByRole('link', { name: 'WhatsApp' }).click(),
  ]);
  expect(chat.url()).toBe('https://wa.me/5493515550111');
  expect(await chat.evaluate(() => window.opener === null)).toBe(true);
  expect(await opened()).toEqual(['tel:+5493515550111', 'mailto:ana.quiroga@correo.example']);
  const client = await clientOf('seller');
  await expect
    .poll(() => changesOf(client, inquiry))
    .toEqual([
      { kind: 'touch', how: 'whatsapp' },
      { kind: 'touch', how: 'mail' },
      { kind: 'touch', how: 'call' },
    ]);
});

test('a seller who works in English contacts the person with one key each', async ({
  page,
  context,
  vitrina,
  signIn,
  clientOf,
}) => {
  const inquiry = await receiveInquiry(
    vitrina,
    BUSY_AGENCY,
    ana({ Telefono: '011 4555-0102 / 11 15 5555 0102' }),
  );
  await stubWhatsapp(context);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => localStorage.setItem('vitrina-language', 'en'));
  const client = await clientOf('seller');
  await context.addCookies(await client.cookies());
  await page.goto(inquiry.path);
  const card = page.getByRole('region', { name: 'Open inquiry' });
  await expect(card.getByText('Dials +54 11 4555 0102 · WhatsApp to +54 9 11 5555 0102')).toBeVisible();
  await expect(card.getByRole('button', { name: 'New', pressed: true })).toBeVisible();
  const opened = await watchLinks(page);
  await page.keyboard.press('c');
  await page.keyboard.press('m');
  const [chat] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('w')]);
  expect(chat.url()).toBe('https://wa.me/5491155550102');
  expect(await opened()).toEqual(['tel:+541145550102', 'mailto:ana.quiroga@correo.example']);
  await expect.poll(async () => (await changesOf(client, inquiry)).length).toBe(3);
  await page.bringToFront();
  await page.keyboard.press('y');
  await expect(card.getByRole('button', { name: /^Copied/ })).toBeFocused();
  expect(await copied(page)).toBe(`${vitrina.url}${inquiry.path}`);
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog', { name: 'Answer Ana Quiroga' })).toBeVisible();
});

test('a phone and a mail address that cannot be used are said to be, and copied', async ({
  page,
  context,
  vitrina,
  signIn,
  clientOf,
}) => {
  const person = { Telefono: 'el de siempre, 12', Email: 'ana arroba correo' };
  const inquiry = await receiveInquiry(vitrina, BUSY_AGENCY, ana(person));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('seller', inquiry.path);
  await expect(panel(page).getByText('Este teléfono no se puede marcar: «el de siempre, 12»')).toBeVisible();
  for (const name of ['Llamar', 'WhatsApp', 'Correo'])
    await expect(contactBar(page).getByRole('link', { name })).toHaveCount(0);
  await page.keyboard.press('c');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await copied(page)).toBe('el de siempre, 12');
  await page.keyboard.press('m');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await copied(page)).toBe('ana arroba correo');
  expect(await changesOf(await clientOf('seller'), inquiry)).toEqual([]);
});

test('a seller replies with a template by keyboard alone: gaps are filled in, and WhatsApp opens', async ({
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

  // The first gap is selected; the next one when the message is to be sent with it.
  await page.keyboard.type('18 millones');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('10');
  await expect(missing).toHaveCount(0);
  expect(await changesOf(client, inquiry)).toEqual([]);
  const [chat] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')]);
  expect(new URL(chat.url()).searchParams.get('text')).toBe(
    'Hola Ana, soy Valeria Sosa de Automotores del Plata.\nEl Fiat Cronos 2021 está a 18 millones. ¿Venís a las 10?',
  );
  await page.bringToFront();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => changesOf(client, inquiry)).toEqual([{ kind: 'touch', how: 'whatsapp', template }]);
  await page.keyboard.press('r');
  await expect(message).toHaveValue('');
  await dialog.getByRole('button', { name: 'Volver a ese texto' }).click();
  await expect(message).toHaveValue(/18 millones/);
});

test('a seller replies by mail: a gap in the subject is filled in first, and the text can be copied', async ({
  page,
  context,
  vitrina,
  signIn,
  clientOf,
}) => {
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
  const opened = await watchLinks(page);
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
  expect(await copied(page)).toBe('Sale [precio].');
  await message.fill('Sale 18 millones.');
  await dialog.getByRole('link', { name: 'Abrir en el correo' }).click();
  expect(await opened()).toEqual([
    'mailto:ana.quiroga@correo.example?subject=Tu%20auto%2C%2018%20millones&body=Sale%2018%20millones.',
  ]);
  await expect
    .poll(() => changesOf(client, inquiry))
    .toEqual([expect.objectContaining({ kind: 'touch', how: 'mail' })]);
});

test('a reply is kept while it is written: over a reload, another template, a failed record and an ended session', async ({
  page,
  context,
  vitrina,
  signIn,
  clientOf,
}) => {
  const inquiry = await receiveInquiry(vitrina, BUSY_AGENCY, ana());
  const seller = await createSeller(vitrina, await clientOf('partner'), { agencies: [BUSY_AGENCY] });
  const client = await clientOf(seller);
  await addTemplate(client, { name: 'Corta', subject: '', text: 'Hola {{nombre}}', shared: false });
  await stubWhatsapp(context);
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

  const failure = await failRequests(page, FOLLOW_UP_CHANGES);
  await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('link', { name: 'Abrir en WhatsApp' }).click(),
  ]);
  await page.bringToFront();
  const notRecorded = panel(page).getByText(/No se pudo anotar/);
  await expect(notRecorded).toBeVisible();
  await failure.stop();
  await reply.click();
  await expect(message).toHaveValue('Lo que iba escribiendo');
  await page.keyboard.press('Escape');

  await client.call(desk.signOut);
  await panel(page).getByRole('button', { name: 'Reintentar' }).first().click();
  const again = page.getByRole('dialog', { name: 'Tu sesión terminó' });
  await again.getByLabel('Contraseña').fill(seller.password);
  await again.getByRole('button', { name: 'Entrar' }).click();
  await expect(again).toHaveCount(0);
  // It is sent by itself; a reply that is recorded is no draft any more.
  await expect(notRecorded).toHaveCount(0);
  await expect
    .poll(async () => changesOf(await clientOf('partner'), inquiry))
    .toEqual([{ kind: 'touch', how: 'whatsapp' }]);
  await reply.click();
  await expect(message).toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Volver a ese texto' })).toBeVisible();
});

test('a printed sheet is the inquiry and nothing else', async ({ page, vitrina, signIn }) => {
  const { path } = await receiveInquiry(
    vitrina,
    BUSY_AGENCY,
    ana({ Comentario: 'Renglón uno\nRenglón dos' }),
  );
  await signIn('seller', path);
  await expect(panel(page).getByText(/^Se marca/)).toBeVisible();
  await page.evaluate(() => {
    window.print = () => Object.assign(window, { printed: true });
  });
  await panel(page).getByRole('button', { name: 'Imprimir' }).click();
  expect(await page.evaluate(() => 'printed' in window)).toBe(true);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ media: 'print', colorScheme });
    for (const shown of ['Ana Quiroga', 'Fiat Cronos 2021', '0351 15-555-0111'])
      await expect(panel(page).getByText(shown, { exact: true }).first()).toBeVisible();
    await expect(panel(page).getByText(`${vitrina.url}${path}`)).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(list(page)).toHaveCount(0);
    const colours = await panelHeading(page).evaluate((heading) => [
      getComputedStyle(heading).color,
      getComputedStyle(document.documentElement).backgroundColor,
    ]);
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  }
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a seller contacts and marks from the foot of the screen, and replies on the whole of it', async ({
    page,
    vitrina,
    signIn,
    clientOf,
  }) => {
    const inquiry = await receiveInquiry(vitrina, BUSY_AGENCY, ana());
    await signIn('seller', inquiry.path);
    await expectStatus(page, 'Nueva');
    const foot = await contactBar(page).boundingBox();
    expect([foot?.x, foot?.width, (foot?.y ?? 0) + (foot?.height ?? 0)]).toEqual([0, 360, 740]);
    for (const name of ['Llamar', 'WhatsApp', 'Correo', 'Contactada']) {
      const pressed = contactBar(page)
        .getByRole(name === 'Contactada' ? 'button' : 'link', { name })
        .first();
      const { width = 0, height = 0 } = (await pressed.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await contactBar(page).getByRole('button', { name: 'Contactada', pressed: false }).tap();
    await expect(contactBar(page).getByRole('button', { name: 'Contactada', pressed: true })).toBeVisible();
    await expect(statusButton(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(async () => changesOf(await clientOf('seller'), inquiry))
      .toEqual([{ kind: 'status', status: 'contacted' }]);
    const last = panel(page).getByText('Lo que envió el servicio');
    await last.focus();
    const { y = Infinity, height = 0 } = (await last.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(foot?.y ?? 0);

    await page.route('**/desk/templates', (route) => route.fulfill({ json: { templates: [] } }));
    await page.reload();
    await panel(page).getByRole('button', { name: 'Responder' }).tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Mensaje' })).toBeFocused();
    const none = await dialog.getByText('Todavía no hay plantillas.', { exact: false }).boundingBox();
    const subject = await dialog.getByLabel('Asunto del correo').boundingBox();
    expect((subject?.y ?? Infinity) - (none?.y ?? 0) - (none?.height ?? 0)).toBeLessThan(32);
    await page.keyboard.type('Hola');
    await expect(dialog.getByRole('link', { name: 'Abrir en WhatsApp' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});
