import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { changeFollowUp, receiveInquiry } from './actions.ts';
import { ana, timelineChanges, clipboardText, stubWhatsapp, recordContactLinks } from './answering.ts';
import { contactBar, expectStatus, history, list, panel, panelHeading, statusButton } from './inbox-page.ts';
import { failRequests } from './network.ts';
import { expect, test } from './test.ts';

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
  const opened = await recordContactLinks(page);
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
    .poll(() => timelineChanges(client, inquiry))
    .toEqual([
      { kind: 'touch', how: 'whatsapp' },
      { kind: 'touch', how: 'mail' },
      { kind: 'touch', how: 'call' },
    ]);
  // The status stays: only a person marks the buyer as contacted.
  await expectStatus(page, 'Respondida');
});

test(
  'a seller who works in English contacts the buyer by one key for each way',
  { tag: '@full' },
  async ({ page, context, vitrina, clientOf }) => {
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
    const opened = await recordContactLinks(page);
    await page.keyboard.press('c');
    await page.keyboard.press('m');
    const [chat] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('w')]);
    expect(chat.url()).toBe('https://wa.me/5491155550102');
    expect(await opened()).toEqual(['tel:+541145550102', 'mailto:ana.quiroga@correo.example']);
    await expect.poll(async () => (await timelineChanges(client, inquiry)).length).toBe(3);
    await page.bringToFront();
    await page.keyboard.press('y');
    await expect(card.getByRole('button', { name: /^Copied/ })).toBeFocused();
    expect(await clipboardText(page)).toBe(`${vitrina.url}${inquiry.path}`);
    await page.keyboard.press('r');
    await expect(page.getByRole('dialog', { name: 'Answer Ana Quiroga' })).toBeVisible();
  },
);

test(
  'an unusable phone or mail address is marked as such and can be copied',
  { tag: '@full' },
  async ({ page, context, vitrina, signIn, clientOf }) => {
    const person = { Telefono: 'el de siempre, 12', Email: 'ana arroba correo' };
    const inquiry = await receiveInquiry(vitrina, BUSY_AGENCY, ana(person));
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn('seller', inquiry.path);
    await expect(
      panel(page).getByText('Este teléfono no se puede marcar: «el de siempre, 12»'),
    ).toBeVisible();
    for (const name of ['Llamar', 'WhatsApp', 'Correo'])
      await expect(contactBar(page).getByRole('link', { name })).toHaveCount(0);
    await page.keyboard.press('c');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await clipboardText(page)).toBe('el de siempre, 12');
    await page.keyboard.press('m');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await clipboardText(page)).toBe('ana arroba correo');
    expect(await timelineChanges(await clientOf('seller'), inquiry)).toEqual([]);
  },
);

test(
  'a printed page has the inquiry with its follow-up and nothing else, and is masked on demand',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    const inquiry = await receiveInquiry(
      vitrina,
      BUSY_AGENCY,
      ana({ Comentario: 'Renglón uno\nEscribime a ana@correo.example' }),
    );
    const { path } = inquiry;
    const note = { kind: 'note', text: 'Prefiere que llamen al 0351 15-555-0111', contact: false } as const;
    await changeFollowUp(await clientOf('seller'), inquiry, note);
    await signIn('seller', path);
    await expect(panel(page).getByText(/^Se marca/)).toBeVisible();
    await page.evaluate(() => {
      window.print = () => Object.assign(window, { printed: true });
    });
    const print = async (name: string) => {
      await panel(page).getByRole('button', { name: 'Imprimir' }).click();
      await page.getByRole('menuitem', { name }).click();
      await page.waitForFunction(() => 'printed' in window);
    };
    await print('Imprimir completa');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ media: 'print', colorScheme });
      for (const shown of ['Ana Quiroga', 'Fiat Cronos 2021', '0351 15-555-0111', note.text])
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

    await page.emulateMedia({ media: 'screen' });
    await print('Imprimir con los datos personales tapados');
    await page.emulateMedia({ media: 'print' });
    await expect(panelHeading(page)).toHaveText('Ana Q•••');
    await expect(page).toHaveTitle(/Ana Q•••/);
    expect(await panel(page).innerText()).not.toMatch(/Quiroga|555-0111|ana@/);
    await expect(history(page)).toContainText('Prefiere que llamen al •••');
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(panelHeading(page)).toHaveText('Ana Quiroga');
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test(
    'a seller contacts and marks an inquiry from the bottom bar, and replies on the full screen',
    { tag: '@full' },
    async ({ page, vitrina, signIn, clientOf }) => {
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
        .poll(async () => timelineChanges(await clientOf('seller'), inquiry))
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
    },
  );

  test(
    'Contactada in the bottom bar leaves a status beyond a contact unchanged',
    { tag: '@full' },
    async ({ page, vitrina, signIn, clientOf }) => {
      const inquiry = await receiveInquiry(vitrina, BUSY_AGENCY, ana());
      const client = await clientOf('seller');
      await changeFollowUp(client, inquiry, { kind: 'status', status: 'won' });
      const detail = /\/desk\/follow-up\/[^/]+\/[^/?]+$/;
      const failure = await failRequests(page, detail);
      await signIn('seller', inquiry.path);
      await expect(panel(page).getByText('No se pudo cargar el seguimiento.')).toBeVisible();
      await failure.stop();
      const mark = contactBar(page).getByRole('button', { name: 'Contactada' });
      await mark.tap();
      await expect(mark).toHaveAttribute('aria-pressed', 'true');
      expect(await timelineChanges(client, inquiry)).toEqual([{ kind: 'status', status: 'won' }]);
    },
  );
});
