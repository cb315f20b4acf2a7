import { randomUUID } from 'node:crypto';
import { BUSY_AGENCY, EMPTY_AGENCY, SMALL_AGENCY, SMALL_AGENCY_INQUIRIES } from '#service/demo/agencies.ts';
import { addDays, dayAt } from '#contract/window.ts';
import type { Vitrina } from './server.ts';
import { expect, panel, rows, test } from './test.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const today = () => dayAt(Date.now(), ZONE);

/** Writes as a visitor would; gives the path of the inquiry. */
async function visitorWrites(vitrina: Vitrina, agency: string, inquiry: object): Promise<string> {
  const answer = await fetch(`${vitrina.serviceUrl}/simulator/consultas/${agency}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(inquiry),
  });
  expect(answer.status).toBe(201);
  return answer.headers.get('location')?.replace(/^.*\/v3\/consultas/, '') ?? '';
}

test.describe('the list', () => {
  test('shows the window that the service applied, and 25 rows in its order', async ({ page, signIn }) => {
    await signIn('seller');
    await expect(page.getByText(/\d{4}$/).first()).toHaveAttribute('title', /Buenos Aires/);
    const moments = await rows(page)
      .getByRole('time')
      .evaluateAll((times) => times.map((time) => Date.parse(time.getAttribute('datetime') ?? '')));
    expect(moments).toHaveLength(25);
    expect(moments).toEqual(moments.toSorted((a, b) => b - a));
  });

  test('turns pages by the address, which Back and reload keep', async ({ page, signIn }) => {
    await signIn('seller');
    const first = await rows(page).first().getByRole('link').getAttribute('href');
    await page.getByRole('button', { name: 'Página siguiente' }).click();
    await expect(page).toHaveURL(/pagina=2/);
    await expect(page.getByText('Página 2 · 25 en pantalla')).toBeVisible();
    const second = await rows(page).first().getByRole('link').getAttribute('href');
    expect(second).not.toBe(first);
    await page.reload();
    await expect(rows(page).first().getByRole('link')).toHaveAttribute('href', second ?? '');
    await page.goBack();
    await expect(page).not.toHaveURL(/pagina/);
    await expect(page.getByText('Página 1 · 25 en pantalla')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Página anterior' })).toBeDisabled();
  });

  test('Back takes as many steps as were taken, and leaves the inbox', async ({ page, signIn }) => {
    await signIn('seller', '/catalogs/makes');
    await page.getByRole('link', { name: 'Consultas' }).click();
    await expect(rows(page)).toHaveCount(25);
    const steps = [page.url()];
    const step = async (act: () => Promise<void>) => {
      await act();
      await expect(page).not.toHaveURL(steps.at(-1) ?? '');
      await expect(rows(page).first()).toBeVisible();
      steps.push(page.url());
    };
    await step(() => page.getByRole('button', { name: '30 días' }).click());
    await step(() => page.getByRole('button', { name: 'Página siguiente' }).click());
    await step(() => rows(page).nth(2).getByRole('link').click());
    await step(() => page.getByRole('button', { name: 'Cerrar la consulta' }).click());
    for (const address of steps.slice(0, -1).toReversed()) {
      await page.goBack();
      await expect(page).toHaveURL(address);
      await expect(rows(page).first()).toBeVisible();
    }
    await page.goBack();
    await expect(page).toHaveURL(/\/catalogs\/makes/);
    await page.goForward();
    await expect(page).toHaveURL(steps[0] ?? '');
    await expect(rows(page)).toHaveCount(25);
  });

  test('ends at page 99 and explains the limit', async ({ page, signIn }) => {
    await signIn('seller', '/inquiries?pagina=98');
    await page.getByRole('button', { name: 'Página siguiente' }).click();
    await expect(
      page.getByText('La página 99 es la última que el servicio entrega.', { exact: false }),
    ).toBeVisible();
    await expect(rows(page)).toHaveCount(25);
    await expect(page.getByRole('button', { name: 'Página siguiente' })).toBeDisabled();
  });

  test('says when there is nothing further, and when there is nothing at all', async ({ page, signIn }) => {
    await signIn('partner', `/inquiries?agencia=${SMALL_AGENCY}&pagina=9`);
    await expect(page.getByText('la página 9 está vacía', { exact: false })).toBeVisible();
    await page.getByRole('link', { name: 'Ir a la primera página' }).click();
    // Other tests may have written to it.
    await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(SMALL_AGENCY_INQUIRIES);
    await page.goto(`/inquiries?agencia=${EMPTY_AGENCY}`);
    await expect(page.getByText('No hay consultas con estos filtros', { exact: false })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Últimos 7 días' })).toBeVisible();
  });

  test('a value in the address that cannot be read falls back and says so', async ({ page, signIn }) => {
    await signIn('seller', '/inquiries?pagina=mil&desde=2026-02-30&hasta=hoy');
    await expect(page.getByText('No se entiende «pagina=mil»', { exact: false })).toBeVisible();
    await expect(page.getByText('No se entiende «desde=2026-02-30»', { exact: false })).toBeVisible();
    await expect(rows(page)).toHaveCount(25);
  });

  test("a day before the 90 is refused in the service's words, with a way out", async ({ page, signIn }) => {
    await signIn('seller', '/inquiries?desde=2020-01-01');
    await expect(page.getByRole('alert')).toContainText('El servicio no aceptó lo pedido');
    await expect(page.getByLabel('Desde')).toHaveAccessibleDescription(/90 días/);
    await page.getByRole('button', { name: /Usar la fecha más antigua/ }).click();
    await expect(page).toHaveURL(new RegExp(`desde=${addDays(today(), -90)}`));
    await expect(rows(page)).toHaveCount(25);
  });
});

test.describe('the first rows', () => {
  for (const [width, density] of [
    [360, 'comfortable'],
    [360, 'compact'],
    [1000, 'comfortable'],
    [1320, 'comfortable'],
    [1440, 'comfortable'],
    [1440, 'compact'],
  ] as const) {
    test(`stand before the code arrives just as they stand after it, ${density}, at ${width} px`, async ({
      page,
      signIn,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      // Old enough for dates, which no passing minute changes.
      await signIn('seller', '/inquiries?desde=-90d&pagina=9');
      if (density === 'compact') await page.getByRole('button', { name: 'Filas compactas' }).click();
      // Follow-up comes beside the rows, and later than what is compared here.
      const followUps = Promise.withResolvers<void>();
      await page.route(/\/desk\/follow-up\//, async (route) => {
        await followUps.promise;
        await route.continue();
      });
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await released;
        await route.continue();
      });
      await page.reload({ waitUntil: 'commit' });
      const drawn = page.locator('[data-row]');
      await expect(drawn).toHaveCount(25);
      await expect(page.getByRole('navigation')).toHaveCount(0);
      const before = { html: await drawn.evaluateAll(outerHtml), box: await drawn.nth(3).boundingBox() };
      release();
      await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
      await expect(page.getByRole('search')).toBeVisible();
      expect({ html: await drawn.evaluateAll(outerHtml), box: await drawn.nth(3).boundingBox() }).toEqual(
        before,
      );
      followUps.resolve();
      await expect(drawn.nth(3).getByRole('link')).toHaveAccessibleDescription(/Sin leer|Vista|Trabajada/);
      expect(await drawn.nth(3).boundingBox()).toEqual(before.box);
    });
  }
});

const outerHtml = (elements: Element[]) => elements.map((element) => element.outerHTML);

test.describe('filters', () => {
  test('presets mean the same tomorrow, and a new inquiry of today is there', async ({
    page,
    vitrina,
    signIn,
  }) => {
    await visitorWrites(vitrina, BUSY_AGENCY, { Interesado: { Nombre: 'Hoy', Apellido: 'Mismo' } });
    await signIn('seller');
    await page.getByRole('button', { name: 'Hoy', exact: true }).click();
    await expect(page).toHaveURL(/desde=hoy/);
    await expect(page.getByRole('button', { name: 'Hoy', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(page.getByLabel('Desde')).toHaveValue(today());
    await expect(rows(page).getByRole('link', { name: 'Hoy Mismo' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Ayer', exact: true }).click();
    await expect(page).toHaveURL(/desde=ayer&hasta=ayer/);
    await expect(page.getByLabel('Hasta')).toHaveValue(addDays(today(), -1));
    await expect(rows(page).getByRole('link', { name: 'Hoy Mismo' })).toHaveCount(0);
  });

  test.describe('in a browser of another zone', () => {
    test.use({ timezoneId: 'Asia/Tokyo' });

    test('today ends at midnight of the service, and not of the browser nor of Greenwich', async ({
      page,
      vitrina,
      signIn,
    }) => {
      const evening = addDays(today(), -1);
      const name = `Nocturna ${evening}`;
      const publication = `nocturna-${randomUUID().slice(0, 8)}`;
      await visitorWrites(vitrina, BUSY_AGENCY, {
        Momento: `${evening}T23:20:00-03:00`,
        Interesado: { Nombre: name, Apellido: '' },
        Auto: { ExternalId: publication },
      });
      await page.clock.install({ time: `${evening}T23:30:00-03:00` });
      await signIn('seller', `/inquiries?externalid=${publication}`);
      let asked = page.waitForRequest(/\/v3\/consultas\/[^/]+\?.*desde=/);
      await page.getByRole('button', { name: 'Hoy', exact: true }).click();
      expect(new URL((await asked).url()).searchParams.get('desde')).toBe(evening);
      await expect(page.getByLabel('Desde')).toHaveValue(evening);
      const row = rows(page).filter({ hasText: name }).first();
      await expect(row).toBeVisible();
      await row.hover();
      await expect(row).toHaveAttribute('title', /23:20/);

      await page.clock.setSystemTime(`${today()}T00:10:00-03:00`);
      asked = page.waitForRequest(/\/v3\/consultas\/[^/]+\?.*desde=/);
      await page.reload();
      expect(new URL((await asked).url()).searchParams.get('desde')).toBe(today());
      await expect(page.getByLabel('Desde')).toHaveValue(today());
      await expect(rows(page).filter({ hasText: name })).toHaveCount(0);
      // The night before is not lost: it is yesterday.
      await page.getByRole('button', { name: 'Ayer', exact: true }).click();
      await expect(rows(page).filter({ hasText: name }).first()).toBeVisible();
    });
  });

  test('by operator and by publication', async ({ page, vitrina, signIn }) => {
    const operator = 'filtrada@lapuna.example';
    await visitorWrites(vitrina, SMALL_AGENCY, {
      OperadorResponsable: operator,
      Auto: { ExternalId: 'E2E-Operador-1' },
      Interesado: { Nombre: 'De', Apellido: 'Operadora' },
    });
    await signIn('support', `/inquiries?agencia=${SMALL_AGENCY}`);
    await page.getByLabel('Operador').fill(operator);
    await page.getByLabel('Operador').press('Enter');
    await expect(page).toHaveURL(/operador=filtrada/);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).getByRole('link', { name: 'De Operadora' })).toBeVisible();
    await page.getByRole('button', { name: 'Limpiar' }).click();
    await expect(page).not.toHaveURL(/operador/);
    await page.getByLabel('Publicación').fill('e2e-operador-1');
    await page.getByLabel('Publicación').press('Enter');
    await expect(rows(page)).toHaveCount(1);
    await page.getByLabel('Operador').fill('no es un correo');
    await page.getByLabel('Operador').press('Enter');
    await expect(page.getByLabel('Operador')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Operador')).toHaveValue('no es un correo');
  });

  test('by dates typed in, with the agency chosen from all of them', async ({ page, signIn }) => {
    await signIn('partner');
    await page.getByLabel('Agencia').selectOption(BUSY_AGENCY);
    await expect(page).toHaveURL(new RegExp(`agencia=${encodeURIComponent(BUSY_AGENCY)}`));
    await page.getByRole('link', { name: 'Consultas' }).click();
    await expect(page).toHaveURL(/inquiries$/);
    await expect(page.getByLabel('Agencia')).toHaveValue(BUSY_AGENCY);
    await page.getByLabel('Desde').fill(addDays(today(), -20));
    await expect(page).toHaveURL(/desde=/);
    await page.getByLabel('Hasta').fill(addDays(today(), -10));
    await expect(page).toHaveURL(/hasta=/);
    const last = Date.parse(`${addDays(today(), -9)}T00:00:00-03:00`);
    const moments = rows(page).getByRole('time');
    await expect
      .poll(() =>
        moments.evaluateAll((times) =>
          Math.max(...times.map((time) => Date.parse(time.getAttribute('datetime') ?? ''))),
        ),
      )
      .toBeLessThan(last);
  });
});

test.describe('one inquiry', () => {
  test('opens beside the list, closes with Escape, and its address can be pasted', async ({
    page,
    signIn,
    context,
  }) => {
    await signIn('seller', '/inquiries?desde=-30d&pagina=2');
    const link = rows(page).nth(3).getByRole('link');
    const name = await link.innerText();
    await link.click();
    await expect(page).toHaveURL(/\/inquiries\/[^/]+\/[0-9A-Z]{26}\?.*pagina=2/);
    await expect(panel(page).getByRole('heading', { name, level: 2 })).toBeFocused();
    await expect(rows(page)).toHaveCount(25);

    const other = await context.newPage();
    await other.goto(page.url());
    await expect(panel(other).getByRole('heading', { name, level: 2 })).toBeVisible();
    await expect(rows(other)).toHaveCount(25);

    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/inquiries\?.*pagina=2/);
    await expect(link).toBeFocused();
    await page.goBack();
    await expect(panel(page).getByRole('heading', { name, level: 2 })).toBeVisible();
  });

  test('tells null, absent and unknown apart, and shows text as text', async ({ page, vitrina, signIn }) => {
    const markup = '<img src=x onerror="alert(1)"><b>fuerte</b>';
    const path = await visitorWrites(vitrina, SMALL_AGENCY, {
      OrigenLead: 'Paloma mensajera',
      Auto: { Color: null, Traccion: '4x4' },
      Interesado: {
        Nombre: markup,
        Apellido: 'Raro',
        Comentario: `Primera línea\n${markup}`,
        Telefono: 'javascript:alert(1)',
        Email: 'a@b.example?cc=c@d.example',
      },
    });
    await signIn('support', `/inquiries${path}`);
    const shown = panel(page);
    await expect(shown.getByRole('heading', { level: 2 })).toHaveText(`${markup} Raro`);
    await expect(shown.getByRole('region', { name: 'Comentario' })).toHaveText(`Primera línea\n${markup}`);
    await expect(shown.getByText('Paloma mensajera', { exact: true })).toBeVisible();
    await expect(shown.getByText('javascript:alert(1)', { exact: true }).first()).toBeVisible();
    await expect(shown.locator('a[href^="javascript"], a[href^="mailto"]')).toHaveCount(0);
    const color = shown.getByRole('definition').filter({ hasText: 'sin dato' });
    expect(await color.count()).toBeGreaterThan(0);
    await shown.getByText(/Otros campos/).click();
    await expect(shown.getByText('Auto.Traccion')).toBeVisible();
    await expect(shown.getByText('4x4', { exact: true })).toBeVisible();
  });

  test('that does not exist says so and leaves the list alone', async ({ page, signIn }) => {
    await signIn('seller', `/inquiries/${BUSY_AGENCY}/01JC0000000000000000000000?agencia=${BUSY_AGENCY}`);
    await expect(panel(page).getByRole('alert')).toContainText('No se encontró');
    await expect(rows(page)).toHaveCount(25);
    await panel(page).getByRole('button', { name: 'Volver a la lista' }).click();
    await expect(page).toHaveURL(/\/inquiries\?/);
  });
});

test.describe('for everybody', () => {
  test('by keyboard alone', async ({ page, signIn }) => {
    await signIn('seller');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Ir al contenido' })).toBeFocused();
    await page.keyboard.press('Enter');
    const focused = rows(page).getByRole('link').and(page.locator(':focus'));
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(focused).toHaveCount(1, { timeout: 50 });
    }).toPass({ intervals: [0] });
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(focused).toHaveCount(1);
  });

  test('language and theme change without a reload and stay', async ({ page, signIn }) => {
    await signIn('seller');
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    await page.getByRole('button', { name: /Cuenta de/ }).click();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Dark' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Inquiries', level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Inquiries', level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('on a phone: one pane, no sideways scrolling', async ({ page, signIn }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn('seller');
    await rows(page).nth(20).scrollIntoViewIfNeeded();
    await rows(page).nth(20).getByRole('link').click();
    await expect(panel(page).getByRole('heading', { level: 2 })).toBeVisible();
    await expect(rows(page).nth(20)).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await panel(page).getByRole('button', { name: 'Cerrar la consulta' }).click();
    await expect(rows(page).nth(20)).toBeInViewport();
    await page.getByRole('button', { name: 'Filtros', exact: true }).click();
    await page.getByRole('button', { name: '7 días' }).click();
    await expect(page).toHaveURL(/desde=-7d/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

test('what of the page cannot be had at first is asked for again, and the rest stands meanwhile', async ({
  page,
  request,
  signIn,
}) => {
  const first = await (await request.get('/sign-in')).text();
  const failed = new Set<string>();
  await page.route('**/assets/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (first.includes(pathname) || failed.has(pathname)) return route.fallback();
    failed.add(pathname);
    return route.abort();
  });
  await signIn('seller', '/inquiries?desde=-60d');
  await expect(rows(page).nth(24)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Vistas' })).toBeVisible();
  await expect(page.getByText(/^al día|^hace /).first()).toBeVisible();
  await rows(page).nth(2).getByRole('link').click();
  await expect(panel(page).getByRole('heading', { level: 2 })).toBeVisible();
  await expect(panel(page).getByRole('link', { name: 'WhatsApp' })).toBeVisible();
  await expect(panel(page).getByRole('region', { name: 'Seguimiento' })).toBeVisible();
  expect(failed.size).toBeGreaterThan(5);
});
