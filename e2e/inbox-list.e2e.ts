import { randomUUID } from 'node:crypto';
import type { Locator, Page, Route } from '@playwright/test';
import { BUSY_AGENCY, SMALL_AGENCY } from '#service/demo/agencies.ts';
import { violations } from './axe.ts';
import type { Vitrina } from './server.ts';
import { expect, panel, rows, test } from './test.ts';

const FOLLOW_UPS = /\/desk\/follow-up\/[^/]+(\?|$)/;
const list = (page: Page) => page.getByRole('region', { name: 'Lista de consultas' });
const searchBox = (page: Page) => page.getByRole('searchbox', { name: /Buscar en/ });

/** Writes as a visitor would; gives sid and name of the inquiry. */
async function visitorWrites(vitrina: Vitrina, agency: string, inquiry: object = {}) {
  const name = `Lista ${randomUUID().slice(0, 8)}`;
  const answer = await fetch(`${vitrina.serviceUrl}/simulator/consultas/${agency}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...inquiry, Interesado: { Nombre: name, Apellido: '', ...inquiry } }),
  });
  expect(answer.status).toBe(201);
  return { name, sid: answer.headers.get('location')?.split('/').at(-1) ?? '' };
}

/** Does what a colleague would do about an inquiry, as whoever is signed in. */
async function change(page: Page, agency: string, sid: string, change: object): Promise<void> {
  const status = await page.evaluate(
    async ({ path, id, change }) => {
      const answer = await fetch(path, {
        method: 'POST',
        headers: { 'x-vitrina': '1', 'content-type': 'application/json' },
        body: JSON.stringify({ id, version: 0, change }),
      });
      return answer.status;
    },
    { path: `/desk/follow-up/${agency}/${sid}/changes`, id: randomUUID(), change },
  );
  expect(status).toBe(200);
}

const boxes = (found: Locator) =>
  found.evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );

/** Rows are there with what comes beside them, and so are the keys. */
async function ready(page: Page): Promise<void> {
  await expect(rows(page).first().getByRole('link')).toHaveAccessibleDescription(/Sin leer|Vista|Trabajada/);
}

/** Lets requests through only once `release` is called. */
async function hold(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test.describe('rows', () => {
  test('no row moves or grows when follow-up arrives beside them', async ({ page, signIn }) => {
    const release = await hold(page, FOLLOW_UPS);
    await signIn('seller');
    await expect(rows(page)).toHaveCount(25);
    const before = await boxes(rows(page));
    const link = rows(page).first().getByRole('link');
    await expect(link).toHaveAccessibleDescription('');
    release();
    await expect(link).toHaveAccessibleDescription(/Sin leer|Vista|Trabajada/);
    expect(await boxes(rows(page))).toEqual(before);
  });

  test('unread, seen and worked on differ, not by colour alone; opening is noted once', async ({
    page,
    vitrina,
    signIn,
  }) => {
    const worked = await visitorWrites(vitrina, SMALL_AGENCY);
    const unread = await visitorWrites(vitrina, SMALL_AGENCY);
    const notes: string[] = [];
    page.on('request', (request) => request.url().endsWith('/seen') && notes.push(request.url()));
    await signIn('partner', `/inquiries?agencia=${SMALL_AGENCY}`);
    await change(page, SMALL_AGENCY, worked.sid, { kind: 'status', status: 'appointment' });
    await page.reload();
    const rowOf = (name: string) => rows(page).filter({ hasText: name });
    await expect(rowOf(worked.name).getByRole('link')).toHaveAccessibleDescription(/Trabajada.*Cita/);
    await expect(rowOf(worked.name)).toContainText('Cita');
    const fresh = rowOf(unread.name).getByRole('link');
    await expect(fresh).toHaveAccessibleDescription(/Sin leer/);
    await expect(fresh).toHaveCSS('font-weight', '600');

    await fresh.click();
    await expect(fresh).toHaveAccessibleDescription(/Vista/);
    await expect(fresh).toHaveCSS('font-weight', '400');
    await page.keyboard.press('Escape');
    await fresh.click();
    await page.reload();
    await expect(fresh).toHaveAccessibleDescription(/Vista/);
    expect(notes).toHaveLength(1);
  });

  test('time that runs out is said before, and after, with the deadline', async ({
    page,
    vitrina,
    signIn,
  }) => {
    const { name } = await visitorWrites(vitrina, SMALL_AGENCY);
    const always = Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]);
    let target = 1000;
    await page.route('**/desk/hours/*', (route) =>
      route.fulfill({
        json: {
          hours: { zone: 'America/Argentina/Buenos_Aires', week: always, holidays: [], target, warning: 0 },
          version: 0,
        },
      }),
    );
    await signIn('support', `/inquiries?agencia=${SMALL_AGENCY}`);
    const row = rows(page).filter({ hasText: name });
    await expect(row.getByText(/^quedan \d+ min$/)).toBeVisible();
    await expect(row.getByRole('link')).toHaveAccessibleDescription(/Hay que responder antes de .*\d\d:\d\d/);
    target = 1;
    await page.reload();
    await expect(
      rows(page)
        .last()
        .getByText(/tarde$|^vencida$/),
    ).toBeVisible();
    await expect(rows(page).last().getByRole('link')).toHaveAccessibleDescription(
      /Había que responder antes/,
    );
  });

  test('stay when follow-up cannot be read, which is said, with a way to try again', async ({
    page,
    signIn,
  }) => {
    const abort = (route: Route) => route.abort();
    await page.route(FOLLOW_UPS, abort);
    // With a stream it would be read again by itself.
    await page.route(/\/desk\/events/, (route) => route.fulfill({ status: 503 }));
    await signIn('seller');
    await expect(rows(page)).toHaveCount(25);
    await expect(page.getByText('No se pudo leer el seguimiento.')).toBeVisible();
    await page.unroute(FOLLOW_UPS, abort);
    await list(page).getByRole('button', { name: 'Reintentar' }).click();
    await expect(rows(page).first().getByRole('link')).toHaveAccessibleDescription(
      /Sin leer|Vista|Trabajada/,
    );
    await expect(page.getByText('No se pudo leer el seguimiento.')).toBeHidden();
  });

  test('take less room for who wants it so, and stay so', async ({ page, signIn }) => {
    await signIn('seller');
    const height = async () => (await boxes(rows(page)))[3]?.height;
    expect(await height()).toBe(58);
    await page.getByRole('button', { name: 'Filas compactas' }).click();
    expect(await height()).toBe(46);
    await page.reload();
    await expect(rows(page)).toHaveCount(25);
    expect(await height()).toBe(46);
    await expect(page.getByRole('button', { name: 'Filas compactas' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });
});

test.describe('while one works', () => {
  test('rows stay where they are until they are asked for anew, and what is pressed is what opens', async ({
    page,
    vitrina,
    signIn,
  }) => {
    await signIn('seller');
    await ready(page);
    const links = rows(page).getByRole('link');
    const before = await links.allInnerTexts();
    const { name } = await visitorWrites(vitrina, BUSY_AGENCY);
    await page.evaluate(() => {
      for (const event of ['blur', 'focus', 'offline', 'online']) dispatchEvent(new Event(event));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await links.nth(1).click();
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(before[1] ?? '');
    expect(await links.allInnerTexts()).toEqual(before);
    // What arrived waits, and the focus reads no row anew.
    await expect(list(page).getByRole('button', { name: /^\d+ nuevas?$/ })).toBeVisible();
    expect(await links.allInnerTexts()).toEqual(before);

    const refresh = page.getByRole('button', { name: 'Actualizar' });
    await refresh.focus();
    await page.keyboard.press('Enter');
    await expect(links.first()).toHaveText(name);
    await expect(refresh).toBeFocused();
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(before[1] ?? '');
    await expect(rows(page).nth(2)).toHaveAttribute('data-open', 'true');
  });

  test('what is being typed stays when the list is read again', async ({ page, signIn }) => {
    await signIn('seller', '/inquiries?desde=-60d');
    await ready(page);
    await page.keyboard.press('/');
    await page.keyboard.type('a');
    await expect(page).toHaveURL(/buscar=a/);
    const release = await hold(page, /\/v3\/consultas\/[^/]+\?/);
    const again = page.waitForResponse(/\/v3\/consultas\/[^/]+\?/);
    // Pressed without the focus, as by a timer.
    await page.getByRole('button', { name: 'Actualizar' }).dispatchEvent('click');
    await page.keyboard.type('bc');
    release();
    await again;
    await expect(page).toHaveURL(/buscar=abc/);
    await expect(searchBox(page)).toHaveValue('abc');
    await expect(searchBox(page)).toBeFocused();
  });

  test('a filter that is half typed stays when inquiries arrive and the list is read again', async ({
    page,
    vitrina,
    signIn,
  }) => {
    await signIn('seller');
    await ready(page);
    const [operator, publication] = [page.getByLabel('Operador'), page.getByLabel('Publicación')];
    await operator.pressSequentially('pablo.ri');
    await visitorWrites(vitrina, BUSY_AGENCY);
    await expect(list(page).getByRole('button', { name: /^\d+ nuevas?$/ })).toBeVisible();
    await page.evaluate(() => {
      for (const event of ['offline', 'online', 'focus']) dispatchEvent(new Event(event));
    });
    const again = page.waitForResponse(/\/v3\/consultas\/[^/]+$/);
    // Pressed without the focus, as by a timer.
    await page.getByRole('button', { name: 'Actualizar' }).dispatchEvent('click');
    await again;
    await expect(list(page).getByRole('button', { name: /^\d+ nuevas?$/ })).toBeHidden();
    await expect(operator).toBeFocused();
    await operator.pressSequentially('os@x.example');
    await expect(operator).toHaveValue('pablo.rios@x.example');
    await operator.press('Enter');
    await expect(page).toHaveURL(/operador=pablo\.rios%40x\.example/);
    // What was typed into one counts although another is chosen at once.
    await publication.fill('A-1');
    await page.getByRole('button', { name: '7 días' }).click();
    await expect(page).toHaveURL(/desde=-7d/);
    await expect(page).toHaveURL(/externalid=A-1/);
    await expect(page).toHaveURL(/operador=pablo/);
  });

  test('keys reach every row over the ends of pages, and the focus is never lost', async ({
    page,
    signIn,
  }) => {
    await signIn('seller', '/inquiries?pagina=98');
    await ready(page);
    await rows(page).last().getByRole('link').focus();
    await page.keyboard.press('j');
    await expect(page.getByText('Página 99 · 25 en pantalla')).toBeVisible();
    await expect(rows(page).first().getByRole('link')).toBeFocused();
    await page.keyboard.press('k');
    await expect(page.getByText('Página 98 · 25 en pantalla')).toBeVisible();
    await expect(rows(page).last().getByRole('link')).toBeFocused();
    const next = page.getByRole('button', { name: 'Página siguiente' });
    await next.focus();
    await page.keyboard.press('Enter');
    await expect(next).toBeDisabled();
    await expect(next).toBeFocused();
    await page.getByRole('link', { name: 'Todas', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(rows(page).first().getByRole('link')).toBeFocused();
    await page.getByRole('button', { name: 'Detener' }).click();
    await page.getByRole('link', { name: 'Por páginas' }).focus();
    await page.keyboard.press('Enter');
    await expect(rows(page).first().getByRole('link')).toBeFocused();
  });
});

test.describe('what is loaded', () => {
  test('is searched without accents, by the address, and the service is not asked', async ({
    page,
    signIn,
  }) => {
    // Nobody tells this page of anything, so that it asks by the person alone.
    await page.route(/\/desk\/events/, (route) => route.fulfill({ status: 503 }));
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/v3/') && asked.push(request.url()));
    await signIn('seller', '/inquiries?desde=-60d&pagina=3');
    await ready(page);
    const own = asked.find((url) => url.includes('pagina=3'));
    asked.length = 0;
    const name = await rows(page).nth(4).getByRole('link').innerText();
    const word = name.split(' ')[0] ?? '';
    const length = await page.evaluate(() => history.length);
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Buscar en las 25 cargadas' })).toBeFocused();
    await page.keyboard.type(word.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase());
    await expect(page).toHaveURL(/pagina=3.*buscar=/);
    await expect(page.getByText(/^\d+ de 25 cargadas$/)).toBeVisible();
    for (const text of await rows(page).allInnerTexts()) expect(text).toBeTruthy();
    await expect(rows(page).getByRole('link', { name })).not.toHaveCount(0);
    expect(await page.evaluate(() => history.length)).toBe(length);
    expect(asked.filter((url) => url.includes('buscar') || url === own)).toEqual([]);

    await page.reload();
    await expect(searchBox(page)).toHaveValue(/./);
    await expect(rows(page).getByRole('link', { name })).not.toHaveCount(0);
    expect(await rows(page).count()).toBeLessThan(25);
    await ready(page);
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await expect(rows(page)).toHaveCount(25);
    await page.keyboard.press('Escape');
    await expect(searchBox(page)).toBeHidden();

    // From a row that was found Escape leads back to all of them, once nothing else is open.
    await page.keyboard.press('/');
    await page.keyboard.type(word);
    await expect(page).toHaveURL(/buscar=/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('heading', { level: 2 })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveCount(0);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toContainText('Mostrar otra vez todo lo cargado');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/buscar=/);
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/buscar=/);
    await expect(rows(page)).toHaveCount(25);
    await expect(list(page).getByRole('link').and(page.locator(':focus'))).toBeVisible();
  });

  test('is narrowed by facets, each a step that Back takes back', async ({ page, signIn }) => {
    await signIn('seller', '/inquiries?desde=-60d&pagina=2');
    await ready(page);
    await page.keyboard.press('f');
    await expect(page.getByLabel('Seguimiento')).toBeFocused();
    const trade = page.getByRole('button', { name: /^Permuta \(\d+\)$/ });
    const count = Number(/\d+/.exec(await trade.innerText())?.[0]);
    await trade.click();
    await expect(page).toHaveURL(/permuta=si/);
    await expect(rows(page)).toHaveCount(count);
    for (const text of await rows(page).allInnerTexts()) expect(text).toContain('Permuta');
    const makes = page.getByLabel('Marca');
    const [, make = ''] = await makes
      .getByRole('option')
      .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
    await makes.selectOption(make);
    await expect(page).toHaveURL(new RegExp(`marca=`));
    for (const text of await rows(page).allInnerTexts()) expect(text).toContain(make);
    await page.goBack();
    await expect(makes).toHaveValue('');
    await expect(rows(page)).toHaveCount(count);
    await page.goBack();
    await expect(rows(page)).toHaveCount(25);
  });

  test('that does not match says so, with the ways out', async ({ page, signIn }) => {
    await signIn('seller', '/inquiries?buscar=zzzz');
    await expect(page.getByText('Ninguna de las 25 cargadas coincide.')).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    await expect(list(page).getByRole('link', { name: 'Cargar todas' })).toBeVisible();
    // Escape closes first what lies over the list.
    await list(page).getByRole('paragraph').getByRole('button').click();
    const read = list(page).getByText(/Lista leída: /);
    await expect(read).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(read).toBeHidden();
    await expect(page).toHaveURL(/buscar/);
    await list(page).getByRole('link', { name: 'Limpiar' }).click();
    await expect(rows(page)).toHaveCount(25);
    await expect(page).not.toHaveURL(/buscar/);
  });

  test('narrowed by follow-up: what is worked on stays until it is left', async ({
    page,
    vitrina,
    signIn,
  }) => {
    const first = await visitorWrites(vitrina, SMALL_AGENCY);
    await visitorWrites(vitrina, SMALL_AGENCY);
    await signIn('partner', `/inquiries?agencia=${SMALL_AGENCY}&seguimiento=sin-leer`);
    const row = rows(page).getByRole('link', { name: first.name });
    await row.click();
    await expect(panel(page).getByRole('heading', { name: first.name })).toBeVisible();
    await expect(row).toHaveAccessibleDescription(/Vista/);
    await page.keyboard.press('Escape');
    await expect(row).toBeHidden();
  });
});

test.describe('all pages as one list', () => {
  test('99 pages are walked, with what is held and what the limit cuts', async ({ page, signIn }) => {
    test.setTimeout(120_000);
    await signIn('seller');
    await page.getByRole('link', { name: 'Todas', exact: true }).click();
    await expect(page).toHaveURL(/todas=1/);
    const bar = page.getByRole('region', { name: 'Carga de todas las páginas' });
    await expect(bar.getByText(/^\d+ páginas leídas/)).toBeVisible();
    const [before] = await boxes(bar);
    await bar.getByRole('button', { name: 'Detener' }).click();
    await expect(bar.getByText('Detenida: puede haber más.')).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Seguir' })).toBeFocused();
    const stopped = await bar.getByText(/páginas? leídas?/).innerText();
    await page.waitForTimeout(500);
    expect(await bar.getByText(/páginas? leídas?/).innerText()).toBe(stopped);
    await bar.getByRole('button', { name: 'Seguir' }).click();
    await expect(bar.getByText('el servicio no entrega más de 99 páginas', { exact: false })).toBeVisible({
      timeout: 60_000,
    });
    await expect(bar).toBeFocused();
    expect((await boxes(bar))[0]).toEqual(before);
    const said = /· (\d\.\d{3}) consultas/.exec(await bar.innerText())?.[1] ?? '';
    const held = Number(said.replace('.', ''));
    expect(held).toBeGreaterThan(2400);
    expect(held).toBeLessThanOrEqual(2475);

    expect(await rows(page).count()).toBeLessThan(100);
    await expect(rows(page).first()).toHaveAttribute('aria-setsize', String(held));
    const scroller = rows(page).first().locator('xpath=../..');
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(rows(page).last()).toHaveAttribute('aria-posinset', String(held));
    await expect(rows(page).last()).toBeInViewport();

    await rows(page).last().getByRole('link').click();
    await expect(panel(page).getByText(`${held} de ${held}`)).toBeVisible();
    await page.keyboard.press('k');
    await expect(panel(page).getByText(`${held - 1} de ${held}`)).toBeVisible();
    await page.keyboard.press('u');
    await expect(list(page).getByRole('link').and(page.locator(':focus'))).toBeInViewport();

    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: `Buscar en las ${said} cargadas` })).toBeFocused();
    await page.keyboard.type('fiat');
    await expect(page.getByText(new RegExp(`^\\d+ de ${said} cargadas$`))).toBeVisible();
    await page.getByRole('link', { name: 'Por páginas' }).click();
    await expect(page).not.toHaveURL(/todas/);
    await expect(page.getByText('Página 1 · 25 en pantalla')).toBeVisible();
  });

  test('waits when the service asks to, and goes on after a page that failed', async ({ page, signIn }) => {
    // A call without an answer is made once more by itself.
    const answers = ['wait', 'fail', 'fail', 'through'];
    await page.route(/\/v3\/consultas\/.*pagina=3$/, async (route) => {
      const answer = answers.shift();
      if (answer === 'wait')
        await route.fulfill({
          status: 429,
          headers: { 'retry-after': '1' },
          contentType: 'application/problem+json',
          body: '{"Title":"Too Many Requests","Status":429}',
        });
      else if (answer === 'fail') await route.abort();
      else await route.continue();
    });
    await signIn('seller', '/inquiries?desde=-7d&todas=1');
    const bar = page.getByRole('region', { name: 'Carga de todas las páginas' });
    await expect(bar.getByText(/El servicio pidió esperar/)).toBeVisible();
    await expect(bar.getByText(/Se interrumpió: No hay respuesta de Vitrina/)).toBeVisible();
    await expect(bar.getByText(/^2 páginas leídas · 50 consultas/)).toBeVisible();
    await expect(rows(page)).toHaveCount(50);
    await bar.getByRole('button', { name: 'Reintentar' }).click();
    await expect(bar.getByText('Son todas', { exact: false })).toBeVisible({ timeout: 20_000 });
  });

  test('drops repeats when inquiries arrive meanwhile, and says so', async ({ page, vitrina, signIn }) => {
    let arrived = false;
    await page.route(/\/v3\/consultas\/.*pagina=3$/, async (route) => {
      if (!arrived) for (let n = 0; n < 3; n++) await visitorWrites(vitrina, BUSY_AGENCY);
      arrived = true;
      await route.continue();
    });
    await signIn('seller', '/inquiries?desde=-5d&todas=1');
    const bar = page.getByRole('region', { name: 'Carga de todas las páginas' });
    await expect(bar.getByText('3 repetidas no se muestran', { exact: false })).toBeVisible({
      timeout: 20_000,
    });
  });
});

test.describe('from one inquiry to the next', () => {
  test('by key and button, over the ends of pages, with the position', async ({ page, signIn }) => {
    await signIn('seller', '/inquiries?desde=-60d&pagina=2');
    await rows(page).nth(23).getByRole('link').click();
    await expect(panel(page).getByText('24 de 25 · página 2')).toBeVisible();
    await page.keyboard.press('j');
    await expect(panel(page).getByText('25 de 25 · página 2')).toBeVisible();
    await page.keyboard.press('j');
    await expect(page).toHaveURL(/pagina=3/);
    await expect(panel(page).getByText('1 de 25 · página 3')).toBeVisible();
    await expect(page).not.toHaveURL(/abrir/);
    await page.keyboard.press('k');
    await expect(panel(page).getByText('25 de 25 · página 2')).toBeVisible();
    await panel(page).getByRole('link', { name: 'Consulta anterior' }).click();
    await expect(panel(page).getByText('24 de 25 · página 2')).toBeVisible();
    await expect(rows(page).nth(23)).toBeInViewport();
    await panel(page).getByRole('link', { name: 'Consulta siguiente' }).click();
    await expect(panel(page).getByText('25 de 25 · página 2')).toBeVisible();
    await page.goBack();
    await expect(panel(page).getByText('24 de 25 · página 2')).toBeVisible();
  });

  test('in the filtered order', async ({ page, signIn }) => {
    await signIn('seller', '/inquiries?desde=-60d&pagina=2&permuta=si');
    await ready(page);
    const names = await rows(page).getByRole('link').allInnerTexts();
    await page.keyboard.press('o');
    for (const [at, name] of names.entries()) {
      await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(name);
      await expect(panel(page).getByText(`${at + 1} de ${names.length} · página 2`)).toBeVisible();
      if (at < names.length - 1) await page.keyboard.press('j');
    }
  });

  test('each from its top, however far down the one before it was read', async ({ page, signIn }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn('seller', '/inquiries?desde=-60d&pagina=2');
    await ready(page);
    await rows(page).nth(3).getByRole('link').click();
    const heading = panel(page).getByRole('heading', { level: 2 });
    await panel(page).getByText('Lo que envió el servicio').scrollIntoViewIfNeeded();
    await expect(heading).not.toBeInViewport();
    await panel(page).getByRole('link', { name: 'Consulta siguiente' }).click();
    await expect(panel(page).getByText('5 de 25 · página 2')).toBeVisible();
    await expect(heading).toBeInViewport();
    await expect(heading).toBeFocused();
  });

  test('is asked for before it is wanted', async ({ page, signIn }) => {
    await signIn('seller', '/inquiries?desde=-60d&pagina=2');
    const next = await rows(page).nth(4).getByRole('link').getAttribute('href');
    const sid = next?.split('?')[0]?.split('/').at(-1) ?? '';
    const asked = page.waitForRequest(
      (request) => request.url().includes(`/v3/consultas/`) && request.url().includes(sid),
    );
    await rows(page).nth(3).getByRole('link').click();
    expect((await asked).headers()['x-vitrina']).toBe('background');
  });

  test('the list by keys: move, open, back to the same row, turn pages', async ({ page, signIn }) => {
    await signIn('seller', '/inquiries?desde=-60d');
    await ready(page);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const second = rows(page).nth(1).getByRole('link');
    await expect(second).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('heading', { name: await second.innerText() })).toBeFocused();
    await page.keyboard.press('u');
    await expect(second).toBeFocused();
    await page.keyboard.press('o');
    await expect(panel(page).getByRole('heading', { level: 2 })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press(']');
    await expect(page.getByText('Página 2 · 25 en pantalla')).toBeVisible();
    await page.keyboard.press('[');
    await expect(page.getByText('Página 1 · 25 en pantalla')).toBeVisible();
  });

  test('Back from another page finds scroll, focus and the marked row as they were', async ({
    page,
    signIn,
  }) => {
    await signIn('seller', '/inquiries?desde=-60d');
    await rows(page).nth(20).scrollIntoViewIfNeeded();
    const link = rows(page).nth(20).getByRole('link');
    const name = await link.innerText();
    const { y } = (await rows(page).nth(20).boundingBox()) ?? {};
    await link.click();
    await page.keyboard.press('Escape');
    await expect(link).toBeFocused();
    await page.getByRole('link', { name: 'Catálogos' }).click();
    await expect(list(page)).toBeHidden();
    await page.goBack();
    await expect(link).toHaveText(name);
    await expect(link).toBeFocused();
    expect((await rows(page).nth(20).boundingBox())?.y).toBe(y);
    await expect(rows(page).nth(20)).toHaveAttribute('data-last', 'true');
  });
});

test('on a phone the whole of it, without sideways scrolling', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn('seller', '/inquiries?desde=-30d');
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.getByRole('button', { name: 'Buscar en lo cargado' }).click();
  await searchBox(page).fill('a');
  await page.getByRole('button', { name: 'Filtrar lo cargado', exact: true }).click();
  await expect(page.getByLabel('Marca')).toBeVisible();
  expect(await width()).toBe(360);
  await page.getByRole('button', { name: 'Cerrar la búsqueda' }).click();
  await rows(page).nth(2).getByRole('link').click();
  await panel(page).getByRole('link', { name: 'Consulta siguiente' }).click();
  await expect(panel(page).getByText('4 de 25 · página 1')).toBeVisible();
  expect(await width()).toBe(360);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Todas', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Carga de todas las páginas' })).toBeVisible();
  expect(await width()).toBe(360);
});

test.describe('under a finger', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('everything that is pressed is 44 px in both ways', async ({ page, vitrina, signIn }) => {
    const { sid } = await visitorWrites(vitrina, BUSY_AGENCY);
    await signIn('seller', '/inquiries?desde=-7d');
    await ready(page);
    await visitorWrites(vitrina, BUSY_AGENCY);
    await expect(list(page).getByRole('button', { name: /^\d+ nuevas?$/ })).toBeVisible();
    await fitFingers(page);
    await page.getByRole('button', { name: 'Filtros', exact: false }).tap();
    await page.getByRole('button', { name: 'Buscar en lo cargado' }).tap();
    await page.getByRole('button', { name: 'Filtrar lo cargado', exact: true }).tap();
    await expect(page.getByLabel('Marca')).toBeVisible();
    await fitFingers(page);
    await page.goto(`/inquiries/${BUSY_AGENCY}/${sid}`);
    const card = panel(page);
    await card.getByRole('button', { name: 'Posponer…' }).tap();
    await fitFingers(page);
    await card.getByRole('button', { name: 'Pasarla a…' }).tap();
    await fitFingers(page);
    await card.getByRole('button', { name: 'Responder' }).tap();
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Mensaje' })).toBeVisible();
    await fitFingers(page);
  });
});

/** Width and height of what takes a tap, with what reaches beyond the box of the control, px. */
const reach = (control: Locator) =>
  control.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const taken = (across: number, down: number) =>
      element.contains(document.elementFromPoint(x + width / 2 + across, y + height / 2 + down));
    const far = (across: number, down: number) => {
      let px = 0;
      while (px < 44 && taken(across * (px + 0.5), down * (px + 0.5))) px += 1;
      return px;
    };
    return { width: far(-1, 0) + far(1, 0), height: far(0, -1) + far(0, 1) };
  });

/** All controls in sight; not links within a text. */
async function fitFingers(page: Page): Promise<void> {
  const narrow = [];
  for (const role of ['button', 'combobox', 'searchbox', 'textbox'] as const)
    for (const control of await page.getByRole(role).filter({ visible: true }).all()) {
      const name = await control.evaluate(
        (element) => element.getAttribute('aria-label') ?? element.textContent,
      );
      // What a text is typed into is pressed with the frame around it.
      const pressed = role === 'textbox' ? control.locator('xpath=..') : control;
      const { width = 0, height = 0 } = (await pressed.boundingBox()) ?? {};
      if (Math.min(width, height) >= 44) continue;
      const reached = await reach(pressed);
      if (Math.min(reached.width, reached.height) < 44) narrow.push({ name, ...reached });
    }
  expect(narrow).toEqual([]);
}

for (const width of [360, 1440])
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('axe finds nothing in any state of the list', async ({ page, signIn }) => {
      await signIn('seller', '/inquiries?desde=-7d');
      await ready(page);
      await page.keyboard.press('f');
      await expect(page.getByLabel('Marca')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.goto('/inquiries?desde=-7d&todas=1&financia=si');
      await expect(page.getByText('Son todas', { exact: false })).toBeVisible({ timeout: 20_000 });
      expect(await violations(page)).toEqual([]);
      await page.goto('/inquiries?buscar=zzzz');
      await expect(page.getByText('Ninguna de las 25', { exact: false })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });

test('in English too', async ({ page, signIn }) => {
  await signIn('seller', '/inquiries?desde=-7d');
  await page.evaluate(() => localStorage.setItem('vitrina-language', 'en'));
  await page.reload();
  await expect(
    page.getByRole('region', { name: 'List of inquiries' }).getByRole('listitem').first().getByRole('link'),
  ).toHaveAccessibleDescription(/Unread|Seen|Worked on/);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search the 25 loaded' })).toBeFocused();
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await expect(page.getByText('These are all that match the filters.')).toBeVisible({ timeout: 20_000 });
});
