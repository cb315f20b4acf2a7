import type { Page } from '@playwright/test';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { receiveInquiry, uniqueName } from './actions.ts';
import {
  expectRowsReady,
  list,
  newInquiries,
  panel,
  panelHeading,
  rowOf,
  rows,
  searchBox,
} from './inbox-page.ts';
import { blockLiveEvents, holdRequests } from './network.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

// The list as a queue: what is loaded is searched and narrowed, inquiries are opened one after another, and all pages
// are loaded as one list.

const LISTS = /\/v3\/consultas\/[^/]+\?/;
const walkBar = (page: Page) => page.getByRole('region', { name: 'Carga de todas las páginas' });
const refreshButton = (page: Page) => page.getByRole('button', { name: 'Actualizar' });

test('what is loaded is searched without accents and kept in the address; the service is not asked', async ({
  page,
  signIn,
}) => {
  // Without a stream the page asks the service by the person alone.
  await blockLiveEvents(page);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/v3/') && asked.push(request.url()));
  await signIn('seller', '/inquiries?desde=-60d&pagina=3');
  await expectRowsReady(page);
  const own = asked.find((url) => url.includes('pagina=3'));
  asked.length = 0;
  const name = (await rows(page).nth(4).getByRole('link').textContent()) ?? '';
  const word = name.split(' ')[0] ?? '';
  const steps = await page.evaluate(() => history.length);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Buscar en las 25 cargadas' })).toBeFocused();
  const typed = word.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
  await page.keyboard.type(typed);
  await expect(page).toHaveURL(new RegExp(`pagina=3.*buscar=${typed}`));
  await expect(page.getByText(/^\d+ de 25 cargadas$/)).toBeVisible();
  await expect(rowOf(page, name)).not.toHaveCount(0);
  expect(await page.evaluate(() => history.length)).toBe(steps);
  expect(asked.filter((url) => url.includes('buscar') || url === own)).toEqual([]);

  await page.reload();
  await expect(searchBox(page)).toHaveValue(/./);
  await expectRowsReady(page);
  expect(await rows(page).count()).toBeLessThan(25);

  // Escape closes what is open first, then shows all rows again.
  await page.keyboard.press('o');
  await expect(panelHeading(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panelHeading(page)).toHaveCount(0);
  await expect(page).toHaveURL(/buscar=/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/buscar=/);
  await expect(rows(page)).toHaveCount(25);
  await expect(list(page).getByRole('link').and(page.locator(':focus'))).toBeVisible();

  await page.keyboard.press('/');
  await page.keyboard.type('zzzz');
  await expect(page.getByText('Ninguna de las 25 cargadas coincide.')).toBeVisible();
  await expect(list(page).getByRole('link', { name: 'Cargar todas' })).toBeVisible();
  await list(page).getByRole('link', { name: 'Limpiar' }).click();
  await expect(rows(page)).toHaveCount(25);
});

test('what is loaded is narrowed by facets, opened in that order, and each step is taken back by Back', async ({
  page,
  signIn,
}) => {
  await signIn('seller', '/inquiries?desde=-60d&pagina=2');
  await expectRowsReady(page);
  await page.keyboard.press('f');
  await expect(page.getByLabel('Seguimiento')).toBeFocused();
  const trade = page.getByRole('button', { name: /^Permuta \(\d+\)$/ });
  const count = Number(/\d+/.exec((await trade.textContent()) ?? '')?.[0]);
  await trade.click();
  await expect(page).toHaveURL(/permuta=si/);
  await expect(rows(page)).toHaveCount(count);
  for (const text of await rows(page).allTextContents()) expect(text).toContain('Permuta');
  const makes = page.getByLabel('Marca');
  const [, make = ''] = await makes
    .getByRole('option')
    .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
  await makes.selectOption(make);
  await expect(page).toHaveURL(/marca=/);
  for (const text of await rows(page).allTextContents()) expect(text).toContain(make);
  await page.goBack();
  await expect(makes).toHaveValue('');
  await expect(rows(page)).toHaveCount(count);

  const names = await rows(page).getByRole('link').allTextContents();
  await rows(page).first().getByRole('link').click();
  await expect(panelHeading(page)).toHaveText(names[0] ?? '');
  await page.keyboard.press('j');
  await expect(panelHeading(page)).toHaveText(names[1] ?? '');
  await expect(panel(page).getByText(`2 de ${count} · página 2`)).toBeVisible();
  for (const _ of [1, 2, 3]) await page.goBack();
  await expect(rows(page)).toHaveCount(25);
});

test('inquiries are opened one after another over the end of a page, each loaded before it is wanted', async ({
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

test('rows stay where they are until they are read again, and what is pressed is what opens', async ({
  page,
  vitrina,
  signIn,
}) => {
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
});

test('what is being typed stays when inquiries arrive and the list is read again', async ({
  page,
  vitrina,
  signIn,
}) => {
  await signIn('seller', '/inquiries?desde=-60d');
  await expectRowsReady(page);
  const operator = page.getByLabel('Operador');
  await operator.pressSequentially('pablo.ri');
  await receiveInquiry(vitrina, BUSY_AGENCY);
  await expect(newInquiries(page)).toBeVisible();
  // Pressed without the focus, as by a timer.
  await refreshButton(page).dispatchEvent('click');
  await expect(newInquiries(page)).toBeHidden();
  await expect(operator).toBeFocused();
  await operator.pressSequentially('os@x.example');
  await expect(operator).toHaveValue('pablo.rios@x.example');
  // What was typed counts although another filter is chosen at once.
  await page.getByRole('button', { name: '7 días' }).click();
  await expect(page).toHaveURL(/desde=-7d/);
  await expect(page).toHaveURL(/operador=pablo\.rios%40x\.example/);

  await page.goto('/inquiries?desde=-60d');
  await expectRowsReady(page);
  await page.keyboard.press('/');
  await page.keyboard.type('a');
  await expect(page).toHaveURL(/buscar=a/);
  const release = await holdRequests(page, LISTS);
  const again = page.waitForResponse(LISTS);
  await refreshButton(page).dispatchEvent('click');
  await page.keyboard.type('bc');
  release();
  await again;
  await expect(page).toHaveURL(/buscar=abc/);
  await expect(searchBox(page)).toHaveValue('abc');
  await expect(searchBox(page)).toBeFocused();
});

test('page 99 is the last one, and the focus is never lost on the way there and to all pages', async ({
  page,
  signIn,
}) => {
  await signIn('seller', '/inquiries?pagina=98');
  await expectRowsReady(page);
  const links = rows(page).getByRole('link');
  await links.last().focus();
  await page.keyboard.press('j');
  await expect(page.getByText('Página 99 · 25 en pantalla')).toBeVisible();
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('k');
  await expect(page.getByText('Página 98 · 25 en pantalla')).toBeVisible();
  await expect(links.last()).toBeFocused();
  const next = page.getByRole('button', { name: 'Página siguiente' });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/La página 99 es la última que el servicio entrega/)).toBeVisible();
  await expect(next).toBeDisabled();
  await expect(next).toBeFocused();
  await page.getByRole('link', { name: 'Todas', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(links.first()).toBeFocused();
  await walkBar(page).getByRole('button', { name: 'Detener' }).click();
  await page.getByRole('link', { name: 'Por páginas' }).focus();
  await page.keyboard.press('Enter');
  await expect(links.first()).toBeFocused();
});

test(
  'loading all pages stops and goes on, waits when the service asks to, and survives a failure',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    await Promise.all(Array.from({ length: 80 }, (_, at) => agency.receive(`Persona ${at}`)));
    // A call without an answer is made once more by itself.
    const answers = ['wait', 'fail', 'fail'];
    await page.route(/\/v3\/consultas\/.*pagina=3$/, async (route) => {
      const answer = answers.shift();
      if (answer === 'fail') return route.abort();
      if (!answer) return route.continue();
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '1' },
        contentType: 'application/problem+json',
        body: '{"Title":"Too Many Requests","Status":429}',
      });
    });
    const release = await holdRequests(page, /\/v3\/consultas\/.*pagina=2$/);
    await signIn(agency.seller, '/inquiries?todas=1');
    const bar = walkBar(page);
    await bar.getByRole('button', { name: 'Detener' }).click();
    release();
    await expect(bar.getByText('Detenida: puede haber más.')).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Seguir' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(bar.getByText(/El servicio pidió esperar/)).toBeVisible();
    await expect(bar.getByText(/Se interrumpió: No hay respuesta de Vitrina/)).toBeVisible();
    await expect(bar.getByText(/^2 páginas leídas · 50 consultas/)).toBeVisible();
    await expect(rows(page)).toHaveCount(50);
    await bar.getByRole('button', { name: 'Reintentar' }).click();
    await expect(bar.getByText('Son todas', { exact: false })).toBeVisible();
    await expect(bar.getByText(/80 consultas/)).toBeVisible();
    await expect(bar).toBeFocused();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Buscar en las 80 cargadas' })).toBeFocused();
  },
);

test('all 99 pages are loaded, and are read to the end', { tag: '@full' }, async ({ page, signIn }) => {
  await signIn('seller', '/inquiries?todas=1');
  const bar = walkBar(page);
  await expect(bar.getByText(/^\d+ páginas leídas/)).toBeVisible();
  const before = await bar.boundingBox();
  // The service is asked for 98 pages, one after another.
  await expect(bar.getByText(/el servicio no entrega más de 99 páginas/)).toBeVisible({ timeout: 60_000 });
  expect(await bar.boundingBox()).toEqual(before);
  const said = /· (\d\.\d{3}) consultas/.exec(await bar.innerText())?.[1] ?? '';
  const count = Number(said.replace('.', ''));
  expect(count).toBeGreaterThan(2400);
  expect(count).toBeLessThanOrEqual(2475);

  expect(await rows(page).count()).toBeLessThan(100);
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', String(count));
  await rows(page).first().getByRole('link').focus();
  await rows(page).first().hover();
  await page.mouse.wheel(0, count * 100);
  await expect(rows(page).last()).toHaveAttribute('aria-posinset', String(count));
  await expect(rows(page).last()).toBeInViewport();
  await rows(page).last().getByRole('link').click();
  await expect(panel(page).getByText(`${count} de ${count}`)).toBeVisible();
  await page.keyboard.press('k');
  await expect(panel(page).getByText(`${count - 1} de ${count}`)).toBeVisible();
  await page.keyboard.press('u');
  await expect(list(page).getByRole('link').and(page.locator(':focus'))).toBeInViewport();

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: `Buscar en las ${said} cargadas` })).toBeFocused();
  await page.keyboard.type('fiat');
  await expect(page.getByText(new RegExp(`^\\d+ de ${said} cargadas$`))).toBeVisible();
});
