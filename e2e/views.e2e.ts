import type { Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { DAY_MS } from '#contract/durations.ts';
import { changeFollowUp, createAgency, createSeller, receiveInquiry } from './actions.ts';
import {
  agencyButton,
  expectStatus,
  newInquiries,
  panel,
  panelHeading,
  rowOf,
  rowWith,
  rows,
  statusButton,
} from './inbox-page.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Vistas' }).getByRole('link', { name: new RegExp(`^${name}`) });

/** Asserts how many inquiries a view says it has. */
const expectCount = (page: Page, name: string, count: number) =>
  expect(view(page, name)).toHaveText(`${name}${count}`);

test('each view shows as many inquiries as its count, at an address of its own', async ({
  page,
  agency,
  clientOf,
  signIn,
}) => {
  const partner = await clientOf('partner');
  // Days that are late, and not since today, whatever the weekday.
  await agency.receive('Vieja', { Momento: ago(5) });
  await agency.receive('Nueva');
  const contacted = await agency.receive('Contactada', { Momento: ago(2) });
  await changeFollowUp(partner, contacted, { kind: 'status', status: 'contacted' });
  const mine = await agency.receive('Mía', { Momento: ago(6) });
  await changeFollowUp(await clientOf(agency.seller), mine, { kind: 'claim', claimed: true });
  const snoozed = await agency.receive('Pospuesta', { Momento: ago(1) });
  await changeFollowUp(partner, snoozed, { kind: 'snooze', until: Date.now() + DAY_MS });
  await signIn(agency.seller);
  for (const [name, shown] of [
    ['Para responder', ['Nueva', 'Mía', 'Vieja']],
    ['Mías', ['Mía']],
    ['Pospuestas', ['Pospuesta']],
    ['Hoy', ['Nueva']],
  ] as const) {
    await expectCount(page, name, shown.length);
    await view(page, name).click();
    await expect(view(page, name)).toHaveAttribute('aria-current', 'page');
    await expect(rows(page).getByRole('link')).toHaveText([...shown]);
  }
  await expect(page).toHaveURL(/vista=hoy/);
  await page.goBack();
  await expect(rows(page).getByRole('link')).toHaveText(['Pospuesta']);
  await page.reload();
  await expect(view(page, 'Pospuestas')).toHaveAttribute('aria-current', 'page');
  await expect(rows(page).getByRole('link')).toHaveText(['Pospuesta']);
  await page.keyboard.press('v');
  await page.keyboard.press('1');
  await expect(view(page, 'Para responder')).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('v');
  await page.keyboard.press('0');
  await expect(rows(page)).toHaveCount(5);
  await expect(page).not.toHaveURL(/vista/);
});

test(
  'a seller of three agencies works through their inquiries in one list',
  { tag: '@full' },
  async ({ page, vitrina, clientOf, signIn }) => {
    const partner = await clientOf('partner');
    const agencies: string[] = [];
    for (const name of ['Norte', 'Centro', 'Sur']) agencies.push(await createAgency(vitrina, partner, name));
    const [north = '', centre = '', south = ''] = agencies;
    const buyer = { Interesado: { Nombre: 'Eva', Apellido: '', Telefono: '0351 15-555-0142' } };
    const from = (name: string) => ({ Interesado: { Nombre: name, Apellido: '' } });
    await receiveInquiry(vitrina, north, from('Ana'));
    await receiveInquiry(vitrina, centre, from('Beto'));
    await receiveInquiry(vitrina, south, buyer);
    const stranger = await createAgency(vitrina, partner);
    await receiveInquiry(vitrina, stranger, { ...buyer, Momento: ago(1) });
    await signIn(
      await createSeller(vitrina, partner, { agencies }),
      '/inquiries?agencia=todas&vista=esperando',
    );
    const names = rows(page).getByRole('link');
    await expect(names).toHaveText(['Ana', 'Beto', 'Eva']);
    await expectCount(page, 'Para responder', 3);
    await expect(rowWith(page, 'Beto')).toContainText('Centro');

    await agencyButton(page).click();
    const menu = page.getByRole('dialog', { name: 'Agencia' });
    await menu.getByRole('checkbox', { name: /Centro/ }).uncheck();
    await expect(names).toHaveText(['Ana', 'Eva']);
    await expectCount(page, 'Para responder', 2);
    await menu.getByRole('checkbox', { name: /Centro/ }).check();
    await page.keyboard.press('Escape');
    await expect(names).toHaveText(['Ana', 'Beto', 'Eva']);

    await rowOf(page, 'Ana').click();
    for (const name of ['Ana', 'Beto', 'Eva']) {
      await expect(panelHeading(page)).toHaveText(name);
      await expectStatus(page, 'Nueva');
      await statusButton(page, 'Contactada').click();
      await expectStatus(page, 'Contactada');
      await page.keyboard.press('j');
    }
    await expectCount(page, 'Para responder', 0);
    await expect(names).toHaveText(['Ana', 'Beto', 'Eva']);
    // Half a phone number, as people type it.
    await view(page, 'Últimas').click();
    await expect(names).toHaveText(['Eva', 'Beto', 'Ana']);
    await page.keyboard.press('/');
    await page.keyboard.type('555 0142');
    await expect(names).toHaveText(['Eva']);
    // The buyer also wrote to an agency that this person may not see.
    await names.click();
    await expect(panelHeading(page)).toHaveText('Eva');
    await expect(panel(page).getByText(/Otra consulta de la misma persona/)).toHaveCount(0);
    await receiveInquiry(vitrina, north, { ...buyer, Auto: { Marca: 'Fiat', Modelo: 'Cronos' } });
    await page.reload();
    await panel(page).getByText('Otra consulta de la misma persona: 1').click();
    await panel(page)
      .getByRole('link', { name: /Fiat Cronos/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`/inquiries/${north}/`));
    await expect(panelHeading(page)).toHaveText('Eva');
  },
);

test(
  'an answered row stays in its place, marked, until the list is refetched',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    for (const [days, name] of ['Ana', 'Beto', 'Ciro', 'Dora'].entries())
      await agency.receive(name, { Momento: ago(4 - days) });
    await signIn(agency.seller, '/inquiries?vista=esperando');
    await expectCount(page, 'Para responder', 4);
    const [first = '', second = '', third = '', fourth = ''] = await rows(page)
      .getByRole('link')
      .allTextContents();
    await rowOf(page, second).click();
    await expect(panelHeading(page)).toHaveText(second);
    await panel(page).getByRole('button', { name: 'Tomarla' }).click();
    await expectCount(page, 'Mías', 1);
    await page.keyboard.press('e');
    await expectCount(page, 'Para responder', 3);
    await page.keyboard.press('Escape');
    await expect(rowOf(page, second)).toBeFocused();
    await expect(rowOf(page, second)).toHaveAccessibleDescription(/Ya no está en esta vista/);
    await expect(rows(page)).toHaveCount(4);
    await page.keyboard.press('j');
    await expect(rowOf(page, third)).toBeFocused();
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await expect(rows(page).getByRole('link')).toHaveText([first, third, fourth]);
  },
);

test(
  'a claim is counted although the counts were requested before it',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    await agency.receive('Ana');
    const claimed = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route(/\/desk\/inquiries\/counts/, async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await claimed.promise;
      await route.fulfill({ response }).catch(() => {});
    });
    await signIn(agency.seller, '/inquiries?vista=esperando');
    await asked.promise;
    await rowOf(page, 'Ana').click();
    const saved = page.waitForResponse((response) => response.request().method() === 'POST');
    await panel(page).getByRole('button', { name: 'Tomarla' }).click();
    await saved;
    claimed.resolve();
    await expectCount(page, 'Mías', 1);
  },
);

test(
  'a row that a colleague answers stays in its place, marked, and no row moves',
  { tag: '@full' },
  async ({ page, agency, clientOf, signIn }) => {
    const partner = await clientOf('partner');
    const inquiries = [];
    for (const [days, name] of ['Ana', 'Beto', 'Ciro'].entries())
      inquiries.push(await agency.receive(name, { Momento: ago(3 - days) }));
    await signIn(agency.seller, '/inquiries?vista=esperando');
    await expectCount(page, 'Para responder', 3);
    const names = await rows(page).getByRole('link').allTextContents();
    const [ana] = inquiries;
    if (!ana) throw new Error('Nobody wrote');
    await changeFollowUp(partner, ana, { kind: 'touch', how: 'call' });
    await expectCount(page, 'Para responder', 2);
    await expect(rowOf(page, 'Ana')).toHaveAccessibleDescription(/Ya no está en esta vista/);
    await expect(rowWith(page, 'Ana')).toContainText('Respondida');
    await expect(rows(page).getByRole('link')).toHaveText(names);
  },
);

test(
  'an inquiry that a colleague hands over waits behind the button, whatever its age',
  { tag: '@full' },
  async ({ page, agency, clientOf, signIn }) => {
    const partner = await clientOf('partner');
    const inquiry = await agency.receive('Ana', { Momento: ago(80) });
    const { person } = await (await clientOf(agency.seller)).call(desk.viewSession);
    await signIn(agency.seller, '/inquiries?vista=mias');
    await expectCount(page, 'Mías', 0);
    await expect(page.getByText('De cualquier fecha')).toBeVisible();
    await changeFollowUp(partner, inquiry, { kind: 'hand-over', to: person.id });
    await expectCount(page, 'Mías', 1);
    await newInquiries(page).click();
    await expect(rowWith(page, 'Ana')).toContainText('tuya');
    await changeFollowUp(partner, inquiry, { kind: 'status', status: 'won' });
    await expectCount(page, 'Mías', 0);
    await expect(rowOf(page, 'Ana')).toHaveAccessibleDescription(/Ya no está en esta vista/);
  },
);

test.describe('with a clock of the test', () => {
  // The clock of the page is moved on.
  test.use({ freshContext: true });

  test(
    'an expired snooze is announced by its view, whatever the age of the inquiry',
    { tag: '@full' },
    async ({ page, agency, clientOf, signIn }) => {
      const partner = await clientOf('partner');
      const inquiry = await agency.receive('Ana', { Momento: ago(80) });
      await agency.receive('Beto');
      await page.clock.install();
      await signIn(agency.seller);
      await expectCount(page, 'Pospuestas', 0);
      await changeFollowUp(partner, inquiry, { kind: 'snooze', until: Date.now() + 1500 });
      await expectCount(page, 'Pospuestas', 1);
      // The gateway's clock goes on by itself; the page's says when to ask.
      await expect(async () => {
        await page.clock.fastForward(61_000);
        await expect(view(page, 'Pospuestas')).toHaveAccessibleName(/1 1 volvió/, { timeout: 500 });
      }).toPass();
      await view(page, 'Pospuestas').click();
      await expect(page.getByText('De cualquier fecha')).toBeVisible();
      await expect(rowWith(page, 'Ana')).toContainText('volvió');
      await changeFollowUp(partner, inquiry, { kind: 'snooze', until: null });
      await expect(view(page, 'Pospuestas')).not.toContainText('volvió');
    },
  );
});

const ELSEWHERE = '&hasta=ayer';
for (const search of [
  ELSEWHERE,
  '',
  '&pagina=2',
  '&externalid=NADIE-1',
  '&buscar=Ana',
  '&vista=pospuestas',
  '&vista=esperando',
  '&vista=esperando&desde=-3d',
])
  test(
    `an arrival is counted where the list is of ${search || 'the plain address'}`,
    { tag: search === ELSEWHERE ? [] : '@full' },
    async ({ page, agency, signIn }) => {
      await agency.receive('Ana');
      await signIn(agency.seller, `/inquiries?agencia=${agency.adminMail}${search}`);
      await expectCount(page, 'Para responder', 1);
      await agency.receive('Beto');
      await expectCount(page, 'Hoy', 2);
      await expectCount(page, 'Para responder', 2);
      await view(page, 'Hoy').click();
      await expect(rows(page).getByRole('link')).toHaveText(['Beto', 'Ana']);
    },
  );

test('a partner erases the data of a buyer', async ({ page, agency, signIn }) => {
  const Interesado = {
    Telefono: `11 ${String(Date.now()).slice(-8)}`,
    Email: `eva.${Date.now()}@correo.example`,
  };
  await agency.receive('Eva', { Interesado, Momento: ago(2) });
  await agency.receive('Eva', { Interesado });
  await agency.receive('Ana');
  await signIn('partner', `/inquiries?agencia=${agency.adminMail}&vista=esperando`);
  await expectCount(page, 'Para responder', 3);
  await rowOf(page, 'Eva').first().click();
  await panel(page).getByText('Sus datos personales').click();
  await panel(page).getByRole('button', { name: 'Borrar sus datos…' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Borrar los datos de esta persona?' });
  await expect(dialog).toContainText('Se borran de acá las 2 consultas');
  await expect(dialog.getByRole('button', { name: 'Borrar' })).toBeDisabled();
  await dialog.getByLabel(/Para confirmar/).fill('borrar');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('status').filter({ hasText: 'Se borraron 2 consultas' })).toBeVisible();
  await expectCount(page, 'Para responder', 1);
  await page.reload();
  await expect(rows(page).getByRole('link')).toHaveText(['Ana']);
});
