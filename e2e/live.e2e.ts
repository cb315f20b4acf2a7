import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { BY_PERSON, CONSOLE_HEADER } from '#contract/desk/page.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { violations } from './axe.ts';
import { type Vitrina, end, freePort, run, startVitrina } from './server.ts';
import { expect, panel, rows, test } from './test.ts';

// What arrives at an agency is told to all who have its inbox open: no two of these tests run at the same time.
test.describe.configure({ mode: 'serial' });

const list = (page: Page) => page.getByRole('region', { name: 'Lista de consultas' });
const pill = (page: Page) => list(page).getByRole('button', { name: /^(más de )?\d+ nuevas?$/ });
/** How fresh the list says it is; rows tell ages of their own. */
const label = (page: Page, text: string | RegExp) =>
  list(page).getByRole('paragraph').filter({ hasText: text });
/** It was read a moment ago, and is asked for by the clock. */
const ASKED = /^(recién|hace \d+ s)$/;
const status = (page: Page, name: string) =>
  panel(page).getByRole('group', { name: 'Estado', exact: true }).getByRole('button', { name, exact: true });

/** Writes as a visitor would; gives sid and name of the inquiry. */
async function visitorWrites(
  vitrina: Pick<Vitrina, 'serviceUrl'>,
  inquiry: { externalId?: string; name?: string } = {},
) {
  const name = inquiry.name ?? `Viva ${randomUUID().slice(0, 8)}`;
  const answer = await fetch(`${vitrina.serviceUrl}/simulator/consultas/${BUSY_AGENCY}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      Interesado: { Nombre: name, Apellido: '' },
      ...(inquiry.externalId && { Auto: { ExternalId: inquiry.externalId } }),
    }),
  });
  expect(answer.status).toBe(201);
  return { name, sid: answer.headers.get('location')?.split('/').at(-1) ?? '' };
}

/** Somebody in a browser of their own. */
async function colleague(browser: Browser, vitrina: Vitrina, role: Role, at: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'es-AR', baseURL: vitrina.url });
  const page = await context.newPage();
  const answer = await page.request.post(addressOf(desk.signIn), {
    headers: { [CONSOLE_HEADER]: BY_PERSON, origin: vitrina.url },
    data: vitrina.people[role],
  });
  expect(answer.status()).toBe(200);
  await page.goto(at);
  return page;
}

/** How many calls of an address the pages of a browser began. */
function counted(of: Page | BrowserContext, address: RegExp): { readonly count: number } {
  const calls = { count: 0 };
  of.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (address.test(pathname + search)) calls.count += 1;
  });
  return calls;
}
const STREAM = /^\/desk\/events(\?|$)/;
/** The list that is shown: what is read aside for views has days in its address. */
const LIST = /^\/v3\/consultas\/[^/?]+$/;
const ANY_LIST = /^\/v3\/consultas\//;

/** What a page sees when its tab is hidden, and shown again. */
async function turnTab(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

const places = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all.map((row) => `${row.textContent.slice(0, 20)} ${row.getBoundingClientRect().y}`),
  );

test.describe('arrivals', () => {
  test('wait behind a button and move nothing; a key shows them', async ({ page, vitrina, signIn }) => {
    await signIn('seller');
    await expect(label(page, 'al día')).toBeVisible();
    await rows(page).nth(2).getByRole('link').focus();
    const before = await places(page);
    const first = await visitorWrites(vitrina);
    await expect(pill(page)).toHaveText('1 nueva');
    await expect(page).toHaveTitle('(1) Consultas – Vitrina');
    const second = await visitorWrites(vitrina);
    await expect(pill(page)).toHaveText('2 nuevas');
    await expect(
      list(page).getByRole('status').filter({ hasText: 'Llegaron consultas: 2 nuevas' }),
    ).toHaveCount(1);
    expect(await places(page)).toEqual(before);
    await expect(rows(page).nth(2).getByRole('link')).toBeFocused();
    expect(await violations(page)).toEqual([]);

    await page.keyboard.press('.');
    await expect(rows(page).nth(0)).toContainText(second.name);
    await expect(rows(page).nth(1)).toContainText(first.name);
    await expect(rows(page).nth(0).getByRole('link')).toBeFocused();
    await expect(pill(page)).toBeHidden();
    await expect(page).toHaveTitle('Consultas – Vitrina');
  });

  test('on another page they lead to the first one', async ({ page, vitrina, signIn }) => {
    await signIn('seller', '/inquiries?pagina=2');
    await expect(label(page, 'al día')).toBeVisible();
    const before = await places(page);
    const { name } = await visitorWrites(vitrina);
    await expect(pill(page)).toHaveText('1 nueva');
    expect(await places(page)).toEqual(before);
    await pill(page).click();
    await expect(rows(page).first()).toContainText(name);
    await expect(rows(page).first().getByRole('link')).toBeFocused();
    await expect(page).not.toHaveURL(/pagina/);
  });

  test('count only what the list would show; what is typed and open stays', async ({
    page,
    vitrina,
    signIn,
  }) => {
    const { name, sid } = await visitorWrites(vitrina);
    await signIn('seller', `/inquiries/${BUSY_AGENCY}/${sid}?agencia=${BUSY_AGENCY}`);
    await expect(label(page, 'al día')).toBeVisible();
    await panel(page).getByRole('textbox', { name: 'Nota' }).fill('Llama a la ');
    await visitorWrites(vitrina);
    await expect(pill(page)).toHaveText('1 nueva');
    await panel(page).getByRole('textbox', { name: 'Nota' }).pressSequentially('tarde.');
    await expect(panel(page).getByRole('textbox', { name: 'Nota' })).toHaveValue('Llama a la tarde.');
    await pill(page).click();
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(name);
    await expect(panel(page).getByRole('textbox', { name: 'Nota' })).toHaveValue('Llama a la tarde.');

    await page.goto(`/inquiries?buscar=${encodeURIComponent(name)}`);
    await expect(rows(page)).toHaveCount(1);
    await expect(label(page, 'al día')).toBeVisible();
    await visitorWrites(vitrina);
    await visitorWrites(vitrina, { name });
    await expect(pill(page)).toHaveText('1 nueva');
    await expect(rows(page)).toHaveCount(1);
    await pill(page).click();
    await expect(rows(page)).toHaveCount(2);
  });

  test('while the list was left are told of on the way back', async ({ page, vitrina, signIn }) => {
    await page.clock.install();
    await signIn('seller');
    await expect(label(page, 'al día')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Secciones' })
      .getByRole('link', { name: 'Catálogos' })
      .click();
    await expect(list(page)).toBeHidden();
    await visitorWrites(vitrina);
    await page.clock.fastForward(10_000);
    await page.goBack();
    await expect(rows(page)).toHaveCount(25);
    await expect(pill(page)).toHaveText('1 nueva');
  });

  test('push no row off the edge of a page', async ({ page, vitrina, signIn }) => {
    await page.setViewportSize({ width: 1440, height: 3000 });
    const second = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('pagina') === '2');
    await signIn('seller');
    await expect(label(page, 'al día')).toBeVisible();
    await (await second).finished();
    const last = (await rows(page).nth(24).getAttribute('data-sid')) ?? '';
    expect(last).not.toBe('');
    await visitorWrites(vitrina);
    await pill(page).click();
    await expect(pill(page)).toBeHidden();
    const pushed = list(page).locator(`[data-sid="${last}"]`);
    await expect(pushed).toHaveCount(0);
    await page.getByRole('button', { name: 'Página siguiente' }).click();
    await expect(rows(page).first()).toHaveAttribute('data-sid', last);
    await page.getByRole('button', { name: 'Página anterior' }).click();
    await page.getByRole('link', { name: 'Todas', exact: true }).click();
    // Places are told where only a part of the rows is drawn: of more than four pages.
    await expect(pushed).toHaveAttribute('aria-posinset', '26', { timeout: 15_000 });
  });

  test('are shown in a list of all pages', async ({ page, vitrina, signIn }) => {
    await signIn('seller', '/inquiries?todas=1&desde=hoy');
    await expect(label(page, 'al día')).toBeVisible();
    const { name } = await visitorWrites(vitrina);
    await expect(pill(page)).toHaveText('1 nueva');
    await pill(page).click();
    await expect(rows(page).first()).toContainText(name);
    await expect(pill(page)).toBeHidden();
  });
});

test('arrivals of a view come to their place in its order', async ({ page, vitrina, signIn }) => {
  await signIn('seller', '/inquiries?vista=esperando');
  await expect(rows(page).first()).toBeVisible();
  await expect(label(page, 'al día')).toBeVisible();
  const before = await rows(page).first().textContent();
  const { name } = await visitorWrites(vitrina);
  await expect(pill(page)).toHaveText('1 nueva');
  await page.keyboard.press('.');
  const row = rows(page).filter({ hasText: name });
  await expect(row.getByRole('link')).toBeFocused();
  await expect(row).toBeInViewport();
  await expect(pill(page)).toBeHidden();
  // Who waits longest stays first.
  await row.evaluate((element) => element.parentElement?.parentElement?.scrollTo(0, 0));
  await expect(rows(page).first()).toHaveText(before ?? '');
});

test.describe('one stream for a browser', () => {
  test('three tabs share it, and when the one that has it goes nothing is missed', async ({
    page,
    context,
    vitrina,
    signIn,
  }) => {
    const streams = counted(context, STREAM);
    await signIn('seller');
    await expect(label(page, 'al día')).toBeVisible();
    const [second, third] = [await context.newPage(), await context.newPage()];
    for (const tab of [second, third]) {
      await tab.goto('/inquiries');
      await expect(label(tab, 'al día')).toBeVisible();
    }
    expect(streams.count).toBe(1);
    await visitorWrites(vitrina);
    for (const tab of [page, second, third]) await expect(pill(tab)).toHaveText('1 nueva');

    await page.close();
    await visitorWrites(vitrina);
    for (const tab of [second, third]) await expect(pill(tab)).toHaveText('2 nuevas');
    for (const tab of [second, third]) await expect(label(tab, 'al día')).toBeVisible();
    expect(streams.count).toBe(2);
    await visitorWrites(vitrina);
    for (const tab of [second, third]) await expect(pill(tab)).toHaveText('3 nuevas');
  });

  test('signing out ends it', async ({ page, context, vitrina, signIn }) => {
    await signIn('seller');
    await expect(label(page, 'al día')).toBeVisible();
    const isStream = (request: Request) => STREAM.test(new URL(request.url()).pathname);
    // By the page, or by the gateway, whose answer then is whole.
    const ended = Promise.race([
      page.waitForEvent('requestfailed', isStream),
      page.waitForEvent('requestfinished', isStream),
    ]);
    await page.getByRole('button', { name: 'Cuenta de' }).click();
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
    await ended;
    const streams = counted(context, STREAM);
    await visitorWrites(vitrina);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
    expect(streams.count).toBe(0);
  });
});

test.describe('two people', () => {
  test('see of each other what they do, and who looks', async ({ page, browser, vitrina, signIn }) => {
    const { name, sid } = await visitorWrites(vitrina);
    const at = `/inquiries/${BUSY_AGENCY}/${sid}?agencia=${BUSY_AGENCY}`;
    await signIn('seller', at);
    const other = await colleague(browser, vitrina, 'partner', at);
    const [hers, his] = [
      panel(page).getByText('Paula Ferreyra la está mirando'),
      panel(other).getByText('Valeria Sosa la está mirando'),
    ];
    await expect(hers).toBeVisible();
    await expect(his).toBeVisible();
    await expect(panel(page).getByText('Valeria Sosa la está mirando')).toBeHidden();

    const draft = panel(page).getByRole('textbox', { name: 'Nota' });
    await draft.fill('Quiere la roja');
    await status(other, 'Contactada').click();
    await expect(status(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true', { timeout: 2000 });
    await expect(rows(page).filter({ hasText: name })).toContainText('Contactada', { timeout: 2000 });
    await panel(other).getByRole('textbox', { name: 'Nota' }).fill('Le hablé a la mañana');
    await panel(other).getByRole('button', { name: 'Guardar nota' }).click();
    await expect(panel(page).getByText('Le hablé a la mañana')).toBeVisible({ timeout: 2000 });
    await panel(other).getByRole('button', { name: 'Tomarla' }).click();
    await expect(rows(page).filter({ hasText: name })).toContainText('la tiene Paula', { timeout: 2000 });
    await expect(draft).toHaveValue('Quiere la roja');

    // One's own next change is made of what the other did, and is no conflict.
    await status(page, 'Cita').click();
    await expect(status(other, 'Cita')).toHaveAttribute('aria-pressed', 'true', { timeout: 2000 });
    expect(await violations(page)).toEqual([]);
    await other.getByRole('button', { name: 'Cerrar la consulta' }).click();
    await expect(hers).toBeHidden();
    await other.context().close();
  });
});

test.describe('when the page was away', () => {
  test('a machine that slept reads again what is shown, over a stream of its own', async ({
    page,
    context,
    vitrina,
    signIn,
  }) => {
    await page.clock.install();
    await page.addInitScript(() => {
      const sleep = { isOn: false, missed: [] as string[] };
      Object.assign(globalThis, { sleep });
      const Deaf = class extends EventSource {
        override addEventListener(kind: string, listener: unknown) {
          super.addEventListener(kind, (event) =>
            sleep.isOn ? void sleep.missed.push(kind) : (listener as EventListener)(event),
          );
        }
      };
      Object.assign(globalThis, { EventSource: Deaf });
    });
    const sleep = (isOn: boolean) =>
      page.evaluate((now) => {
        const { sleep: held } = globalThis as unknown as { sleep: { isOn: boolean; missed: string[] } };
        held.isOn = now;
        return held.missed;
      }, isOn);
    const streams = counted(context, STREAM);
    await signIn('seller');
    await expect(label(page, 'al día')).toBeVisible();
    // Asleep: the stream stands, nothing is heard of it, and no time goes by.
    await sleep(true);
    await visitorWrites(vitrina);
    await expect.poll(() => sleep(true)).toContain('inquiry');
    await expect(pill(page)).toBeHidden();
    await sleep(false);
    await page.clock.fastForward('02:00:00');
    await expect(pill(page)).toHaveText('1 nueva');
    await expect(label(page, 'al día')).toBeVisible();
    expect(streams.count).toBeGreaterThan(1);
  });

  test('without a network the label says so, and afterwards nothing is missing', async ({
    page,
    context,
    vitrina,
    signIn,
  }) => {
    await signIn('seller');
    await expect(label(page, 'al día')).toBeVisible();
    await context.setOffline(true);
    await expect(label(page, /Sin conexión · /)).toBeVisible();
    await visitorWrites(vitrina);
    await context.setOffline(false);
    await expect(pill(page)).toHaveText('1 nueva');
    await expect(label(page, 'al día')).toBeVisible();
  });

  test('what a colleague did meanwhile is there before one answers over it, by network or by focus', async ({
    page,
    context,
    browser,
    vitrina,
    signIn,
  }) => {
    const { name, sid } = await visitorWrites(vitrina);
    const at = `/inquiries/${BUSY_AGENCY}/${sid}?agencia=${BUSY_AGENCY}`;
    await signIn('seller', at);
    await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
    await expect(label(page, 'al día')).toBeVisible();
    const other = await colleague(browser, vitrina, 'partner', at);
    await expect(status(other, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
    const row = rows(page).filter({ hasText: name });

    await context.setOffline(true);
    await expect(label(page, /Sin conexión · /)).toBeVisible();
    await status(other, 'Contactada').click();
    await expect(panel(other).getByRole('region', { name: 'Historial' })).toContainText('Contactada');
    await expect(status(page, 'Nueva')).toHaveAttribute('aria-pressed', 'true');
    await context.setOffline(false);
    await expect(status(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
    await expect(row).toContainText('Contactada');

    // Nobody tells the page of anything any more: looking at it again is enough.
    await context.route(/\/desk\/events/, (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await expect(status(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
    await expect(row).toContainText('Contactada');
    await turnTab(page, 'hidden');
    await status(other, 'Cita').click();
    await expect(panel(other).getByRole('region', { name: 'Historial' })).toContainText('Cita');
    await expect(status(page, 'Contactada')).toHaveAttribute('aria-pressed', 'true');
    await turnTab(page, 'visible');
    await expect(status(page, 'Cita')).toHaveAttribute('aria-pressed', 'true');
    await expect(row).toContainText('Cita');
    await other.context().close();
  });

  test('a hidden tab asks nothing by the clock, and a focused one reads again', async ({
    page,
    context,
    vitrina,
    signIn,
  }) => {
    await page.clock.install();
    // Nobody tells this browser of anything.
    await context.route(/\/desk\/events/, (route) => route.fulfill({ status: 503 }));
    await signIn('seller');
    await expect(rows(page)).toHaveCount(25);
    await expect(label(page, ASKED)).toBeVisible();
    await visitorWrites(vitrina);
    await page.clock.fastForward(31_000);
    await expect(pill(page)).toHaveText('1 nueva');

    await turnTab(page, 'hidden');
    const reads = counted(page, LIST);
    const anyReads = counted(page, ANY_LIST);
    await page.clock.fastForward('10:00');
    await expect(label(page, /hace 10 min/)).toBeVisible();
    expect(anyReads.count).toBe(0);
    await visitorWrites(vitrina);
    await turnTab(page, 'visible');
    await expect(pill(page)).toHaveText('2 nuevas');
    expect(reads.count).toBe(1);
  });
});

test.describe('notices', () => {
  test('are by choice, one for a browser, without anything personal, and silent in quiet hours', async ({
    page,
    context,
    vitrina,
    signIn,
  }) => {
    await context.grantPermissions(['notifications'], { origin: vitrina.url });
    await context.addInitScript(() => {
      const shown: string[] = [];
      class Recorded extends EventTarget {
        static readonly permission = 'granted';
        static readonly requestPermission = async () => 'granted';
        constructor(title: string, { body }: { body: string }) {
          super();
          shown.push(`${title} · ${body}`);
        }
        close() {}
      }
      Object.assign(globalThis, { Notification: Recorded, shown });
      document.hasFocus = () => false;
    });
    const shown = async () =>
      (
        await Promise.all(
          context
            .pages()
            .map((tab) => tab.evaluate(() => (globalThis as unknown as { shown: string[] }).shown)),
        )
      ).flat();
    await signIn('seller', '/settings/me');
    const choice = (name: string) => page.getByRole('switch', { name, exact: true });
    await expect(choice('Cuántas esperan, en el título de la pestaña')).toBeChecked();
    await expect(choice('Sonido')).not.toBeChecked();
    await choice('Aviso en el escritorio').check();
    expect(await violations(page)).toEqual([]);
    const inbox = await context.newPage();
    await inbox.goto('/inquiries');
    await expect(label(inbox, 'al día')).toBeVisible();
    await visitorWrites(vitrina);
    await expect.poll(shown).toEqual([`1 consulta nueva · ${BUSY_AGENCY}`]);

    await choice('Horas de silencio: sin avisos ni sonido').check();
    await page.getByLabel('Desde').fill('00:00');
    await page.getByLabel('Hasta').fill('00:00');
    await choice('Cuántas esperan, en el título de la pestaña').uncheck();
    await visitorWrites(vitrina);
    await expect(pill(inbox)).toHaveText('2 nuevas');
    await expect(inbox).toHaveTitle('Consultas – Vitrina');
    // Once they are over the next one is told of, with those before.
    await choice('Horas de silencio: sin avisos ni sonido').uncheck();
    await visitorWrites(vitrina);
    await expect
      .poll(shown)
      .toEqual([`1 consulta nueva · ${BUSY_AGENCY}`, `3 consultas nuevas · ${BUSY_AGENCY}`]);
  });
});

test.describe('on every page', () => {
  test('the title counts what arrived until it is looked at', async ({ page, vitrina, signIn }) => {
    await signIn('seller', `/inquiries?agencia=${BUSY_AGENCY}&vista=mias`);
    await expect(label(page, 'al día')).toBeVisible();
    await expect(page).toHaveTitle('Consultas – Vitrina');
    await visitorWrites(vitrina);
    await expect(page).toHaveTitle('(1) Consultas – Vitrina');
    await page.getByRole('link', { name: 'Plantillas' }).first().click();
    await expect(page).toHaveTitle(/^\(1\) Plantillas/);
    const { name } = await visitorWrites(vitrina);
    await expect(page).toHaveTitle(/^\(2\) Plantillas/);
    await page.getByRole('link', { name: 'Consultas' }).first().click();
    await expect(rows(page).first()).toContainText(name);
    await expect(page).toHaveTitle('Consultas – Vitrina');
  });

  test('what arrives and what comes back is told of, and a notice leads to it', async ({
    page,
    context,
    vitrina,
    signIn,
  }) => {
    await context.addInitScript(() => {
      const notices: { text: string; press: () => void }[] = [];
      class Recorded extends EventTarget {
        static readonly permission = 'granted';
        static readonly requestPermission = async () => 'granted';
        constructor(title: string, { body }: { body: string }) {
          super();
          const press = () => this.dispatchEvent(new Event('click'));
          notices.push({ text: `${title} · ${body}`, press });
        }
        close() {}
      }
      Object.assign(globalThis, { Notification: Recorded, notices });
      document.hasFocus = () => false;
    });
    const notices = () =>
      page.evaluate(() =>
        (globalThis as unknown as { notices: { text: string }[] }).notices.map(({ text }) => text),
      );
    const press = (at: number) =>
      page.evaluate(
        (which) => (globalThis as unknown as { notices: { press: () => void }[] }).notices[which]?.press(),
        at,
      );
    const { sid, name } = await visitorWrites(vitrina);
    await page.clock.install();
    await signIn('seller', '/settings/me');
    await page.getByRole('switch', { name: 'Aviso en el escritorio', exact: true }).check();
    const changed = await page.request.post(addressOf(desk.changeFollowUp, { adminMail: BUSY_AGENCY, sid }), {
      headers: { [CONSOLE_HEADER]: BY_PERSON, origin: vitrina.url },
      data: { id: randomUUID(), version: 0, change: { kind: 'snooze', until: Date.now() + 600_000 } },
    });
    expect(changed.status()).toBe(200);
    const resting = page.waitForResponse(/snoozed=1/);
    await page.reload();
    await page.clock.runFor(4000);
    await (await resting).finished();
    await visitorWrites(vitrina);
    const arrived = `1 consulta nueva · ${BUSY_AGENCY}`;
    await expect.poll(notices).toEqual([arrived]);
    await page.clock.fastForward('11:00');
    await expect.poll(notices).toContain(`Volvió una consulta pospuesta · ${BUSY_AGENCY}`);
    await expect(page).toHaveTitle(/^\(2\) /);
    await press((await notices()).findIndex((text) => text.startsWith('Volvió')));
    await expect(panel(page)).toContainText(name);
    // The list beside it shows the other.
    await expect(page).toHaveTitle(/^Viva /);
    await press(0);
    await expect(page).toHaveURL(`/inquiries?agencia=${encodeURIComponent(BUSY_AGENCY)}`);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('how fresh the list is can be read beside what arrived', async ({
    page,
    context,
    vitrina,
    signIn,
  }) => {
    /** Neither side of what it says is cut off. */
    const isWhole = (text: RegExp) =>
      list(page)
        .getByRole('button', { name: text })
        .evaluate(
          (told) => told.scrollWidth <= told.clientWidth && told.scrollHeight <= told.clientHeight + 1,
        );
    await signIn('seller');
    await expect(label(page, 'al día')).toBeVisible();
    await visitorWrites(vitrina);
    await expect(pill(page)).toHaveText('1 nueva');
    expect(await isWhole(/^al día/)).toBe(true);
    await context.setOffline(true);
    await expect(label(page, /^Sin conexión · /)).toBeVisible();
    await expect(pill(page)).toBeVisible();
    expect(await isWhole(/^Sin conexión · /)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await context.setOffline(false);
  });
});

test.describe('servers that stop', () => {
  test('the gateway: the label says so, and after its return nothing is missing', async ({ browser }) => {
    test.setTimeout(90_000);
    const vitrina = await startVitrina();
    const page = await colleague(browser, vitrina, 'seller', '/inquiries');
    try {
      await expect(label(page, 'al día')).toBeVisible();
      await vitrina.kill();
      await expect(label(page, /No hay respuesta de Vitrina · /)).toBeVisible({ timeout: 25_000 });
      await expect(rows(page)).toHaveCount(25);
      await vitrina.start();
      const { name } = await visitorWrites(vitrina);
      await expect(pill(page)).toHaveText('1 nueva', { timeout: 25_000 });
      await expect(label(page, 'al día')).toBeVisible();
      await pill(page).click();
      await expect(rows(page).first()).toContainText(name);
    } finally {
      await page.context().close();
      await vitrina.stop();
    }
  });

  test('the service, and a callback that points elsewhere and back', async ({ browser }) => {
    test.setTimeout(150_000);
    const apart = await startApart();
    const { serviceUrl, vitrina } = apart;
    const page = await colleague(browser, vitrina, 'partner', 'about:blank');
    try {
      await page.clock.install();
      await page.goto(`/inquiries?agencia=${BUSY_AGENCY}`);
      // Until the service is told where to send its notifications, the page asks.
      await expect(label(page, ASKED)).toBeVisible();
      const here = await receiverOf(page);
      await pointCallback(page, 'POST', here);
      await expect(label(page, 'al día')).toBeVisible();
      await visitorWrites({ serviceUrl });
      await expect(pill(page)).toHaveText('1 nueva', { timeout: 2000 });

      await pointCallback(page, 'PUT', `${serviceUrl}/healthz`);
      await expect(label(page, ASKED)).toBeVisible();
      await visitorWrites({ serviceUrl });
      await page.clock.fastForward(31_000);
      await expect(pill(page)).toHaveText('2 nuevas');

      await pointCallback(page, 'PUT', here);
      await expect(label(page, 'al día')).toBeVisible();
      await visitorWrites({ serviceUrl });
      await expect(pill(page)).toHaveText('3 nuevas', { timeout: 2000 });

      await apart.killService();
      await expect(label(page, /reintentando$/)).toBeVisible({ timeout: 30_000 });
      await page.clock.fastForward(60_000);
      await expect(label(page, /^El servicio no responde · hace 1 min$/)).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await expect(rows(page)).toHaveCount(25);

      await apart.startService();
      await visitorWrites({ serviceUrl });
      await expect(label(page, 'al día')).toBeVisible({ timeout: 30_000 });
      await expect(pill(page)).toHaveText('4 nuevas');
    } finally {
      await page.context().close();
      await apart.stop();
    }
  });

  test('the service, in a view: what was read stays with its age, and all goes on by itself', async ({
    browser,
  }) => {
    test.setTimeout(150_000);
    const apart = await startApart();
    const page = await colleague(browser, apart.vitrina, 'partner', 'about:blank');
    const bar = page.getByRole('region', { name: 'Carga de todas las páginas' });
    try {
      await page.clock.install();
      await page.goto(`/inquiries?agencia=${BUSY_AGENCY}&vista=esperando`);
      await expect(bar).toContainText('Son todas', { timeout: 20_000 });
      await pointCallback(page, 'POST', await receiverOf(page));
      await expect(label(page, 'al día')).toBeVisible();
      const read = await bar.getByRole('paragraph').textContent();
      const first = await rows(page).first().getAttribute('data-sid');
      await page.clock.fastForward(120_000);

      await apart.killService();
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await expect(bar).toContainText('Se interrumpió: El servicio no responde', { timeout: 30_000 });
      await expect(label(page, /^El servicio no responde · hace 2 min$/)).toBeVisible();
      await expect(bar.getByRole('paragraph')).toHaveText(read ?? '');
      await expect(rows(page).first()).toHaveAttribute('data-sid', first ?? '');
      expect(await violations(page)).toEqual([]);
      await page.clock.fastForward(60_000);
      await expect(label(page, /^El servicio no responde · hace 3 min$/)).toBeVisible();

      await apart.startService();
      await page.clock.fastForward(120_000);
      await expect(label(page, 'al día')).toBeVisible({ timeout: 30_000 });
      await expect(bar).toContainText('Son todas', { timeout: 20_000 });
      await expect(bar.getByRole('button', { name: 'Reintentar' })).toBeHidden();
      await expect(rows(page).first()).toHaveAttribute('data-sid', first ?? '');
    } finally {
      await page.context().close();
      await apart.stop();
    }
  });
});

test.describe('a list that is interrupted while it is loaded', () => {
  const THIRD = /\/v3\/consultas\/.*[?&]pagina=3/;

  test('is not said to be up to date, and goes on by itself', async ({ page, signIn }) => {
    await page.clock.install();
    await page.route(THIRD, (route) => route.abort());
    await signIn('seller', '/inquiries?vista=esperando');
    const bar = page.getByRole('region', { name: 'Carga de todas las páginas' });
    await expect(bar).toContainText('Se interrumpió');
    await expect(label(page, /^No hay respuesta de Vitrina · /)).toBeVisible();
    await expect(label(page, 'al día')).toBeHidden();
    await page.unroute(THIRD);
    await page.clock.fastForward(11_000);
    await expect(bar).toContainText('Son todas', { timeout: 20_000 });
    await expect(label(page, 'al día')).toBeVisible();
    const times = await rows(page)
      .locator('time')
      .evaluateAll((all) => all.map((time) => Date.parse((time as HTMLTimeElement).dateTime)));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test('aside goes on too, and what is counted is all there is', async ({ page, signIn }) => {
    await page.clock.install();
    let stopped = 0;
    await page.route(THIRD, (route) => {
      if (new URL(route.request().url()).searchParams.has('desde')) stopped += 1;
      return route.abort();
    });
    await signIn('seller');
    const counted = page
      .getByRole('navigation', { name: 'Vistas' })
      .getByRole('link', { name: /^Esperando/ });
    await expect(counted).toHaveText(/\d\+$/);
    await expect.poll(() => stopped).toBeGreaterThan(1);
    await page.unroute(THIRD);
    await page.clock.fastForward(11_000);
    await expect(counted).toHaveText(/\d$/, { timeout: 20_000 });
  });
});

/** A gateway before a service of its own, which can be killed and started again. */
async function startApart() {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrina-e2e-'));
  const port = String(await freePort());
  const startService = () =>
    run(
      'service.ts',
      { DATA_DIR: dataDir, SERVICE_PORT: port, DEMO: '1', SIMULATOR: '1', ALLOW_LOCAL_CALLBACKS: '1' },
      'Ctrl+C',
    );
  let service = await startService();
  const serviceUrl = `http://localhost:${port}`;
  const vitrina = await startVitrina({ DATA_DIR: dataDir, UPSTREAM_URL: serviceUrl, DEMO: '1' });
  return {
    vitrina,
    serviceUrl,
    killService: () => end(service, 'SIGKILL'),
    startService: async () => {
      service = await startService();
    },
    stop: async () => {
      await vitrina.stop();
      await end(service, 'SIGTERM');
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Where the console receives what the service tells. */
async function receiverOf(page: Page): Promise<string> {
  const path = addressOf(desk.listWebhooksDesk);
  const answer = await page.request.get(path, { headers: { [CONSOLE_HEADER]: BY_PERSON } });
  const { topics } = (await answer.json()) as { topics: { topic: string; receiver: string }[] };
  return topics.find(({ topic }) => topic === INQUIRY_TOPIC)?.receiver ?? '';
}

/** Sets where the service tells of inquiries, as the page of the topic does. */
async function pointCallback(page: Page, method: 'POST' | 'PUT', callback: string): Promise<void> {
  const answer = await page.request.fetch(addressOf(v3.viewWebhook, { topic: INQUIRY_TOPIC }), {
    method,
    headers: { [CONSOLE_HEADER]: BY_PERSON, origin: new URL(page.url()).origin },
    data: { Callback: callback, Secret: 'una-clave-para-firmar-los-avisos', Activo: true },
  });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
}
