import type { Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { receiveInquiry, uniqueName } from './actions.ts';
import {
  choosePeriod,
  expectRowsReady,
  expectStatus,
  list,
  newInquiries,
  openFilters,
  panel,
  panelHeading,
  rowOf,
  rows,
  searchBox,
} from './inbox-page.ts';
import { holdRequests } from './network.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

// The list as a queue: inquiries are searched and narrowed, and opened one after another.

const INDEX = /\/desk\/inquiries\?/;
const refreshButton = (page: Page) => page.getByRole('button', { name: 'Actualizar' });
const matches = (page: Page) => list(page).getByRole('search').getByRole('status');

test('a seller begins with the queue of inquiries to answer, and works through it by keys', async ({
  page,
  agency,
  signIn,
}) => {
  const key = (name: string) => page.keyboard.press(name);
  for (const name of ['Ana', 'Beto', 'Caro', 'Dora'])
    await agency.receive(name, { Interesado: { Telefono: name === 'Beto' ? null : '0351 15-555-0111' } });
  await signIn(agency.seller, '/');
  await expect(page).toHaveURL(/\/inquiries\?agencia=todas&vista=esperando$/);
  await expectRowsReady(page);
  // The first one takes keys although nobody has opened it: it stays unread.
  await expect(panelHeading(page)).toHaveText('Ana');
  await expectStatus(page, 'Nueva');
  await expect(rowOf(page, 'Ana')).toHaveAccessibleDescription(/Sin leer/);
  await key('e');
  await expectStatus(page, 'Contactada');
  await key('j');
  await expect(panelHeading(page)).toHaveText('Beto');
  await expect(panelHeading(page)).toBeFocused();
  await expectStatus(page, 'Nueva');
  const notice = (text: string) => page.getByRole('status').filter({ hasText: text });
  await key('c');
  await expect(notice('No dejó teléfono: no se puede llamar')).toBeVisible();
  await key('e');
  await expectStatus(page, 'Contactada');
  await key('e');
  await expect(notice('Ya figura como contactada')).toBeVisible();
  await key('j');
  await expectStatus(page, 'Nueva');
  await expect(panel(page).getByText('3 de 4')).toBeVisible();

  // The list has lost the first two, and the place is the same.
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(panel(page).getByText('3 de 4')).toBeVisible();
  await expectStatus(page, 'Nueva');
  await key('k');
  await expect(panelHeading(page)).toHaveText('Beto');
  await key('j');
  await key('j');
  await expect(panelHeading(page)).toHaveText('Dora');
  await key('j');
  await expect(notice('Es la última de la lista')).toBeVisible();
  // Closing it leaves nothing selected.
  await key('Escape');
  await expect(panelHeading(page)).toHaveCount(0);
  await expect(rowOf(page, 'Dora')).toBeFocused();
});

test(
  'all inquiries are searched without accents and case, and the search stays in the address',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    const Interesado = { Telefono: '0351 15-555-0199', Comentario: '¿Toman un zepelín?' };
    await agency.receive('Begoña', { Interesado, Auto: { Marca: 'Peugeot' } });
    await Promise.all(Array.from({ length: 30 }, (_, at) => agency.receive(`Persona ${at}`)));
    await signIn(agency.seller);
    await expectRowsReady(page);
    const steps = await page.evaluate(() => history.length);
    await page.keyboard.press('/');
    await expect(searchBox(page)).toBeFocused();
    for (const sought of ['BEGON', '5550199', '+54 9 351 555-0199', 'peug bego', 'zepelin']) {
      await searchBox(page).fill(sought);
      await expect(page).toHaveURL(({ searchParams }) => searchParams.get('buscar') === sought);
      await expect(matches(page)).toHaveText('1 coincide');
      await expect(rows(page).getByRole('link')).toHaveText(['Begoña']);
    }
    expect(await page.evaluate(() => history.length)).toBe(steps);

    await page.reload();
    await expect(searchBox(page)).toHaveValue('zepelin');
    await expect(rows(page)).toHaveCount(1);
    await expectRowsReady(page);
    // Escape closes what is open first, then ends the search.
    await rows(page).getByRole('link').click();
    await expect(panelHeading(page)).toHaveText('Begoña');
    await page.keyboard.press('Escape');
    await expect(panelHeading(page)).toHaveCount(0);
    await expect(page).toHaveURL(/buscar=/);
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/buscar=/);
    await expect(rows(page)).toHaveCount(25);

    await page.keyboard.press('/');
    await page.keyboard.type('zzzz');
    await expect(matches(page)).toHaveText('Ninguna coincide.');
    await list(page).getByRole('search').getByRole('link', { name: 'Limpiar' }).click();
    await expect(rows(page)).toHaveCount(25);
  },
);

test('a list is filtered by facets with exact counts, and Back reverses each step', async ({
  page,
  signIn,
}) => {
  await signIn('seller', '/inquiries?desde=-7d');
  await expectRowsReady(page);
  await page.keyboard.press('f');
  const filters = page.getByRole('dialog', { name: 'Filtrar' });
  await expect(filters.getByRole('button', { name: 'Hoy' })).toBeFocused();
  const trade = page.getByRole('button', { name: /^Permuta \(\d+\)$/ });
  const count = Number(/\d+/.exec((await trade.textContent()) ?? '')?.[0]);
  await trade.click();
  await expect(page).toHaveURL(/permuta=si/);
  await expect(matches(page)).toHaveText(`${count} coinciden`);
  for (const text of await rows(page).allTextContents()) expect(text).toContain('Permuta');
  const makes = filters.getByRole('combobox', { name: 'Marca' });
  const options = makes.getByRole('option');
  const make = (await options.nth(1).getAttribute('value')) ?? '';
  const ofMake = /\((\d+)\)/.exec((await options.nth(1).textContent()) ?? '')?.[1];
  await makes.selectOption(make);
  await expect(matches(page)).toContainText(`${ofMake} coincide`);
  for (const text of await rows(page).allTextContents()) expect(text).toContain(make);
  await page.goBack();
  await expect(makes).toHaveValue('');
  await expect(matches(page)).toHaveText(`${count} coinciden`);

  const names = await rows(page).getByRole('link').allTextContents();
  await rows(page).first().getByRole('link').click();
  await expect(panelHeading(page)).toHaveText(names[0] ?? '');
  await page.keyboard.press('j');
  await expect(panelHeading(page)).toHaveText(names[1] ?? '');
  await expect(panel(page).getByText(`2 de ${count}`)).toBeVisible();
  for (const _ of [1, 2, 3]) await page.goBack();
  await expect(rows(page)).toHaveCount(25);
});

test('inquiries are opened one after another over the end of a page, each loaded ahead', async ({
  page,
  signIn,
}) => {
  await signIn('seller', '/inquiries?desde=-60d&pagina=2');
  const place = (text: string) => panel(page).getByText(text, { exact: true });
  const next = await rows(page).nth(24).getByRole('link').getAttribute('href');
  const sid = next?.split('?')[0]?.split('/').at(-1) ?? '';
  const ahead = page.waitForRequest(
    (request) => request.url().includes('/v3/consultas/') && request.url().includes(sid),
  );
  await rows(page).nth(23).getByRole('link').click();
  await expect(place('24 de 25 · página 2')).toBeVisible();
  expect((await ahead).headers()['x-vitrina']).toBe('background');
  await panel(page).getByRole('link', { name: 'Consulta siguiente' }).click();
  await expect(place('25 de 25 · página 2')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/pagina=3/);
  await expect(place('1 de 25 · página 3')).toBeVisible();
  await expect(page).not.toHaveURL(/abrir/);
  await page.keyboard.press('k');
  await expect(place('25 de 25 · página 2')).toBeVisible();
  await panel(page).getByRole('link', { name: 'Consulta anterior' }).click();
  await expect(place('24 de 25 · página 2')).toBeVisible();
  await expect(rows(page).nth(23)).toBeInViewport();
  await page.goBack();
  await expect(place('25 de 25 · página 2')).toBeVisible();
});

test(
  'rows keep their places until the list is refetched, and the pressed row opens',
  { tag: '@full' },
  async ({ page, vitrina, signIn }) => {
    await signIn('seller');
    await expectRowsReady(page);
    const links = rows(page).getByRole('link');
    const before = await links.allTextContents();
    const name = uniqueName('Lista');
    await receiveInquiry(vitrina, BUSY_AGENCY, { Interesado: { Nombre: name, Apellido: '' } });
    await expect(newInquiries(page)).toBeVisible();
    await page.evaluate(() => {
      for (const event of ['blur', 'focus', 'offline', 'online']) dispatchEvent(new Event(event));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await links.nth(1).click();
    await expect(panelHeading(page)).toHaveText(before[1] ?? '');
    expect(await links.allTextContents()).toEqual(before);

    await refreshButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(links.first()).toHaveText(name);
    await expect(refreshButton(page)).toBeFocused();
    await expect(panelHeading(page)).toHaveText(before[1] ?? '');
    await expect(rows(page).nth(2)).toHaveAttribute('data-open', 'true');
  },
);

test(
  'a search that is being typed stays when inquiries arrive and the list is refetched',
  { tag: '@full' },
  async ({ page, vitrina, signIn }) => {
    await signIn('seller', '/inquiries?desde=-60d');
    await expectRowsReady(page);
    const operator = (await openFilters(page)).getByLabel('Operador');
    await operator.pressSequentially('pablo.ri');
    await receiveInquiry(vitrina, BUSY_AGENCY);
    await expect(newInquiries(page)).toBeVisible();
    // Pressed without the focus, as by a timer.
    await refreshButton(page).dispatchEvent('click');
    await expect(newInquiries(page)).toBeHidden();
    await expect(operator).toBeFocused();
    await operator.pressSequentially('os@x.example');
    await expect(operator).toHaveValue('pablo.rios@x.example');
    // The typed text is applied although another filter is chosen at once.
    await choosePeriod(page, '7 días');
    await expect(page).toHaveURL(/desde=-6d/);
    await expect(page).toHaveURL(/operador=pablo\.rios%40x\.example/);

    await page.goto('/inquiries?desde=-60d');
    await expectRowsReady(page);
    await page.keyboard.press('/');
    await page.keyboard.type('a');
    await expect(page).toHaveURL(/buscar=a/);
    const release = await holdRequests(page, INDEX);
    const again = page.waitForResponse(INDEX);
    await refreshButton(page).dispatchEvent('click');
    await page.keyboard.type('bc');
    release();
    await again;
    await expect(page).toHaveURL(/buscar=abc/);
    await expect(searchBox(page)).toHaveValue('abc');
    await expect(searchBox(page)).toBeFocused();
  },
);

test(
  'a list of more than 99 pages ends with a link to its rest, and the focus is never lost on the way there',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await signIn('seller', '/inquiries?pagina=94');
    await expectRowsReady(page);
    const links = rows(page).getByRole('link');
    await links.last().focus();
    await page.keyboard.press('j');
    await expect(page.getByText('Página 95 · 25 en pantalla')).toBeVisible();
    await expect(links.first()).toBeFocused();
    await page.keyboard.press('k');
    await expect(page.getByText('Página 94 · 25 en pantalla')).toBeVisible();
    await expect(links.last()).toBeFocused();
    const next = page.getByRole('button', { name: 'Página siguiente' });
    await next.focus();
    // It ends before the day of its 99th page.
    for (let number = 95; number <= 100 && !page.url().includes('hasta='); number++) {
      await page.keyboard.press('Enter');
      await expect(page.getByText(new RegExp(`^Página (?:${number}|1) · \\d+ en pantalla`))).toBeVisible();
    }
    await expect(page).toHaveURL(/hasta=/);
    await expect(page.getByText(/^Página 1 · 25 en pantalla/)).toBeVisible();
    await expect(next).toBeFocused();
  },
);

test(
  'a list of thousands is counted exactly, and can be scrolled and paged to its end',
  { tag: '@full' },
  async ({ page, signIn, clientOf }) => {
    const client = await clientOf('seller');
    await expect
      .poll(async () => (await client.call(desk.countInquiries)).complete, { timeout: 30_000 })
      .toBe(true);
    const query = { agencia: [BUSY_AGENCY], interes: 'Comprar' };
    await signIn('seller', `/inquiries?agencia=${BUSY_AGENCY}&interes=Comprar`);
    const count = (await client.call(desk.findInquiries, { query })).total ?? 0;
    expect(count).toBeGreaterThan(1000);
    const total = count.toLocaleString('es-AR');
    await expect(list(page).getByText(`${total} coinciden`)).toBeVisible();
    await rows(page).nth(20).getByRole('link').click();
    await expect(panel(page).getByText(`21 de ${total}`)).toBeVisible();
    for (let at = 22; at <= 30; at++) {
      await page.keyboard.press('j');
      await expect(panel(page).getByText(`${at} de ${total}`)).toBeVisible();
    }
    await page.keyboard.press('u');
    await expect(list(page).getByRole('link').and(page.locator(':focus'))).toBeInViewport();
    await rows(page).first().hover();
    await expect(async () => {
      await page.mouse.wheel(0, 100_000);
      await expect(rows(page).last()).toHaveAttribute('aria-posinset', String(count), { timeout: 300 });
    }).toPass({ intervals: [50] });
    await expect(rows(page).last()).toHaveAttribute('aria-setsize', String(count));
    expect(await rows(page).count()).toBeLessThan(100);
  },
);
