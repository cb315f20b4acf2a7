import type { BrowserContext, Page } from '@playwright/test';
import type { FollowUpDetail } from '#contract/desk/follow-up.ts';
import type { WriteTemplate } from '#contract/desk/templates.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { violations } from './axe.ts';
import type { Vitrina } from './server.ts';
import { expect, fillSignIn, panel, test } from './test.ts';

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

/** Writes as a visitor would; gives the path of the inquiry: `/{adminMail}/{sid}`. */
async function visitorWrites(vitrina: Vitrina, person: object = {}, vehicle: object = {}): Promise<string> {
  const answer = await fetch(`${vitrina.serviceUrl}/simulator/consultas/${BUSY_AGENCY}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Interesado: { ...ANA, ...person }, Auto: { ...CAR, ...vehicle } }),
  });
  expect(answer.status).toBe(201);
  return answer.headers.get('location')?.replace(/^.*\/v3\/consultas/, '') ?? '';
}

/** Everything that was done about it, newest first, as the gateway has it. */
async function done(page: Page, path: string): Promise<FollowUpDetail['timeline'][number]['change'][]> {
  const detail = await page.evaluate(
    async (url) => (await (await fetch(url, { headers: { 'x-vitrina': '1' } })).json()) as FollowUpDetail,
    `/desk/follow-up${path}`,
  );
  return detail.timeline.map(({ change }) => change);
}

async function addTemplate(page: Page, template: Omit<WriteTemplate, 'id'>): Promise<string> {
  const body = { id: crypto.randomUUID(), ...template };
  const status = await page.evaluate(
    async (json) =>
      (
        await fetch('/desk/templates', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-vitrina': '1' },
          body: json,
        })
      ).status,
    JSON.stringify(body),
  );
  expect(status).toBe(201);
  return body.id;
}

/** WhatsApp's own page is nobody's here. */
async function withoutWhatsapp(context: BrowserContext): Promise<void> {
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
}

/** What links to other programs would open, instead of them. */
async function heedLinks(page: Page): Promise<() => Promise<string[]>> {
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

const inEnglish = async (page: Page) => {
  await page.evaluate(() => localStorage.setItem('vitrina-language', 'en'));
  await page.reload();
};

test.describe('turning to the buyer', () => {
  test('by call, mail and WhatsApp in one click, each recorded', async ({
    page,
    context,
    vitrina,
    signIn,
  }) => {
    const path = await visitorWrites(vitrina);
    await withoutWhatsapp(context);
    await signIn('seller', `/inquiries${path}`);
    const card = panel(page);
    await expect(card.getByText('Se marca +54 9 351 555 0111')).toBeVisible();
    const opened = await heedLinks(page);
    await card.getByRole('link', { name: 'Llamar' }).click();
    await card.getByRole('link', { name: 'Correo' }).click();
    const [chat] = await Promise.all([
      context.waitForEvent('page'),
      card.getByRole('link', { name: 'WhatsApp' }).click(),
    ]);
    expect(chat.url()).toBe('https://wa.me/5493515550111');
    expect(await chat.evaluate(() => window.opener === null)).toBe(true);
    expect(await opened()).toEqual(['tel:+5493515550111', 'mailto:ana.quiroga@correo.example']);
    await expect
      .poll(() => done(page, path))
      .toEqual([
        { kind: 'touch', how: 'whatsapp' },
        { kind: 'touch', how: 'mail' },
        { kind: 'touch', how: 'call' },
      ]);
  });

  test('by one key each, in English too', async ({ page, context, vitrina, signIn }) => {
    const path = await visitorWrites(vitrina, { Telefono: '011 4555-0102 / 11 15 5555 0102' });
    await withoutWhatsapp(context);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn('seller', `/inquiries${path}`);
    await inEnglish(page);
    const card = page.getByRole('region', { name: 'Open inquiry' });
    await expect(card.getByText('Dials +54 11 4555 0102 · WhatsApp to +54 9 11 5555 0102')).toBeVisible();
    await expect(card.getByRole('link', { name: '+54 9 11 5555 0102' })).toHaveAttribute(
      'href',
      'tel:+5491155550102',
    );
    const opened = await heedLinks(page);
    await page.keyboard.press('c');
    await page.keyboard.press('m');
    const [chat] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('w')]);
    expect(chat.url()).toBe('https://wa.me/5491155550102');
    expect(await opened()).toEqual(['tel:+541145550102', 'mailto:ana.quiroga@correo.example']);
    await expect.poll(async () => (await done(page, path)).length).toBe(3);
    await page.bringToFront();
    await page.keyboard.press('y');
    await expect(card.getByRole('button', { name: /^Copied/ })).toBeFocused();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${vitrina.url}/inquiries${path}`);
    await page.keyboard.press('r');
    await expect(page.getByRole('dialog', { name: 'Answer Ana Quiroga' })).toBeVisible();
  });

  test('what cannot be dialled says so, and is copied', async ({ page, context, vitrina, signIn }) => {
    const path = await visitorWrites(vitrina, { Telefono: 'el de siempre, 12', Email: 'ana arroba correo' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn('seller', `/inquiries${path}`);
    const card = panel(page);
    const phone = card.getByText('Este teléfono no se puede marcar: «el de siempre, 12»');
    await expect(phone).toBeVisible();
    await expect(card.getByText('A este correo no se puede escribir: «ana arroba correo»')).toBeVisible();
    await expect(card.locator('a[href^="tel:"], a[href^="mailto:"], a[href*="wa.me"]')).toHaveCount(0);
    await page.keyboard.press('c');
    await expect(card.locator(':focus')).toContainText('no se puede marcar');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('el de siempre, 12');
    await page.keyboard.press('m');
    await expect(card.locator(':focus')).toContainText('no se puede escribir');
    expect(await done(page, path)).toEqual([]);
  });

  test('what could not be recorded says so, and is recorded once by trying again', async ({
    page,
    vitrina,
    signIn,
  }) => {
    const path = await visitorWrites(vitrina);
    await signIn('seller', `/inquiries${path}`);
    await expect(panel(page).getByText(/^Se marca/)).toBeVisible();
    await heedLinks(page);
    await page.route('**/changes', (route) => route.abort());
    await page.keyboard.press('c');
    const said = panel(page).getByRole('alert').filter({ hasText: 'No se pudo anotar en el seguimiento' });
    await expect(said).toContainText('No hay respuesta de Vitrina');
    await page.unroute('**/changes');
    await said.getByRole('button', { name: 'Reintentar' }).click();
    await expect.poll(() => done(page, path)).toEqual([{ kind: 'touch', how: 'call' }]);
    await expect(said).toHaveCount(0);
  });

  test('who only reads calls without a record', async ({ page, vitrina, signIn }) => {
    const path = await visitorWrites(vitrina);
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn('support', `/inquiries${path}`);
    await expect(panel(page).getByText(/^Se marca/)).toBeVisible();
    const opened = await heedLinks(page);
    await page.keyboard.press('c');
    expect(await opened()).toEqual(['tel:+5493515550111']);
    await expect(panel(page).getByRole('button', { name: 'Contactada' })).toHaveCount(0);
    expect(await done(page, path)).toEqual([]);
  });
});

test.describe('prepared replies', () => {
  test('are filled, show what is missing, and open in WhatsApp by the keyboard alone', async ({
    page,
    context,
    vitrina,
    signIn,
  }) => {
    const path = await visitorWrites(vitrina, {}, { Precio: null });
    await withoutWhatsapp(context);
    await signIn('seller', `/inquiries${path}`);
    const template = await addTemplate(page, {
      name: 'Ñandú: primer saludo',
      subject: 'Tu {{vehiculo}}',
      text: 'Hola {{nombre}}, soy {{vendedor}} de {{agencia}}.\nEl {{vehiculo}} está a {{precio}}. ¿Venís a las {{hora}}?',
      shared: false,
    });
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
    await expect(dialog.getByText('Falta completar: [precio], {{hora}}')).toBeVisible();
    await expect(dialog.locator('mark')).toHaveText(['[precio]', '{{hora}}']);

    const selected = () =>
      message.evaluate((field) => {
        const { value, selectionStart, selectionEnd } = field as HTMLTextAreaElement;
        return value.slice(selectionStart, selectionEnd);
      });
    expect(await selected()).toBe('[precio]');
    await page.keyboard.type('18 millones');
    await page.keyboard.press('Control+Enter');
    expect(await selected()).toBe('{{hora}}');
    expect(await done(page, path)).toEqual([]);
    await page.keyboard.type('10');
    await expect(dialog.locator('mark')).toHaveCount(0);
    const [chat] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')]);
    expect(new URL(chat.url()).searchParams.get('text')).toBe(
      'Hola Ana, soy Valeria Sosa de Automotores del Plata.\nEl Fiat Cronos 2021 está a 18 millones. ¿Venís a las 10?',
    );
    await page.bringToFront();
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => done(page, path)).toEqual([{ kind: 'touch', how: 'whatsapp', template }]);

    await page.keyboard.press('r');
    await expect(message).toHaveValue('');
    await dialog.getByRole('button', { name: 'Volver a ese texto' }).click();
    await expect(message).toHaveValue(/18 millones/);
  });

  test('open in mail with their subject, and can be copied', async ({ page, context, vitrina, signIn }) => {
    const path = await visitorWrites(vitrina, { Telefono: null });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn('seller', `/inquiries${path}`);
    await addTemplate(page, {
      name: 'Con precio',
      subject: 'El {{vehiculo}}',
      text: 'Sale {{precio}}.',
      shared: true,
    });
    await page.reload();
    const opened = await heedLinks(page);
    await panel(page).getByRole('button', { name: 'Responder' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /Con precio/ }).click();
    await expect(dialog.getByRole('textbox', { name: 'Mensaje' })).toHaveValue('Sale ARS 18.500.000.');
    await dialog.getByRole('button', { name: 'Copiar' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Sale ARS 18.500.000.');
    await expect(dialog.getByText('Abrir en WhatsApp')).toHaveCount(0);
    await dialog.getByRole('link', { name: 'Abrir en el correo' }).click();
    expect(await opened()).toEqual([
      'mailto:ana.quiroga@correo.example?subject=El%20Fiat%20Cronos%202021&body=Sale%20ARS%2018.500.000.',
    ]);
    await expect
      .poll(() => done(page, path))
      .toEqual([expect.objectContaining({ kind: 'touch', how: 'mail' })]);
  });

  test('with something missing in the subject go by WhatsApp, and by mail lead to the subject', async ({
    page,
    context,
    vitrina,
    signIn,
  }) => {
    const path = await visitorWrites(vitrina, {}, { Precio: null });
    await withoutWhatsapp(context);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn('seller', `/inquiries${path}`);
    await addTemplate(page, {
      name: 'Asunto con precio',
      subject: 'Tu auto, {{precio}}',
      text: 'Hola {{nombre}}.',
      shared: false,
    });
    await page.reload();
    await expect(panel(page).getByText(/^Se marca/)).toBeVisible();
    const opened = await heedLinks(page);
    await panel(page).getByRole('button', { name: 'Responder' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /Asunto con precio/ }).click();
    const subject = dialog.getByLabel('Asunto del correo');
    const message = dialog.getByRole('textbox', { name: 'Mensaje' });
    await expect(subject).toHaveAttribute('aria-invalid', 'true');
    await expect(subject).toHaveAccessibleDescription('Falta completar: [precio]');
    await expect(dialog.getByRole('link', { name: 'Abrir en WhatsApp' })).toBeVisible();
    await expect(dialog.getByText(/^Al copiar van también los huecos/)).toHaveCount(0);
    expect(await violations(page)).toEqual([]);

    await message.focus();
    const mail = dialog.getByRole('button', { name: 'Abrir en el correo' });
    await expect(mail).toHaveAccessibleDescription(/Falta completar: \[precio\]/);
    await mail.click();
    await expect(subject).toBeFocused();
    await page.keyboard.type('18 millones');
    await expect(subject).toHaveValue('Tu auto, 18 millones');
    await expect(subject).toHaveAttribute('aria-invalid', 'false');

    // What is missing in the message is nothing of the subject; it is copied along, which is said.
    await message.fill('Sale [precio].');
    await expect(subject).toHaveAttribute('aria-invalid', 'false');
    await mail.click();
    await expect(message).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Abrir en WhatsApp' })).toBeVisible();
    await expect(dialog.getByText('Al copiar van también los huecos: [precio]')).toBeVisible();
    await dialog.getByRole('button', { name: 'Copiar' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Sale [precio].');
    await message.fill('Sale 18 millones.');
    await dialog.getByRole('link', { name: 'Abrir en el correo' }).click();
    expect(await opened()).toHaveLength(1);
  });

  test('of who has no template are written at once', async ({ page, vitrina, signIn }) => {
    const path = await visitorWrites(vitrina);
    await page.route('**/desk/templates', (route) => route.fulfill({ json: { templates: [] } }));
    await signIn('seller', `/inquiries${path}`);
    await expect(panel(page).getByText(/^Se marca/)).toBeVisible();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Responder a Ana Quiroga' });
    await expect(dialog.getByText('Todavía no hay plantillas.', { exact: false })).toBeVisible();
    await expect(dialog.getByLabel('Buscar plantilla')).toHaveCount(0);
    await expect(dialog.getByRole('textbox', { name: 'Mensaje' })).toBeFocused();
    await page.keyboard.type('Hola Ana');
    await expect(dialog.getByRole('textbox', { name: 'Mensaje' })).toHaveValue('Hola Ana');
  });

  test('are kept while they are written: over a reload, a failed record and signing in again', async ({
    page,
    context,
    vitrina,
    signIn,
  }) => {
    const path = await visitorWrites(vitrina);
    await withoutWhatsapp(context);
    await signIn('seller', `/inquiries${path}`);
    await addTemplate(page, { name: 'Corta', subject: '', text: 'Hola {{nombre}}', shared: false });
    await addTemplate(page, { name: 'Otra', subject: '', text: 'Buen día, {{nombre}}', shared: false });
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
    // Trying another one replaces nothing that was written.
    await dialog.getByRole('button', { name: /Otra/ }).click();
    await expect(message).toHaveValue('Buen día, Ana');
    await dialog.getByRole('button', { name: 'Traerlo de vuelta' }).click();
    await expect(message).toHaveValue('Lo que iba escribiendo');

    await page.route('**/changes', (route) => route.abort());
    await Promise.all([
      context.waitForEvent('page'),
      dialog.getByRole('link', { name: 'Abrir en WhatsApp' }).click(),
    ]);
    await page.bringToFront();
    await expect(panel(page).getByText(/No se pudo anotar/)).toBeVisible();
    await page.unroute('**/changes');
    await reply.click();
    await expect(message).toHaveValue('Lo que iba escribiendo');
    await page.keyboard.press('Escape');

    await context.clearCookies();
    await panel(page).getByRole('button', { name: 'Reintentar' }).first().click();
    const again = page.getByRole('dialog').filter({ has: page.getByLabel('Contraseña') });
    await expect(again).toBeVisible();
    await again.getByLabel('Contraseña').fill(vitrina.people.seller.password);
    await again.getByRole('button', { name: 'Entrar' }).click();
    await expect(again).toHaveCount(0);
    // Sent by itself; and once what was sent is in the history it is no draft any more.
    await expect(panel(page).getByText(/No se pudo anotar/)).toHaveCount(0);
    await expect.poll(async () => (await done(page, path)).length).toBe(1);
    await reply.click();
    await expect(message).toHaveValue('');
    await expect(dialog.getByRole('button', { name: 'Volver a ese texto' })).toBeVisible();
    await page.keyboard.press('Escape');

    await page.evaluate(() => fetch('/desk/session', { method: 'DELETE', headers: { 'x-vitrina': '1' } }));
    await page.goto('/sign-in');
    await fillSignIn(page, vitrina.people.partner);
    await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
    await page.goto(`/inquiries${path}`);
    await reply.click();
    await expect(dialog.getByRole('button', { name: /Con precio|Corta/ })).toHaveCount(0);
    await expect(message).toHaveValue('');
  });
});

test('what was marked is there although the tab was closed while it could still be undone', async ({
  page,
  context,
  vitrina,
  signIn,
}) => {
  const path = await visitorWrites(vitrina);
  await page.clock.install();
  await signIn('seller', `/inquiries${path}`);
  const mark = panel(page)
    .getByRole('group', { name: 'Estado', exact: true })
    .getByRole('button', { name: 'Cita' });
  await expect(mark).toHaveAttribute('aria-pressed', 'false');
  // No time goes by any more: what waited for some would never be sent.
  await page.clock.pauseAt(Date.now() + 60_000);
  const sent = page.waitForRequest(/\/changes$/);
  await mark.click();
  await sent;
  // It was sent while it can still be undone.
  await page.clock.resume();
  await expect(page.getByRole('alert').filter({ hasText: 'Deshacer' })).toBeVisible();
  await page.close();
  const later = await context.newPage();
  await later.goto(`/inquiries${path}`);
  await expect(panel(later).getByRole('button', { name: 'Cita', pressed: true })).toBeVisible();
});

test('a printed sheet is the card and nothing else', async ({ page, vitrina, signIn }) => {
  const path = await visitorWrites(vitrina, { Comentario: 'Renglón uno\nRenglón dos' });
  await signIn('seller', `/inquiries${path}`);
  const address = `${vitrina.url}/inquiries${path}`;
  await expect(panel(page).getByText(/^Se marca/)).toBeVisible();
  await page.evaluate(() => {
    window.print = () => Object.assign(window, { printed: true });
  });
  await panel(page).getByRole('button', { name: 'Imprimir' }).click();
  expect(await page.evaluate(() => 'printed' in window)).toBe(true);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ media: 'print', colorScheme });
    for (const shown of ['Ana Quiroga', 'Fiat Cronos 2021', '0351 15-555-0111', address])
      await expect(
        panel(page)
          .getByText(shown, { exact: shown !== address })
          .first(),
      ).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Lista de consultas' })).toHaveCount(0);
    const ink = await panel(page)
      .getByRole('heading', { level: 2 })
      .evaluate((heading) => [
        getComputedStyle(heading).color,
        getComputedStyle(document.documentElement).backgroundColor,
      ]);
    expect(ink).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  }
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('calls, writes and marks from the foot of the page, with nothing behind it', async ({
    page,
    vitrina,
    signIn,
  }) => {
    const path = await visitorWrites(vitrina);
    await signIn('seller', `/inquiries${path}`);
    const bar = panel(page).getByRole('group', { name: 'Contactar' });
    await expect(bar).toBeVisible();
    const place = await bar.boundingBox();
    expect(place?.x).toBe(0);
    expect(place?.width).toBe(360);
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBe(740);
    for (const target of await bar.locator('a, button').all()) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    for (const name of ['Llamar', 'WhatsApp', 'Correo'])
      await expect(bar.getByRole('link', { name })).toBeVisible();
    const mark = bar.getByRole('button', { name: 'Contactada', pressed: false });
    await mark.tap();
    await expect(bar.getByRole('button', { name: 'Contactada', pressed: true })).toBeVisible();
    await expect.poll(() => done(page, path)).toEqual([{ kind: 'status', status: 'contacted' }]);

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const last = panel(page).getByText('Lo que envió el servicio');
    await last.evaluate((summary) => summary.focus());
    const box = await last.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(place?.y ?? 0);
  });

  test('never takes back from the foot what went further than a contact', async ({
    page,
    vitrina,
    signIn,
  }) => {
    const path = await visitorWrites(vitrina);
    await signIn('seller', `/inquiries${path}`);
    await panel(page)
      .getByRole('group', { name: 'Estado', exact: true })
      .getByRole('button', { name: 'Ganada' })
      .tap();
    await expect.poll(() => done(page, path)).toEqual([{ kind: 'status', status: 'won' }]);
    const url = new RegExp(`/desk/follow-up/[^/]+/[^/?]+$`);
    await page.route(url, (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await expect(panel(page).getByText('No se pudo leer el seguimiento.')).toBeVisible();
    const mark = panel(page)
      .getByRole('group', { name: 'Contactar' })
      .getByRole('button', { name: 'Contactada' });
    await page.unroute(url);
    await mark.tap();
    await expect(mark).toHaveAttribute('aria-pressed', 'true');
    expect(await done(page, path)).toEqual([{ kind: 'status', status: 'won' }]);
  });

  test('replies on the whole screen', async ({ page, vitrina, signIn }) => {
    const path = await visitorWrites(vitrina);
    await signIn('seller', `/inquiries${path}`);
    await panel(page).getByRole('button', { name: 'Responder' }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Mensaje' }).fill('Hola');
    await expect(dialog.getByRole('link', { name: 'Abrir en WhatsApp' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test('writes right below the word that there is no template', async ({ page, vitrina, signIn }) => {
    const path = await visitorWrites(vitrina);
    await page.route('**/desk/templates', (route) => route.fulfill({ json: { templates: [] } }));
    await signIn('seller', `/inquiries${path}`);
    await panel(page).getByRole('button', { name: 'Responder' }).tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Mensaje' })).toBeFocused();
    const none = await dialog.getByText('Todavía no hay plantillas.', { exact: false }).boundingBox();
    const subject = await dialog.getByLabel('Asunto del correo').boundingBox();
    expect((subject?.y ?? Infinity) - (none?.y ?? 0) - (none?.height ?? 0)).toBeLessThan(32);
  });
});

for (const width of [360, 1440]) {
  test(`axe finds nothing while answering, at ${width} px`, async ({ page, vitrina, signIn }) => {
    await page.setViewportSize({ width, height: 800 });
    const path = await visitorWrites(vitrina, { Telefono: 'no tengo', Email: 'tampoco' });
    await signIn('seller', `/inquiries${path}`);
    await expect(panel(page).getByText(/no se puede marcar/)).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await addTemplate(page, {
      name: 'Con huecos',
      subject: '',
      text: 'Hola {{nombre}}, a las {{hora}}',
      shared: false,
    });
    await page.goto(`/inquiries${await visitorWrites(vitrina)}`);
    await expect(panel(page).getByText(/^Se marca/)).toBeVisible();
    await page.route('**/changes', (route) => route.abort());
    await heedLinks(page);
    await page.keyboard.press('c');
    await expect(panel(page).getByText(/No se pudo anotar/)).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('button', { name: /Con huecos/ })
      .first()
      .click();
    await expect(dialog.locator('mark').first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
