import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import type { ChangeFollowUp, FollowUpDetail } from '#contract/desk/follow-up.ts';
import { BY_PERSON, CONSOLE_HEADER } from '#contract/desk/page.ts';
import type { Session } from '#contract/desk/sessions.ts';
import { View } from '#contract/desk/views.ts';
import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import { addDays, dayAt } from '#contract/window.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { violations } from './axe.ts';
import { expect, panel, rows, test } from './test.ts';

const HOUR_MS = 3_600_000;
const ZONE = 'America/Argentina/Buenos_Aires';
const AGENCY = `agencia=${encodeURIComponent(BUSY_AGENCY)}`;

const views = (page: Page) => page.getByRole('navigation', { name: 'Vistas' });
const view = (page: Page, name: string) => views(page).getByRole('link', { name: new RegExp(`^${name}`) });
const bar = (page: Page) => page.getByRole('region', { name: 'Vista', exact: true });
const walked = (page: Page) => page.getByRole('region', { name: 'Carga de todas las páginas' });
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });

/** How many a view says it has, once everything is counted. */
async function countOf(page: Page, name: string): Promise<number> {
  // How many of those put off are back stands behind it.
  const counted = /(\d+)(\s+\d+ volvi(ó|eron))?$/;
  await expect(view(page, name)).toHaveText(counted, { timeout: 20_000 });
  return Number(counted.exec(await view(page, name).innerText())?.[1]);
}

/** How many rows the list has, also where only a part of them is drawn. */
async function listed(page: Page): Promise<number> {
  const all = rows(page);
  if ((await all.count()) === 0) return 0;
  const among = await all.first().getAttribute('aria-setsize');
  return among === null ? all.count() : Number(among);
}

/** Asks the gateway as who is signed in. */
async function ask(page: Page, endpoint: Endpoint, params: Record<string, string>, data?: object) {
  const answer = await page.request.fetch(addressOf(endpoint, params), {
    method: endpoint.method,
    headers: { [CONSOLE_HEADER]: BY_PERSON, origin: new URL(page.url()).origin },
    ...(data && { data }),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.text();
}

/** Makes a change of an inquiry from elsewhere. */
async function change(page: Page, sid: string, made: ChangeFollowUp['change']): Promise<void> {
  const one = { adminMail: BUSY_AGENCY, sid };
  const { followUp } = JSON.parse(await ask(page, desk.viewFollowUp, one)) as FollowUpDetail;
  await ask(page, desk.changeFollowUp, one, { id: randomUUID(), version: followUp.version, change: made });
}

async function sidOfRow(page: Page, at: number): Promise<string> {
  const href = await rows(page).nth(at).getByRole('link').getAttribute('href');
  return decodeURIComponent(/\/([^/?]+)\?/.exec(href ?? '')?.[1] ?? '');
}

/** The moments of the rows that are drawn, as they are written. */
function moments(page: Page): Promise<number[]> {
  return rows(page)
    .locator('time')
    .evaluateAll((times) => times.map((time) => Date.parse((time as HTMLTimeElement).dateTime)));
}

const ascending = (values: number[]) => values.toSorted((a, b) => a - b);

async function saveAs(page: Page, name: string, { shared = false } = {}): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Guardar como vista nueva' });
  await dialog.getByLabel('Nombre de la vista').fill(name);
  if (shared) await dialog.getByLabel('Compartirla').check();
  await dialog.getByRole('button', { name: 'Guardar la vista' }).click();
  await expect(dialog).toBeHidden();
}

test.describe('the built-in views', () => {
  test('each shows exactly what its count says, in its order', async ({ page, signIn }) => {
    await signIn('seller', `/inquiries?${AGENCY}&desde=-7d&todas=1`);
    await expect(walked(page)).toContainText('Son todas', { timeout: 20_000 });
    // Two that are nobody else's in these tests.
    const [mine, rests] = [await sidOfRow(page, 3), await sidOfRow(page, 4)];
    await change(page, mine, { kind: 'claim', claimed: true });
    await change(page, rests, { kind: 'snooze', until: Date.now() + HOUR_MS });
    await page.goto(`/inquiries?${AGENCY}`);
    for (const name of ['Esperando', 'Tarde', 'Mías', 'Hoy', 'Pospuestas']) {
      const count = await countOf(page, name);
      await view(page, name).click();
      await expect(view(page, name)).toHaveAttribute('aria-current', 'page');
      await expect.poll(() => listed(page), { message: name }).toBe(count);
      expect(await countOf(page, name)).toBe(count);
    }
    expect(await listed(page)).toBeGreaterThan(0);
    await view(page, 'Esperando').click();
    await expect.poll(() => listed(page)).toBeGreaterThan(100);
    const waiting = await moments(page);
    expect(waiting).toEqual(ascending(waiting));
    await view(page, 'Hoy').click();
    await expect(walked(page)).toContainText('Son todas');
    await expect.poll(async () => (await moments(page)).length).toBe(await countOf(page, 'Hoy'));
    const today = await moments(page);
    expect(today).toEqual(ascending(today).toReversed());
  });

  test('are addresses: reload, Back and a pasted one show the same', async ({ page, signIn }) => {
    await signIn('seller', `/inquiries?${AGENCY}`);
    await view(page, 'Hoy').click();
    await expect(page).toHaveURL(/vista=hoy/);
    const today = await countOf(page, 'Hoy');
    await view(page, 'Esperando').click();
    await expect.poll(() => listed(page)).toBeGreaterThan(today);
    await page.goBack();
    await expect.poll(() => listed(page)).toBe(today);
    await page.reload();
    await expect(view(page, 'Hoy')).toHaveAttribute('aria-current', 'page');
    await expect.poll(() => listed(page)).toBe(today);
    await page.keyboard.press('v');
    await page.keyboard.press('2');
    await expect(view(page, 'Tarde')).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('v');
    await page.keyboard.press('0');
    await expect(view(page, 'Últimas')).toHaveAttribute('aria-current', 'page');
    await expect(page).not.toHaveURL(/vista/);
  });

  test('go with the work: what is claimed is mine, and what is answered waits no more', async ({
    page,
    signIn,
  }) => {
    await signIn('seller', `/inquiries?${AGENCY}&vista=esperando`);
    const waiting = await countOf(page, 'Esperando');
    const mine = await countOf(page, 'Mías');
    const open = rows(page).nth(1).getByRole('link');
    const name = await open.innerText();
    await open.click();
    await expect(panel(page).getByRole('heading', { level: 2, name })).toBeVisible();
    await panel(page).getByRole('button', { name: 'Tomarla' }).click();
    await expect(view(page, 'Mías')).toHaveText(`Mías${mine + 1}`);
    await page.keyboard.press('e');
    await expect(view(page, 'Esperando')).toHaveText(`Esperando${waiting - 1}`);
    // It stays under the hands of who works on it, and goes when it is left.
    await expect.poll(() => listed(page)).toBe(waiting);
    const follows = rows(page).nth(2).getByRole('link');
    const after = await follows.innerText();
    await page.keyboard.press('Escape');
    await expect.poll(() => listed(page)).toBe(waiting - 1);
    // The place is not lost with it: what comes next has the focus.
    await expect(rows(page).nth(1).getByRole('link')).toHaveText(after);
    await expect(rows(page).nth(1).getByRole('link')).toBeFocused();
  });

  test('what rests is there whatever its age, also when the service has it no more', async ({
    page,
    signIn,
  }) => {
    await signIn('partner', `/inquiries?${AGENCY}&desde=-60d&hasta=-30d`);
    const old = await sidOfRow(page, 2);
    const name = await rows(page).nth(2).getByRole('link').innerText();
    await change(page, old, { kind: 'snooze', until: Date.now() + 2 * HOUR_MS });
    await page.goto(`/inquiries?${AGENCY}&vista=pospuestas`);
    await expect(row(page, name)).toContainText('vuelve');
    await expect(page.getByText('De cualquier fecha')).toBeVisible();
    const resting = await countOf(page, 'Pospuestas');
    await expect.poll(() => listed(page)).toBe(resting);
    await page.route(`**/v3/consultas/*/${old}`, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await expect(walked(page)).toContainText('1 ya no está en el servicio');
    await expect.poll(() => listed(page)).toBe(resting - 1);
    await expect(view(page, 'Pospuestas')).toHaveText(`Pospuestas${resting - 1}`);
    await page.unroute(`**/v3/consultas/*/${old}`);
    await change(page, old, { kind: 'snooze', until: null });
    // What rests no more is not counted among what is gone.
    await expect(walked(page)).not.toContainText('ya no está');
    await expect(view(page, 'Pospuestas')).toHaveText(`Pospuestas${resting - 1}`);
    await page.reload();
    await expect(view(page, 'Pospuestas')).toHaveText(`Pospuestas${resting - 1}`);
    await expect(row(page, name)).toHaveCount(0);
  });
});

test('what a colleague hands over comes to its view at once, whatever its age', async ({
  page,
  browser,
  vitrina,
  signIn,
}) => {
  const context = await browser.newContext({ baseURL: vitrina.url, locale: 'es-AR' });
  const other = await context.newPage();
  const { mail, password } = vitrina.people.partner;
  await other.request.post(addressOf(desk.signIn), {
    headers: { [CONSOLE_HEADER]: BY_PERSON, origin: vitrina.url },
    data: { mail, password },
  });
  await other.goto(`/inquiries?${AGENCY}&desde=-60d&hasta=-30d`);
  const [old, name] = [await sidOfRow(other, 7), await rows(other).nth(7).getByRole('link').innerText()];

  await signIn('seller', `/inquiries?${AGENCY}&vista=mias`);
  const { person } = JSON.parse(await ask(page, desk.viewSession, {})) as Session;
  const mine = await countOf(page, 'Mías');
  await expect.poll(() => listed(page)).toBe(mine);
  await expect(page.getByText('De cualquier fecha')).toBeVisible();
  await change(other, old, { kind: 'hand-over', to: person.id });
  await expect(row(page, name)).toContainText('tuya');
  expect(await countOf(page, 'Mías')).toBe(mine + 1);
  await page.reload();
  await expect(row(page, name)).toContainText('tuya');
  expect(await countOf(page, 'Mías')).toBe(mine + 1);
  await change(page, old, { kind: 'status', status: 'won' });
  await expect(row(page, name)).toHaveCount(0);
  expect(await countOf(page, 'Mías')).toBe(mine);
  await context.close();
});

test('what comes back is told by its view when its time comes, whatever its age', async ({
  page,
  signIn,
}) => {
  await page.clock.install();
  await signIn('partner', `/inquiries?${AGENCY}&desde=-60d&hasta=-30d`);
  const old = await sidOfRow(page, 5);
  const name = await rows(page).nth(5).getByRole('link').innerText();
  await change(page, old, { kind: 'snooze', until: Date.now() + HOUR_MS / 2 });
  await page.goto(`/inquiries?${AGENCY}`);
  const resting = await countOf(page, 'Pospuestas');
  await expect(view(page, 'Pospuestas')).toHaveText(`Pospuestas${resting}`);
  await page.clock.fastForward('31:00');
  await expect(view(page, 'Pospuestas')).toHaveAccessibleName(new RegExp(`${resting} 1 volvió`));
  expect(await violations(page)).toEqual([]);
  await view(page, 'Pospuestas').click();
  await expect(rows(page).first()).toContainText(name);
  await expect(rows(page).first()).toContainText('volvió');
  await change(page, old, { kind: 'snooze', until: null });
  await expect(view(page, 'Pospuestas')).not.toContainText('volvió');
});

test('that of today says today, in its days and its numbers', async ({ page, signIn }) => {
  await signIn('seller', `/inquiries?${AGENCY}&vista=hoy`);
  const today = await countOf(page, 'Hoy');
  const day = new Intl.DateTimeFormat('es-AR', { timeZone: ZONE, day: 'numeric' }).format(Date.now());
  await expect(page.getByTitle(/^Días según la hora/)).toHaveText(new RegExp(`^${day} de `));
  await expect(walked(page)).toContainText(`${today} de ${today} consulta`);
  await page.goto(`/inquiries?${AGENCY}&vista=hoy&buscar=nadie-se-llama-asi`);
  await expect(walked(page)).toContainText(`0 de ${today} consulta`);
});

test('whoever waits at midnight waits after it, without a new load and with one', async ({
  page,
  vitrina,
  signIn,
}) => {
  const day = dayAt(Date.now(), ZONE);
  const name = `Trasnochada ${randomUUID().slice(0, 8)}`;
  const answer = await fetch(`${vitrina.serviceUrl}/simulator/consultas/${BUSY_AGENCY}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      Momento: `${addDays(day, -1)}T23:40:00-03:00`,
      Interesado: { Nombre: name, Apellido: '' },
    }),
  });
  expect(answer.status).toBe(201);
  await page.clock.install({ time: `${addDays(day, -1)}T23:55:00-03:00` });
  await signIn('seller', `/inquiries?${AGENCY}&vista=esperando&buscar=${encodeURIComponent(name)}`);
  await expect(row(page, name)).toHaveCount(1);
  await page.clock.fastForward('10:00');
  await expect(walked(page)).toContainText('Son todas');
  await expect(row(page, name)).toHaveCount(1);
  await page.reload();
  await expect(row(page, name)).toHaveCount(1);
  await page.goto(`/inquiries?${AGENCY}&vista=hoy&buscar=${encodeURIComponent(name)}`);
  await expect(walked(page)).toContainText('Son todas');
  await expect(row(page, name)).toHaveCount(0);
});

test.describe('what arrives is counted', () => {
  for (const at of [
    '',
    '&pagina=2',
    '&externalid=NADIE-1',
    '&hasta=ayer',
    '&desde=hoy&todas=1',
    '&vista=pospuestas',
    '&vista=esperando',
    '&vista=esperando&desde=-3d',
  ])
    test(`wherever one is, and opens exactly its list: ${at || 'the plain list'}`, async ({
      page,
      vitrina,
      signIn,
    }) => {
      await signIn('seller', `/inquiries?${AGENCY}${at}`);
      const [today, waiting] = [await countOf(page, 'Hoy'), await countOf(page, 'Esperando')];
      const name = `Contada ${randomUUID().slice(0, 8)}`;
      const answer = await fetch(`${vitrina.serviceUrl}/simulator/consultas/${BUSY_AGENCY}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ Interesado: { Nombre: name, Apellido: '' } }),
      });
      expect(answer.status).toBe(201);
      await expect(view(page, 'Hoy')).toHaveText(`Hoy${today + 1}`);
      await expect(view(page, 'Esperando')).toHaveText(`Esperando${waiting + 1}`);
      await view(page, 'Hoy').click();
      await expect(row(page, name)).toHaveCount(1);
      await expect.poll(() => listed(page)).toBe(today + 1);
    });
});

test.describe('a saved view', () => {
  test('is made of what is seen, and says when it is changed', async ({ page, signIn }) => {
    await signIn('seller', `/inquiries?${AGENCY}&vista=esperando&financia=si`);
    await expect(bar(page)).toContainText('Esperando: cambiada, sin guardar');
    await expect(bar(page).getByRole('button', { name: 'Guardar', exact: true })).toBeHidden();
    await bar(page).getByRole('button', { name: 'Guardar como nueva' }).click();
    await saveAs(page, 'Para financiar');
    await expect(view(page, 'Para financiar')).toHaveAttribute('aria-current', 'page');
    await expect(bar(page)).toBeHidden();
    await expect(page).toHaveURL(/cola=esperando/);
    const count = await countOf(page, 'Para financiar');
    await expect.poll(() => listed(page)).toBe(count);

    // Another filter: changed, discarded, changed again and saved.
    const change = async () => {
      const fold = page.getByRole('button', { name: /^Filtrar lo cargado \(/ });
      if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
      await page.getByRole('button', { name: 'Permuta' }).click();
      await expect(bar(page)).toContainText('Para financiar: cambiada, sin guardar');
    };
    await change();
    await bar(page).getByRole('link', { name: 'Descartar' }).click();
    await expect(bar(page)).toBeHidden();
    await expect.poll(() => listed(page)).toBe(count);
    await change();
    await expect.poll(() => listed(page)).toBeLessThan(count);
    const less = await listed(page);
    await page.reload();
    await expect(bar(page)).toContainText('cambiada, sin guardar');
    await bar(page).getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(bar(page)).toBeHidden();
    await view(page, 'Últimas').click();
    await view(page, 'Para financiar').click();
    await expect.poll(() => listed(page)).toBe(less);

    await page.getByRole('button', { name: 'Vistas guardadas' }).click();
    const dialog = page.getByRole('dialog', { name: 'Vistas guardadas' });
    await dialog.getByRole('button', { name: 'Cambiar «Para financiar»' }).click();
    const edited = page.getByRole('dialog', { name: 'Cambiar la vista' });
    await edited.getByLabel('Nombre de la vista').fill('Permuta y crédito');
    await edited.getByRole('button', { name: 'Guardar la vista' }).click();
    await dialog.getByRole('button', { name: 'Borrar «Permuta y crédito»' }).click();
    await page.getByRole('button', { name: 'Borrar la vista' }).click();
    await expect(view(page, 'Permuta y crédito')).toBeHidden();
    await expect(page).not.toHaveURL(/vista=/);
  });

  test('that is changed stays so over an inquiry, another section and Back, and nothing is saved over it', async ({
    page,
    signIn,
  }) => {
    await signIn('seller', `/inquiries?${AGENCY}`);
    const id = randomUUID();
    const made = { name: 'Con permuta', search: '?desde=-7d&permuta=si', shared: false };
    await ask(page, desk.addView, {}, { id, ...made });
    await page.goto(`/inquiries?${AGENCY}`);
    await page.getByRole('button', { name: 'Vistas guardadas' }).click();
    const dialog = page.getByRole('dialog', { name: 'Vistas guardadas' });
    await dialog.getByRole('button', { name: 'Fijar «Con permuta»', exact: true }).click();
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
    await view(page, 'Con permuta').click();
    await expect(bar(page)).toBeHidden();
    const fold = page.getByRole('button', { name: /^Filtrar lo cargado \(/ });
    if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
    await page.getByRole('button', { name: /^Financia/ }).click();
    const changed = async () => {
      await expect(bar(page)).toContainText('Con permuta: cambiada, sin guardar');
      await expect(page).toHaveURL(/permuta=si.*financia=si|financia=si.*permuta=si/);
    };
    await changed();
    await rows(page).first().getByRole('link').click();
    await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
    await changed();
    await page.keyboard.press('Escape');
    await changed();
    await page.getByRole('link', { name: 'Catálogos' }).click();
    await expect(bar(page)).toBeHidden();
    await page.goBack();
    await changed();

    await bar(page).getByRole('button', { name: 'Guardar como nueva' }).click();
    await saveAs(page, 'Permuta y crédito a la vez');
    await expect(view(page, 'Permuta y crédito a la vez')).toHaveAttribute('aria-current', 'page');
    const { views: kept } = JSON.parse(await ask(page, desk.listViews, {})) as { views: View[] };
    expect(kept.find((one) => one.id === id)).toMatchObject({ search: made.search, version: 1 });
    for (const one of kept) if (one.name.includes('ermuta')) await ask(page, desk.deleteView, { id: one.id });
  });

  test('is shared with colleagues, who pin it and do not change it', async ({
    page,
    browser,
    vitrina,
    signIn,
  }) => {
    await signIn('partner', `/inquiries?${AGENCY}&marca=Ford&desde=-30d`);
    await page.getByRole('button', { name: 'Vistas guardadas' }).click();
    await page.getByRole('button', { name: 'Guardar lo que veo' }).click();
    await saveAs(page, 'Los Ford del mes', { shared: true });
    await expect(view(page, 'Los Ford del mes')).toHaveAttribute('aria-current', 'page');
    const address = page.url();

    const context = await browser.newContext({ baseURL: vitrina.url, locale: 'es-AR' });
    const other = await context.newPage();
    const { mail, password } = vitrina.people.seller;
    await other.request.post(addressOf(desk.signIn), {
      headers: { [CONSOLE_HEADER]: BY_PERSON, origin: vitrina.url },
      data: { mail, password },
    });
    await other.goto(`/inquiries?${AGENCY}`);
    await other.getByRole('button', { name: 'Vistas guardadas' }).click();
    const dialog = other.getByRole('dialog', { name: 'Vistas guardadas' });
    await expect(dialog.getByText('La comparte Paula Ferreyra')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Borrar «Los Ford del mes»' })).toBeHidden();
    await dialog.getByRole('button', { name: 'Fijar «Los Ford del mes»', exact: true }).click();
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
    await view(other, 'Los Ford del mes').click();
    await expect(rows(other).first()).toContainText('Ford');
    await other.goto(`${address}&permuta=si`);
    await expect(bar(other)).toContainText('cambiada, sin guardar');
    await expect(bar(other).getByRole('button', { name: 'Guardar', exact: true })).toBeHidden();
    await expect(bar(other).getByRole('button', { name: 'Guardar como nueva' })).toBeVisible();

    const id = new URL(address).searchParams.get('vista') ?? '';
    await ask(page, desk.deleteView, { id });
    await other.goto(address);
    await expect(bar(other)).toContainText('no existe');
    await expect(rows(other).first()).toContainText('Ford');
    await bar(other).getByRole('link', { name: 'Seguir sin vista' }).click();
    await expect(bar(other)).toBeHidden();
    await context.close();
  });

  test('that somebody saved meanwhile shows both', async ({ page, signIn }) => {
    await signIn('seller', `/inquiries?${AGENCY}`);
    const id = randomUUID();
    const made = { name: 'De todos', search: '?marca=Fiat', shared: false };
    await ask(page, desk.addView, {}, { id, ...made });
    await page.goto(`/inquiries?${AGENCY}&marca=Ford&vista=${id}`);
    await expect(bar(page)).toContainText('De todos: cambiada, sin guardar');
    const theirs = View.parse(
      JSON.parse(await ask(page, desk.editView, { id }, { ...made, search: '?marca=Renault', version: 1 })),
    );
    await bar(page).getByRole('button', { name: 'Guardar', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Cambiar la vista' });
    await expect(dialog).toContainText('Alguien guardó otra cosa mientras tanto');
    await expect(dialog.getByRole('row', { name: /Filtros/ })).toContainText('marca=Renault');
    await dialog.getByRole('button', { name: 'Guardar lo mío' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(bar(page)).toBeHidden();
    expect(theirs.version).toBe(2);
    const now = JSON.parse(await ask(page, desk.listViews, {})) as { views: View[] };
    expect(now.views.find((one) => one.id === id)).toMatchObject({ search: '?marca=Ford', version: 3 });
    await ask(page, desk.deleteView, { id });
  });

  test('that cannot be saved says why, and is saved at the next try', async ({ page, signIn }) => {
    await signIn('support', `/inquiries?${AGENCY}&vista=hoy&permuta=si`);
    await bar(page).getByRole('button', { name: 'Guardar como nueva' }).click();
    const dialog = page.getByRole('dialog', { name: 'Guardar como vista nueva' });
    await expect(dialog.getByLabel('Compartirla')).toBeHidden();
    await dialog.getByRole('button', { name: 'Guardar la vista' }).click();
    await expect(dialog).toContainText('Escribí un nombre');
    await page.route('**/desk/views', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await dialog.getByLabel('Nombre de la vista').fill('Permutas de hoy');
    await dialog.getByRole('button', { name: 'Guardar la vista' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await page.unroute('**/desk/views');
    await dialog.getByRole('button', { name: 'Guardar la vista' }).click();
    await expect(view(page, 'Permutas de hoy')).toHaveAttribute('aria-current', 'page');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the line of views scrolls by itself, and the page does not', async ({ page, signIn }) => {
    await signIn('seller', `/inquiries?${AGENCY}&vista=pospuestas`);
    await expect(view(page, 'Pospuestas')).toBeInViewport({ ratio: 0.9 });
    await expect(view(page, 'Últimas')).not.toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    // Counts of the others come later, and move it.
    await countOf(page, 'Esperando');
    await expect(view(page, 'Pospuestas')).toBeInViewport({ ratio: 0.9 });
  });

  test('a saved view is in sight when its address is opened', async ({ page, signIn }) => {
    await signIn('seller', `/inquiries?${AGENCY}&permuta=si&vista=hoy`);
    await bar(page).getByRole('button', { name: 'Guardar como nueva' }).click();
    await saveAs(page, 'Permutas del teléfono');
    await expect(view(page, 'Permutas del teléfono')).toBeInViewport({ ratio: 0.9 });
    await page.reload();
    await countOf(page, 'Esperando');
    await expect(view(page, 'Permutas del teléfono')).toBeInViewport({ ratio: 0.9 });
  });
});

test('nothing is missing for who sees or hears the page otherwise', async ({ page, signIn }) => {
  await signIn('seller', `/inquiries?${AGENCY}&vista=hoy&permuta=si`);
  await expect(bar(page)).toBeVisible();
  await countOf(page, 'Esperando');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Vistas guardadas' }).click();
  await expect(page.getByRole('dialog', { name: 'Vistas guardadas' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Guardar lo que veo' }).click();
  await expect(page.getByLabel('Nombre de la vista')).toBeFocused();
  expect(await violations(page)).toEqual([]);
});
