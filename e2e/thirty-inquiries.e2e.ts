import { randomUUID } from 'node:crypto';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { FollowUps } from '#contract/desk/follow-up.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import type { Vitrina } from './server.ts';
import { expect, panel, rows, test } from './test.ts';

/** Inquiries that are worked, and those there are: the work goes over the end of a page. */
const [WORKED, THERE] = [30, 32];

/** So many people ask for one publication, which nobody else asks for; gives the list of them. */
async function manyAsk(vitrina: Vitrina): Promise<{ list: string; sids: string[] }> {
  const externalId = `treinta-${randomUUID().slice(0, 8)}`;
  const asked = Array.from({ length: THERE }, async (_, at) => {
    const answer = await fetch(`${vitrina.serviceUrl}/simulator/consultas/${BUSY_AGENCY}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        Interesado: {
          Nombre: `Persona ${at + 1}`,
          Apellido: 'Rivas',
          Telefono: '0351 15-555-0111',
          Email: `rivas${at + 1}@correo.example`,
          Comentario: 'Hola, ¿sigue disponible?',
        },
        Auto: { ExternalId: externalId },
      }),
    });
    expect(answer.status).toBe(201);
    return answer.headers.get('location')?.split('/').at(-1) ?? '';
  });
  return { list: `/inquiries?externalid=${externalId}`, sids: await Promise.all(asked) };
}

/** How many of them the gateway holds as contacted. */
async function contacted(page: Page, sids: string[]): Promise<number> {
  const { followUps } = await page.evaluate(
    async (url) => (await (await fetch(url, { headers: { 'x-vitrina': '1' } })).json()) as FollowUps,
    `/desk/follow-up/${BUSY_AGENCY}`,
  );
  const own = new Set(sids.map((sid) => sid.toUpperCase()));
  return followUps.filter(({ sid, status }) => own.has(sid.toUpperCase()) && status === 'contacted').length;
}

/** Links to other programs lead nowhere, and the page remembers that it was never loaded anew. */
async function begin(page: Page, context: BrowserContext): Promise<void> {
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  await page.evaluate(() => {
    document.documentElement.dataset.began = 'here';
    addEventListener('click', (event) => {
      const link = event.target instanceof Element && event.target.closest('a');
      if (link && /^(tel|mailto):/.test(link.href)) event.preventDefault();
    });
  });
}

const status = (page: Page, name: string) =>
  panel(page).getByRole('group', { name: 'Estado', exact: true }).getByRole('button', { name, exact: true });
const openRow = (page: Page) => rows(page).and(page.locator('[data-open]'));
const placeOf = (at: number) =>
  at <= 25 ? `${at} de 25 · página 1` : `${at - 25} de ${THERE - 25} · página 2`;

/** It is open, read, in its place, with the focus on it. */
async function opened(page: Page, at: number): Promise<void> {
  await expect(panel(page).getByText(placeOf(at), { exact: true })).toBeVisible();
  await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
  await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
}

/** Whether what is pressed there is this, and nothing that lies over it. */
const uncovered = (element: Locator) =>
  element.evaluate((shown) => {
    const { x, y, width, height } = shown.getBoundingClientRect();
    return shown.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test('thirty in a row with the keyboard alone', async ({ page, context, vitrina, signIn }) => {
  const { list, sids } = await manyAsk(vitrina);
  await signIn('seller', list);
  await expect(rows(page).first().getByRole('link')).toHaveAccessibleDescription(/Sin leer/);
  await begin(page, context);
  const key = (name: string) => page.keyboard.press(name);

  await key('j');
  await expect(rows(page).first().getByRole('link')).toBeFocused();
  await key('o');
  for (let at = 1; at <= WORKED; at++) {
    await opened(page, at);
    if (at === 2) await key('c');
    if (at === 3) await key('m');
    if (at === 4) {
      const [chat] = await Promise.all([context.waitForEvent('page'), key('w')]);
      await chat.close();
    }
    if (at === 5) {
      await key('r');
      await expect(page.getByRole('dialog', { name: /Responder a/ })).toBeVisible();
      await key('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
    }
    if (at === 6) {
      await key('n');
      await page.keyboard.type('Llamar el lunes');
      await key('Control+Enter');
      await expect(panel(page).getByRole('region', { name: 'Historial' })).toContainText('Llamar el lunes');
      await expect(page.getByRole('alert').filter({ hasText: 'Nota guardada' })).toBeVisible();
      await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
    }
    if (at === 7) {
      await key('s');
      await expect(panel(page).getByRole('button', { name: /En 1 hora/ })).toBeFocused();
      await key('Enter');
      await expect(openRow(page)).toContainText(/vuelve (?:\S+ )?\d\d:\d\d/);
      await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
    }
    if (at === 8) {
      await key('a');
      await expect(panel(page).getByRole('combobox', { name: /A quién/ })).toBeFocused();
      await key('Escape');
      await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
    }
    await key('e');
    await expect(status(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
    if (at === 9) {
      await key('z');
      await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
      await key('e');
      await expect(status(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
    }
    await expect(openRow(page)).toContainText('Contactada');
    // What comes next is in sight, and no notice lies over what is open.
    await expect(openRow(page)).toBeInViewport({ ratio: 1 });
    if (at !== 25) await expect(openRow(page).locator('+ li')).toBeInViewport({ ratio: 1 });
    expect(await uncovered(openRow(page))).toBe(true);
    if (at < WORKED) await key('j');
  }
  await key('Escape');
  await expect(
    rows(page)
      .nth(WORKED - 26)
      .getByRole('link'),
  ).toBeFocused();
  expect(await contacted(page, sids)).toBe(WORKED);
  await expect(page.locator('html[data-began=here]')).toHaveCount(1);

  // Over the ends of pages in the list, too, without passing any over.
  await key('k');
  await expect(
    rows(page)
      .nth(WORKED - 27)
      .getByRole('link'),
  ).toBeFocused();
  for (let at = WORKED - 26; at > 0; at--) await key('k');
  await expect(page.getByText('Página 1 · 25 en pantalla')).toBeVisible();
  await expect(rows(page).last().getByRole('link')).toBeFocused();
  await key('j');
  await expect(page.getByText(/^Página 2 /)).toBeVisible();
  await expect(rows(page).first().getByRole('link')).toBeFocused();
  await expect(page.locator('html[data-began=here]')).toHaveCount(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('thirty in a row with the thumb alone', async ({ page, context, vitrina, signIn }) => {
    const { list, sids } = await manyAsk(vitrina);
    await signIn('seller', list);
    await expect(rows(page).first().getByRole('link')).toHaveAccessibleDescription(/Sin leer/);
    await begin(page, context);
    const bar = panel(page).getByRole('group', { name: 'Contactar' });
    const next = panel(page).getByRole('link', { name: 'Consulta siguiente' });
    const mark = bar.getByRole('button', { name: 'Contactada' });

    await rows(page).first().tap();
    for (let at = 1; at <= WORKED; at++) {
      await opened(page, at);
      if (at === 2) await bar.getByRole('link', { name: 'Llamar' }).tap();
      if (at === 3) {
        const whatsapp = bar.getByRole('link', { name: 'WhatsApp' });
        const [chat] = await Promise.all([context.waitForEvent('page'), whatsapp.tap()]);
        await chat.close();
      }
      await mark.tap();
      await expect(mark).toHaveAttribute('aria-pressed', 'true');
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
      if (at % 10 === 0) {
        // Nothing is hidden behind the bar, and the way on stays where the thumb finds it.
        const last = panel(page).getByText('Lo que envió el servicio');
        await last.evaluate((summary) => summary.focus());
        expect(await uncovered(last)).toBe(true);
      }
      for (const pressed of [next, ...(await bar.locator('a, button').all())])
        expect(await uncovered(pressed)).toBe(true);
      if (at < WORKED) await next.tap();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

    await panel(page).getByRole('button', { name: 'Cerrar la consulta' }).tap();
    const worked = rows(page).nth(WORKED - 26);
    await expect(worked.getByRole('link')).toBeFocused();
    await expect(worked).toBeInViewport({ ratio: 1 });
    await page.goBack();
    await expect(panel(page).getByText(placeOf(WORKED), { exact: true })).toBeVisible();
    expect(await contacted(page, sids)).toBe(WORKED);
    await expect(page.locator('html[data-began=here]')).toHaveCount(1);
  });
});
