import type { Locator, Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { receiveInquiry } from './actions.ts';
import {
  contactBar,
  expectRowsReady,
  expectStatus,
  followUp,
  panelHeading,
  rows,
  statusButton,
} from './inbox-page.ts';
import { holdRequests } from './network.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

// These tests measure the layout of the inbox, which only a browser computes.

/** Checkboxes are left out: they come after the first frame and move nothing. */
const outerHtml = (elements: Element[]) =>
  elements.map((element) => {
    const copy = element.cloneNode(true) as Element;
    copy.querySelector('input')?.remove();
    return copy.outerHTML;
  });

for (const [width, density, tag = []] of [
  [360, 'comfortable'],
  [1440, 'compact'],
  [360, 'compact', '@full'],
  [1000, 'comfortable', '@full'],
  [1320, 'comfortable', '@full'],
  [1440, 'comfortable', '@full'],
] satisfies [number, string, string?][]) {
  const title = `the first rows stand before the code arrives as they stand after it, ${density}, at ${width} px`;
  test(title, { tag }, async ({ page, signIn }) => {
    // Old enough for dates, which no passing minute changes.
    await signIn('seller', '/inquiries?desde=-90d&pagina=9');
    if (density === 'compact') await page.getByRole('button', { name: 'Filas compactas' }).click();
    await page.setViewportSize({ width, height: 800 });
    const readFollowUps = await holdRequests(page, /\/desk\/follow-up\//);
    const loadCode = await holdRequests(page, '**/assets/*.js');
    await page.reload({ waitUntil: 'commit' });
    const drawn = page.locator('[data-row]');
    await expect(drawn).toHaveCount(25);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await styled(page);
    const before = { html: await drawn.evaluateAll(outerHtml), box: await drawn.nth(3).boundingBox() };
    loadCode();
    await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
    await expect(page.getByRole('search', { name: 'Filtros de consultas' })).toBeVisible();
    expect({ html: await drawn.evaluateAll(outerHtml), box: await drawn.nth(3).boundingBox() }).toEqual(
      before,
    );
    readFollowUps();
    await expectRowsReady(page);
    expect(await drawn.nth(3).boundingBox()).toEqual(before.box);
  });
}

/** Rows may be there before the style sheets, until which nothing is painted. */
async function styled(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every((link) => link.sheet),
      ),
    )
    .toBe(true);
}

/** Returns for each row its height in px and the elements that cut its vehicle or cover it. */
function measureRows(page: Page) {
  return rows(page).evaluateAll((all) =>
    all.map((row) => {
      const box = row.getBoundingClientRect();
      const vehicle = row.querySelector<HTMLElement>('.name + bdi');
      const seen = vehicle?.getBoundingClientRect();
      const text = document.createRange();
      if (vehicle) text.selectNodeContents(vehicle);
      const whole = text.getBoundingClientRect();
      const over = [...row.querySelectorAll('.name, .age, .detail, .status')].filter((other) => {
        const { left, right, top, bottom } = other.getBoundingClientRect();
        // Lines are a little higher than what is written on them.
        return (
          left < whole.right - 0.5 &&
          right > whole.left + 0.5 &&
          top < whole.bottom - 3 &&
          bottom > whole.top + 3
        );
      });
      return {
        vehicle: vehicle?.textContent,
        shown: Boolean(
          seen &&
          whole.width > 0 &&
          whole.left >= box.left &&
          whole.right <= box.right &&
          whole.bottom <= box.bottom &&
          whole.right <= seen.right + 0.5 &&
          (vehicle?.scrollWidth ?? 0) <= (vehicle?.clientWidth ?? 0),
        ),
        over: over.map(({ className }) => className),
        height: box.height,
      };
    }),
  );
}

test(
  'every row shows the vehicle up to its year beside a long name and the follow-up, at every width',
  { tag: '@full' },
  async ({ page, agency, signIn, clientOf }) => {
    const person = {
      Nombre: 'María de los Ángeles Concepción del Sagrado Corazón',
      Apellido: 'Fernández-Etcheverrigaray y Sánchez de Bustamante '.repeat(4).trim(),
      Comentario: 'Quiero saber si sigue disponible y si toman mi auto. '.repeat(5),
    };
    // Some of them wait, others are late, which their rows say.
    const always = Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]);
    const hours = {
      zone: 'America/Argentina/Buenos_Aires',
      week: always,
      holidays: [],
      target: 45,
      warning: 0,
    };
    const partner = await clientOf('partner');
    const params = { adminMail: agency.adminMail };
    await partner.call(desk.setHours, { params, body: { hours, version: 0 } });
    const ages = [5, 60, 60 * 24, 60 * 24 * 10];
    const models = ['Tracker', 'Onix Plus Premier', 'Corolla Cross'];
    await Promise.all(
      ages.flatMap((minutes) =>
        models.map((Modelo) =>
          agency.receive(person.Nombre, {
            Momento: new Date(Date.now() - minutes * 60_000).toISOString(),
            Interesado: person,
            Auto: { Marca: 'Chevrolet', Modelo, VersionYear: 2019 },
          }),
        ),
      ),
    );
    await signIn(agency.seller);
    await expectRowsReady(page);
    await expect(rows(page).getByText(/^(tarde|\d+ \S+ tarde|quedan \d+ min)$/)).toHaveCount(12);
    for (const height of [58, 46]) {
      for (const width of [360, 390, 412, 1440]) {
        await page.setViewportSize({ width, height: 1800 });
        const all = await measureRows(page);
        expect(all).toHaveLength(ages.length * models.length);
        for (const { vehicle, ...row } of all) {
          expect(vehicle).toMatch(/^Chevrolet .* 2019$/);
          expect(row, `${vehicle} at ${width} px`).toEqual({ shown: true, over: [], height });
        }
      }
      if (height === 58) await page.getByRole('button', { name: 'Filas compactas' }).click();
    }
  },
);

test(
  'a chunk that fails to load is requested again while the rest of the page stays visible',
  { tag: '@full' },
  async ({ page, request, signIn }) => {
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
    await expect(panelHeading(page)).toBeVisible();
    await expect(contactBar(page)).toBeVisible();
    await expect(followUp(page)).toBeVisible();
    expect(failed.size).toBeGreaterThan(5);
  },
);

test('language and theme change without a reload and stay, and no text remains in Spanish', async ({
  page,
  vitrina,
  signIn,
}) => {
  await signIn(
    'seller',
    (await receiveInquiry(vitrina, BUSY_AGENCY, { Interesado: { Nombre: 'Ana' } })).path,
  );
  await expect(followUp(page)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await page.getByRole('button', { name: /Cuenta de/ }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.keyboard.press('Escape');
  const section = page.getByRole('region', { name: 'Follow-up' });
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(section.getByRole('button', { name: 'Lost' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(!reload);
  }
  await section.getByRole('button', { name: 'Lost' }).click();
  await section.getByRole('button', { name: 'Bought elsewhere' }).click();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveText([
    /Valeria Sosa marked it as lost: Bought elsewhere/,
  ]);
  for (const region of [section, history]) expect(await region.innerText()).not.toMatch(/[áéíóúñ¿¡]/);
});

test(
  'soft texts and lines are dark for those who ask for more contrast',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    await agency.receive('Ana');
    await page.emulateMedia({ contrast: 'more' });
    await signIn('partner', `/inquiries?agencia=${agency.adminMail}`);
    const getColor = (element: Locator) => element.evaluate((shown) => getComputedStyle(shown).color);
    const age = rows(page).first().locator('time');
    expect(await getColor(age)).toBe(await getColor(page.locator('body')));
    await page.emulateMedia({ contrast: null });
    expect(await getColor(age)).not.toBe(await getColor(page.locator('body')));
  },
);

test(
  'a chosen control still differs where the system dictates all colours',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    for (const name of ['Ana', 'Beto']) await agency.receive(name);
    const background = (element: Locator) =>
      element.evaluate((shown) => getComputedStyle(shown).backgroundColor);
    await page.emulateMedia({ forcedColors: 'active' });
    await signIn('partner', `/inquiries?agencia=${agency.adminMail}`);
    await rows(page).first().getByRole('link').click();
    await expectStatus(page, 'Nueva');
    const views = page.getByRole('navigation', { name: 'Vistas' }).getByRole('link');
    const sections = page.getByRole('navigation', { name: 'Secciones' }).getByRole('link');
    for (const [chosen, other] of [
      [views.first(), views.nth(1)],
      [sections.first(), sections.nth(1)],
      [statusButton(page, 'Nueva'), statusButton(page, 'Ganada')],
    ] as const)
      expect(await background(chosen)).not.toBe(await background(other));
    await expect(rows(page).first()).toHaveCSS('outline-style', 'solid');
    await expect(rows(page).nth(1)).toHaveCSS('outline-style', 'none');

    // The bar of a meter stays visible.
    await page.goto(`/agencies/${BUSY_AGENCY}`);
    const gauge = page.getByRole('meter').first();
    const [now, max] = await Promise.all(
      ['aria-valuenow', 'aria-valuemax'].map((name) => gauge.getAttribute(name)),
    );
    const share = Number(now) / Number(max);
    const bar = gauge.locator('span');
    expect(await background(bar)).not.toBe(await background(page.getByRole('main')));
    const [whole, filled] = await Promise.all([gauge, bar].map((element) => element.boundingBox()));
    expect((filled?.x ?? 0) + (filled?.width ?? 0)).toBeCloseTo(
      (whole?.x ?? 0) + share * (whole?.width ?? 0),
      -1,
    );
  },
);
