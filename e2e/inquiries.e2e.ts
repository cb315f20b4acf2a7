import type { Response } from '@playwright/test';
import { addDays, dayAt } from '#contract/window.ts';
import { AGENCY_WITHOUT_INQUIRIES, BUSY_AGENCY, SMALL_AGENCY } from '#service/demo/agencies.ts';
import { changeFollowUp, createAgency, receiveInquiry } from './actions.ts';
import {
  choosePeriod,
  expectRowsReady,
  list,
  openFilters,
  panel,
  panelHeading,
  rowOf,
  rows,
} from './inbox-page.ts';
import { LIVE_EVENTS, blockLiveEvents, failRequests, holdRequests } from './network.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const FOLLOW_UPS = /\/desk\/inquiries\/rows/;
const today = () => dayAt(Date.now(), ZONE);

const from = (name: string, inquiry: object = {}) => ({
  Interesado: { Nombre: name, Apellido: '' },
  ...inquiry,
});

test('a seller turns pages, opens and closes an inquiry, and Back reverses every step', async ({
  page,
  signIn,
}) => {
  await signIn('seller', '/catalogs/makes');
  await page.goto('/inquiries');
  await expect(rows(page)).toHaveCount(25);
  const moments = await rows(page)
    .getByRole('time')
    .evaluateAll((times) => times.map((time) => Date.parse(time.getAttribute('datetime') ?? '')));
  expect(moments).toEqual(moments.toSorted((a, b) => b - a));
  const steps = [page.url()];
  const step = async (act: () => Promise<void>) => {
    await act();
    await expect(page).not.toHaveURL(steps.at(-1) ?? '');
    await expect(rows(page).first()).toBeVisible();
    steps.push(page.url());
  };
  await step(() => choosePeriod(page, '30 días'));
  await step(() => page.getByRole('button', { name: 'Página siguiente' }).click());
  await expect(page.getByText('Página 2 · 25 en pantalla')).toBeVisible();
  const link = rows(page).nth(2).getByRole('link');
  const name = await link.textContent();
  await step(() => link.click());
  await expect(panelHeading(page)).toHaveText(name ?? '');
  await expect(panelHeading(page)).toBeFocused();
  await expect(page).toHaveTitle(`${name} – Consultas – Vitrina`);
  await step(() => page.keyboard.press('Escape'));
  await expect(link).toBeFocused();
  await expect(page).toHaveTitle('Consultas – Vitrina');
  await page.keyboard.press('o');
  await expect(page).toHaveTitle(`${name} – Consultas – Vitrina`);
  await page.goBack();
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

test('the address of an inquiry can be pasted into another tab', async ({ page, context, signIn }) => {
  await signIn('seller', '/inquiries?desde=-30d&pagina=2');
  await rows(page).nth(3).getByRole('link').click();
  await expect(page).toHaveURL(/\/inquiries\/[^/]+\/[0-9A-Z]{26}\?.*pagina=2/);
  await expect(panelHeading(page)).toBeFocused();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(panelHeading(other)).toHaveText((await panelHeading(page).textContent()) ?? '');
  await expect(rows(other)).toHaveCount(25);
});

test(
  'an address that leads nowhere says why and offers a link',
  { tag: '@full' },
  async ({ page, signIn }) => {
    await test.step('unreadable parameters are named', async () => {
      await signIn('partner', '/inquiries?pagina=mil&desde=2026-02-30&hasta=hoy');
      await expect(page.getByText('No se entiende «pagina=mil»', { exact: false })).toBeVisible();
      await expect(page.getByText('No se entiende «desde=2026-02-30»', { exact: false })).toBeVisible();
    });

    await test.step('days before the limit are refused', async () => {
      await page.goto(`/inquiries?agencia=${BUSY_AGENCY}&desde=2020-01-01`);
      await expect(list(page).getByRole('alert')).toContainText('El servicio no aceptó lo pedido');
      await expect(
        (await openFilters(page)).getByRole('group', { name: 'Desde' }),
      ).toHaveAccessibleDescription(/90 días/);
      await page.getByRole('button', { name: /Usar la fecha más antigua/ }).click();
      await expect(page).toHaveURL(new RegExp(`desde=${addDays(today(), -90)}`));
      await expect(rows(page)).toHaveCount(25);
    });

    await test.step('an empty page and an empty list offer a link', async () => {
      await page.goto(`/inquiries?agencia=${SMALL_AGENCY}&pagina=9`);
      await expect(page.getByText('la página 9 está vacía', { exact: false })).toBeVisible();
      await page.getByRole('link', { name: 'Ir a la primera página' }).click();
      await expect(rows(page)).not.toHaveCount(0);
      await page.goto(`/inquiries?agencia=${AGENCY_WITHOUT_INQUIRIES}`);
      await expect(page.getByText('No hay consultas con estos filtros', { exact: false })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Últimos 7 días' })).toBeVisible();
    });

    await test.step('an unknown inquiry leads back to the list', async () => {
      await page.goto(`/inquiries/${BUSY_AGENCY}/01JC0000000000000000000000?agencia=${BUSY_AGENCY}`);
      await expect(panel(page).getByRole('alert')).toContainText('No se encontró');
      await expect(rows(page)).toHaveCount(25);
      await panel(page).getByRole('button', { name: 'Volver a la lista' }).click();
      await expect(page).toHaveURL(/\/inquiries\?/);
    });
  },
);

test(
  'a refusal keeps its place when the page refetches by itself',
  { tag: '@full' },
  async ({ page, signIn }) => {
    const release = await holdRequests(page, LIVE_EVENTS);
    const sid = '01JC0000000000000000000000';
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes(`/v3/consultas/${BUSY_AGENCY}/${sid}`)) asked += 1;
    });
    await signIn('seller', `/inquiries/${BUSY_AGENCY}/${sid}`);
    await expect(panel(page).getByRole('alert')).toContainText('No se encontró');
    await expectRowsReady(page);
    const before = asked;
    const again = page.waitForResponse(/\/desk\/inquiries\/rows\?/);
    release();
    await again;
    expect(asked).toBe(before);
  },
);

test(
  'unread, seen and worked inquiries differ in weight, and opening one is recorded once',
  { tag: '@full' },
  async ({ page, vitrina, signIn, clientOf }) => {
    const partner = await clientOf('partner');
    const agency = await createAgency(vitrina, partner);
    const worked = await receiveInquiry(vitrina, agency, from('Trabajada'));
    for (const name of ['Primera', 'Segunda']) await receiveInquiry(vitrina, agency, from(name));
    await changeFollowUp(partner, worked, { kind: 'status', status: 'appointment' });
    let noted = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/seen')) noted += 1;
    });
    await signIn('partner', `/inquiries?agencia=${agency}`);
    await expect(rowOf(page, 'Trabajada')).toHaveAccessibleDescription(/Trabajada.*Cita/);
    const unread = rowOf(page, 'Primera');
    await expect(unread).toHaveAccessibleDescription(/Sin leer/);
    await expect(unread).toHaveCSS('font-weight', '600');
    const isSeen = (response: Response) => response.url().endsWith('/seen');
    const firstSeen = page.waitForResponse(isSeen);
    await unread.click();
    await expect(unread).toHaveAccessibleDescription(/Vista/);
    await expect(unread).toHaveCSS('font-weight', '400');
    await page.keyboard.press('Escape');
    await unread.click();
    await firstSeen;
    await page.reload();
    await expect(unread).toHaveAccessibleDescription(/Vista/);
    expect(noted).toBe(1);

    // The unread list keeps an inquiry that was opened until it is read again.
    await page.goto(`/inquiries?agencia=${agency}&seguimiento=sin-leer`);
    await expect(rows(page)).toHaveCount(1);
    const left = rowOf(page, 'Segunda');
    const stored = page.waitForResponse(isSeen);
    await left.click();
    await expect(panelHeading(page)).toHaveText('Segunda');
    await expect(left).toHaveAccessibleDescription(/Vista/);
    await page.keyboard.press('Escape');
    await expect(left).toBeFocused();
    await stored;
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await expect(left).toBeHidden();
  },
);

test('rows stay when their follow-up cannot be read, and Reintentar reads it again', async ({
  page,
  signIn,
}) => {
  // The stream is blocked, because it would refetch the list.
  await blockLiveEvents(page);
  const failure = await failRequests(page, FOLLOW_UPS);
  await signIn('seller');
  await expect(rows(page)).toHaveCount(25);
  const failed = page.getByText('No se pudo cargar el seguimiento.');
  await expect(failed).toBeVisible();
  await failure.stop();
  await list(page).getByRole('button', { name: 'Reintentar' }).click();
  await expectRowsReady(page);
  await expect(failed).toBeHidden();
});

test(
  'values of the service are shown as text, and missing values as missing',
  { tag: '@full' },
  async ({ page, vitrina, signIn }) => {
    const markup = '<img src=x onerror="alert(1)"><b>fuerte</b>';
    const { path } = await receiveInquiry(vitrina, BUSY_AGENCY, {
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
    await signIn('seller', path);
    await expect(panelHeading(page)).toHaveText(`${markup} Raro`);
    await expect(panel(page).getByRole('region', { name: 'Comentario' })).toHaveText(
      `Primera línea\n${markup}`,
    );
    await expect(panel(page).getByText('Paloma mensajera', { exact: true })).toBeVisible();
    await expect(panel(page).getByText('javascript:alert(1)', { exact: true }).first()).toBeVisible();
    for (const name of ['Llamar', 'Correo'])
      await expect(panel(page).getByRole('link', { name })).toHaveCount(0);
    await panel(page)
      .getByText(/^\d+ sin dato$/)
      .click();
    await expect(panel(page).getByRole('definition').filter({ hasText: 'sin dato' })).not.toHaveCount(0);
    await panel(page)
      .getByText(/Otros campos/)
      .click();
    await expect(panel(page).getByText('Auto.Traccion')).toBeVisible();
    await expect(panel(page).getByText('4x4', { exact: true })).toBeVisible();
  },
);

test('a seller works in the inbox by keyboard alone and returns to the same row', async ({
  page,
  signIn,
}) => {
  await signIn('seller', '/inquiries?desde=-60d');
  await expectRowsReady(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Ir al contenido' })).toBeFocused();
  await page.keyboard.press('Enter');
  for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
  const second = rows(page).nth(1).getByRole('link');
  await expect(second).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panelHeading(page)).toHaveText((await second.textContent()) ?? '');
  await expect(panelHeading(page)).toBeFocused();
  await page.keyboard.press('u');
  await expect(second).toBeFocused();
  await page.keyboard.press('o');
  await expect(panelHeading(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press(']');
  await expect(page.getByText('Página 2 · 25 en pantalla')).toBeVisible();
  await page.keyboard.press('[');
  await expect(page.getByText('Página 1 · 25 en pantalla')).toBeVisible();
});

test('Back from another page restores scroll, focus and the marked row', async ({ page, signIn }) => {
  await signIn('seller', '/inquiries?desde=-60d');
  await expectRowsReady(page);
  const row = rows(page).nth(20);
  await row.scrollIntoViewIfNeeded();
  const link = row.getByRole('link');
  const name = await link.textContent();
  const { y } = (await row.boundingBox()) ?? {};
  await link.click();
  await expect(panelHeading(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();
  await page.getByRole('link', { name: 'Catálogos' }).click();
  await expect(list(page)).toBeHidden();
  await page.goBack();
  await expect(link).toHaveText(name ?? '');
  await expect(link).toBeFocused();
  expect((await row.boundingBox())?.y).toBe(y);
  await expect(row).toHaveAttribute('data-last', 'true');
});
