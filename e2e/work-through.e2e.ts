import type { BrowserContext, Locator, Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import type { Person, Vitrina } from '#testing/server-process.ts';
import { createAgency, createSeller, receiveInquiry } from './actions.ts';
import type { GatewayClient } from './gateway-client.ts';
import {
  contactBar,
  expectRowsReady,
  expectStatus,
  followUp,
  history,
  panel,
  panelHeading,
  rows,
} from './inbox-page.ts';
import { expect, test } from './test.ts';

const PAGE = 25;
/** The last inquiry that is worked on, and how many there are: the work goes over the end of a page. */
const [LAST, TOTAL] = [30, 32];

interface Work {
  seller: Person;
  /** Counts its inquiries that are contacted, as the gateway reports them. */
  contacted: () => Promise<number>;
}

async function createWork(vitrina: Vitrina, partner: GatewayClient): Promise<Work> {
  const adminMail = await createAgency(vitrina, partner);
  const person = { Telefono: '0351 15-555-0111', Comentario: 'Hola, ¿sigue disponible?' };
  const names = Array.from({ length: TOTAL }, (_, at) => `Persona ${at + 1}`);
  const [seller] = await Promise.all([
    createSeller(vitrina, partner, { agencies: [adminMail] }),
    ...names.map((name) =>
      receiveInquiry(vitrina, adminMail, {
        Interesado: { ...person, Nombre: name, Apellido: 'Rivas', Email: 'rivas@correo.example' },
      }),
    ),
  ]);
  const contacted = async () => {
    const { followUps } = await partner.call(desk.listFollowUps, { params: { adminMail } });
    return followUps.filter(({ status }) => status === 'contacted').length;
  };
  return { seller, contacted };
}

/** Links to other programs lead nowhere, and the page is marked so that loading it anew shows. */
async function prepare(page: Page, context: BrowserContext): Promise<void> {
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  await page.evaluate(() => {
    document.documentElement.dataset.began = 'here';
    addEventListener('click', (event) => {
      const link = event.target instanceof Element && event.target.closest('a');
      if (link && /^(tel|mailto):/.test(link.href)) event.preventDefault();
    });
  });
}

const expectNotReloaded = (page: Page) => expect(page.locator('html[data-began=here]')).toHaveCount(1);

const placeOf = (at: number) =>
  at <= PAGE ? `${at} de ${PAGE} · página 1` : `${at - PAGE} de ${TOTAL - PAGE} · página 2`;

/** The inquiry is open and loaded, and has the focus. */
async function expectOpen(page: Page, at: number): Promise<void> {
  await expect(panel(page).getByText(placeOf(at), { exact: true })).toBeVisible();
  await expect(panelHeading(page)).toBeFocused();
  await expectStatus(page, 'Nueva');
}

/** A press on the element reaches it, and nothing that lies over it. */
const isUncovered = (element: Locator) =>
  element.evaluate((shown) => {
    const { x, y, width, height } = shown.getBoundingClientRect();
    return shown.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

/** Further actions on some of the inquiries (the third, the fourth …), done by keyboard. */
function detours(page: Page, context: BrowserContext): (() => Promise<void>)[] {
  const key = (name: string) => page.keyboard.press(name);
  return [
    () => key('c'),
    () => key('m'),
    async () => {
      const [chat] = await Promise.all([context.waitForEvent('page'), key('w')]);
      await chat.close();
    },
    async () => {
      await key('r');
      await expect(page.getByRole('dialog', { name: /Responder a/ })).toBeVisible();
      await key('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
    async () => {
      await key('n');
      await page.keyboard.type('Llamar el lunes');
      await key('Control+Enter');
      await expect(history(page)).toContainText('Llamar el lunes');
      await expect(page.getByRole('alert').filter({ hasText: 'Nota guardada' })).toBeVisible();
    },
    async () => {
      await key('s');
      await expect(followUp(page).getByRole('button', { name: /En 1 hora/ })).toBeFocused();
      await key('Enter');
      await expect(followUp(page).getByText(/^Pospuesta hasta /)).toBeVisible();
    },
    async () => {
      await key('a');
      await expect(followUp(page).getByRole('combobox', { name: /A quién/ })).toBeFocused();
      await key('Escape');
    },
    async () => {
      await key('e');
      await expectStatus(page, 'Contactada');
      await key('z');
      await expectStatus(page, 'Nueva');
    },
  ];
}

for (const count of [10, 30]) {
  const tag = count === 30 ? '@full' : [];

  test(
    `a seller answers ${count} inquiries in a row by keyboard alone`,
    { tag },
    async ({ page, context, vitrina, signIn, clientOf }) => {
      const { seller, contacted } = await createWork(vitrina, await clientOf('partner'));
      await signIn(seller);
      await expectRowsReady(page);
      await prepare(page, context);
      const key = (name: string) => page.keyboard.press(name);
      const first = LAST - count + 1;
      await rows(page)
        .nth(first - 1)
        .getByRole('link')
        .focus();
      await key('o');
      const done = detours(page, context);
      for (let at = first; at <= LAST; at++) {
        await expectOpen(page, at);
        await done[at - first - 1]?.();
        await expect(panelHeading(page)).toBeFocused();
        await key('e');
        await expectStatus(page, 'Contactada');
        // The row and the one after it are in sight, and no notice covers them.
        const row = rows(page).nth((at - 1) % PAGE);
        await expect(row).toContainText('Contactada');
        await expect(row).toBeInViewport({ ratio: 1 });
        if (at !== PAGE) await expect(rows(page).nth(at % PAGE)).toBeInViewport({ ratio: 1 });
        expect(await isUncovered(row)).toBe(true);
        if (at < LAST) await key('j');
      }
      await key('Escape');
      const link = (at: number) => rows(page).nth(at).getByRole('link');
      await expect(link(LAST - PAGE - 1)).toBeFocused();
      await expect.poll(contacted).toBe(count);

      // Keys also move from page to page in the list.
      for (let at = LAST - PAGE; at > 0; at--) await key('k');
      await expect(page.getByText('Página 1 · 25 en pantalla')).toBeVisible();
      await expect(link(PAGE - 1)).toBeFocused();
      await key('j');
      await expect(page.getByText(/^Página 2 /)).toBeVisible();
      await expect(link(0)).toBeFocused();
      await expectNotReloaded(page);
    },
  );

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

    test(
      `a seller answers ${count} inquiries in a row by thumb alone`,
      { tag: '@full' },
      async ({ page, context, vitrina, signIn, clientOf }) => {
        // Up to thirty inquiries, one after another.
        test.slow();
        const { seller, contacted } = await createWork(vitrina, await clientOf('partner'));
        await signIn(seller);
        await expectRowsReady(page);
        await prepare(page, context);
        const bar = contactBar(page);
        const next = panel(page).getByRole('link', { name: 'Consulta siguiente' });
        const mark = bar.getByRole('button', { name: 'Contactada' });
        const first = LAST - count + 1;
        await rows(page)
          .nth(first - 1)
          .tap();
        for (let at = first; at <= LAST; at++) {
          await expectOpen(page, at);
          if (at === first + 1) await bar.getByRole('link', { name: 'Llamar' }).tap();
          if (at === first + 2) {
            const whatsapp = bar.getByRole('link', { name: 'WhatsApp' });
            const [chat] = await Promise.all([context.waitForEvent('page'), whatsapp.tap()]);
            await chat.close();
          }
          await mark.tap();
          await expect(mark).toHaveAttribute('aria-pressed', 'true');
          expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
          for (const pressed of [next, ...(await bar.getByRole('link').all()), mark])
            expect(await isUncovered(pressed)).toBe(true);
          if (at < LAST) await next.tap();
        }
        // Nothing is hidden behind the bar.
        const foot = panel(page).getByText('Lo que envió el servicio');
        await foot.focus();
        expect(await isUncovered(foot)).toBe(true);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

        await panel(page).getByRole('button', { name: 'Cerrar la consulta' }).tap();
        const last = rows(page).nth(LAST - PAGE - 1);
        await expect(last.getByRole('link')).toBeFocused();
        await expect(last).toBeInViewport({ ratio: 1 });
        await page.goBack();
        await expect(panel(page).getByText(placeOf(LAST), { exact: true })).toBeVisible();
        await expect.poll(contacted).toBe(count);
        await expectNotReloaded(page);
      },
    );
  });
}
